import type { Actor } from '@portico/contract/envelope'
import type { Changer } from '../../auth/member-changes.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { work } from '../../core/work/work.ts'
import { queueTasks } from '../../projections/queue-pages.ts'
import type { Queryable } from '../../store/db.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'

type Deactivate = (
  memberId: string,
  by: Changer | undefined,
  refuse: (tx: Queryable) => Promise<void>,
) => Promise<unknown>

const mostRounds = 10

/** Moves a member's tasks to their teams one by one, then deactivates the member. */
export function createDeactivateMember({
  db,
  execute,
  clock,
  deactivate,
}: {
  db: Queryable
  execute: Execute
  clock: () => Date
  deactivate: Deactivate
}) {
  const tasksOf = (tx: Queryable, memberId: string) =>
    queueTasks(tx, { isOpen: true, assignees: [`person:${memberId}`], mostSensitivity: 1000 }, 10_000)

  return async (memberId: string, by?: Changer): Promise<{ released: number }> => {
    const onBehalfOf: Actor | undefined = by && { id: by.id, name: by.name, kind: by.kind ?? 'person' }
    let released = 0
    for (let round = 0; round < mostRounds; round++) {
      for (const task of await tasksOf(db, memberId)) {
        const request: Request = {
          at: clock(),
          actor: systemActor,
          ...(onBehalfOf ? { onBehalfOf } : {}),
          correlationId: `deactivation of ${memberId}`,
        }
        const command = { type: 'releaseTask' as const, ...task, personId: memberId }
        await execute(work, request, command, () => null)
        released++
      }
      try {
        await deactivate(memberId, by, async (tx) => {
          if ((await tasksOf(tx, memberId)).length > 0) throw new StillHasTasks()
        })
        return { released }
      } catch (error) {
        if (!(error instanceof StillHasTasks)) throw error
      }
    }
    throw new StillHasTasks()
  }
}

class StillHasTasks extends Refusal {
  constructor() {
    super('conflict', 'They are assigned tasks faster than those can be moved: try again.')
  }
}
