import type { Profile } from '@portico/contract/profile'
import { fold } from '../../core/kernel/decider.ts'
import { actionsOn, type TaskAction, type Worker } from '../../core/work/actions.ts'
import { dependsOnCase, type Offers, offersOn } from '../../core/work/offers.ts'
import { work } from '../../core/work/work.ts'
import type { QueueRow } from '../../projections/queue-pages.ts'
import type { Queryable } from '../../store/db.ts'
import { loadState } from '../../store/events/load.ts'
import { nameOf } from '../engine/decide-and-react.ts'
import { interestsIn } from './assignees.ts'

const nothing: Offers = { may: [], override: [], outcomes: [], opens: [] }

/** What a member may do with the open tasks of a case, each tried on its current state. */
export async function openOffers(
  tx: Queryable,
  { caseId, worker, at, profile }: { caseId: string; worker: Worker; at: Date; profile: Profile },
): Promise<(taskId: string) => Offers> {
  const { key, reads } = nameOf(work, { caseId, type: 'settle' })
  const [{ snapshot, tail }, isInterested] = await Promise.all([
    loadState<typeof work.initial>(tx, key, reads, undefined),
    interestsIn(tx, { caseIds: [caseId], memberId: worker.id, at, profile }),
  ])
  const state = fold(work, tail, snapshot ?? work.initial)
  return (taskId) => {
    const task = state.tasks.find(({ id }) => id === taskId)
    if (!task) return nothing
    const offers = offersOn(task, { caseId, state, worker, at, profile })
    if (!isInterested(caseId, task.type)) return offers
    return { ...offers, may: offers.may.filter(isNotWork), override: [], outcomes: [] }
  }
}

/**
 * What a member may do with each of these tasks. For most types the row says so; where it depends on the rest of the
 * case, it is tried on the case.
 */
export async function offersInQueue(
  db: Queryable,
  rows: readonly QueueRow[],
  asking: { worker: Worker; at: Date; profile: Profile },
): Promise<TaskAction[][]> {
  const { worker, at, profile } = asking
  const caseIds = [...new Set(rows.map(({ caseId }) => caseId))]
  const isInterested = await interestsIn(db, { caseIds, memberId: worker.id, at, profile })
  return Promise.all(
    rows.map(async (row) => {
      const may = actionsFor(row, worker, profile)
      const isSure = may.length === 0 || !dependsOnCase(row.type, row.caseType, profile)
      if (!isSure) return (await openOffers(db, { caseId: row.caseId, ...asking }))(row.taskId).may
      if (!isInterested(row.caseId, row.type)) return may
      return may.filter(isNotWork)
    }),
  )
}

const isNotWork = (action: TaskAction) => action !== 'start' && action !== 'complete'

function actionsFor(row: QueueRow, worker: Worker, profile: Profile): TaskAction[] {
  const { type, status, assignee, parentId, holdUntil } = row
  if (status === 'completed' || status === 'cancelled') return []
  const shown = {
    type,
    status,
    // On hold without a date means waiting for a child.
    hasChildren: status === 'onHold' && holdUntil === null,
    ...(assignee ? { assignee } : {}),
    ...(parentId === null ? {} : { parentId }),
  }
  return actionsOn(shown, worker, { profile })
}
