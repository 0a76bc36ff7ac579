import type { QueuedTask, QueueQuery } from '@portico/contract/queues'
import { Refusal } from '../../core/kernel/decider.ts'
import { isEligible } from '../../core/work/actions.ts'
import { work } from '../../core/work/work.ts'
import { isWaitingFor, type QueueRow, queuePage } from '../../projections/queue-pages.ts'
import type { Database } from '../../store/db.ts'
import { earlierAnswer } from '../engine/answers.ts'
import type { Execute, ProfileFor, Request } from '../engine/execute.ts'
import { NotForThem } from './assignees.ts'
import { type AskingForTasks, filterOf, type Queues, sortOf } from './queues.ts'

const candidates = 20
type Taken = { caseId: string; taskId: string }

/**
 * Assigns the caller the first task in a queue that waits for one of their teams. Concurrent callers get different
 * tasks: the loser of a race is refused under the lock of the case and takes the next.
 */
export function createGetNext({
  db,
  execute,
  queues,
  profileFor,
}: {
  db: Database
  execute: Execute
  queues: Queues
  profileFor: ProfileFor
}) {
  const take = async (request: Request, asking: AskingForTasks & { name: string }, row: QueueRow) => {
    const { caseId, taskId, assignee } = row
    const underLock = async (tx: Parameters<typeof isWaitingFor>[0]) => {
      if (!assignee || !(await isWaitingFor(tx, { caseId, taskId, team: assignee.id }))) throw new Gone()
      const mine = { kind: 'person' as const, id: asking.id, name: asking.name }
      return { type: 'assignTask' as const, caseId, taskId, assignee: mine }
    }
    return execute(work, request, { caseId, underLock }, (): Taken => ({ caseId, taskId })).catch((error) => {
      if (error instanceof Gone || error instanceof NotForThem) return undefined
      throw error
    })
  }

  return async (
    // No version of a case to check: which case it will be is not known yet.
    { expectedVersion: _, ...request }: Request,
    asking: AskingForTasks & { name: string },
    query: QueueQuery,
  ): Promise<QueuedTask | null> => {
    const earlier = request.idempotency && (await earlierAnswer(db, request.actor.id, request.idempotency))
    if (earlier) return queues.task(asking, earlier.answer as Taken, request.at)
    const filter = await filterOf(db, asking, { assignees: ['myTeams'], ...query }, request.at)
    if (!filter.isOpen)
      throw new Refusal('invalid', 'This queue lists closed tasks: none of them can be taken.')
    const profile = await profileFor(db)
    const teams = asking.teams.map((team) => `team:${team}`)
    const read = {
      filter: {
        ...filter,
        assignees: filter.assignees?.filter((assignee) => teams.includes(assignee)),
        statuses: ['assigned' as const],
      },
      sort: sortOf(query),
      isReversed: query.isReversed ?? false,
      limit: candidates,
    }
    for (let after: QueueRow['place'] | undefined; ; ) {
      const rows = await queuePage(db, { ...read, after })
      for (const row of rows) {
        if (!isEligible(row.type, asking, profile)) continue
        const taken = await take(request, asking, row)
        if (taken) return queues.task(asking, taken, request.at)
      }
      if (rows.length < candidates) return null
      after = rows.at(-1)?.place
    }
  }
}

export type GetNext = ReturnType<typeof createGetNext>

class Gone extends Refusal {
  constructor() {
    super('conflict', 'Somebody else has taken it.')
  }
}
