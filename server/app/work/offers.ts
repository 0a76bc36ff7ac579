import type { Profile } from '@portico/contract/profile'
import { fold } from '../../core/kernel/decider.ts'
import { allowedActions, type TaskAction, type Worker } from '../../core/work/actions.ts'
import { dependsOnCase, noOffers, type Offers, offersOn } from '../../core/work/offers.ts'
import { type WorkState, workReads } from '../../core/work/state.ts'
import { work } from '../../core/work/work.ts'
import type { QueueRow } from '../../projections/queue-pages.ts'
import type { Queryable } from '../../store/db.ts'
import { loadStates } from '../../store/events/load.ts'
import { interestsIn } from './assignees.ts'

type Asking = { worker: Worker; at: Date; profile: Profile }

/** What a member may do with the open tasks of a case, each tried on its current state. */
export async function openOffers(
  tx: Queryable,
  { caseId, ...asking }: Asking & { caseId: string },
): Promise<(taskId: string) => Offers> {
  const { worker, at, profile } = asking
  const [states, isInterested] = await Promise.all([
    workOf(tx, [caseId]),
    interestsIn(tx, { caseIds: [caseId], memberId: worker.id, at, profile }),
  ])
  return offersIn(caseId, states.get(caseId) ?? work.initial, { ...asking, isInterested })
}

/**
 * What a member may do with each of these tasks. For most types the row says so; where it depends on the rest of the
 * case, it is tried on the case, and all of these cases are read at once.
 */
export async function offersInQueue(
  db: Queryable,
  rows: readonly QueueRow[],
  asking: Asking,
): Promise<TaskAction[][]> {
  const { worker, at, profile } = asking
  const shown = rows.map((row) => {
    const may = actionsFor(row, worker, profile)
    return { row, may, isSure: may.length === 0 || !dependsOnCase(row.type, row.caseType, profile) }
  })
  const idsOf = (some: typeof shown) => [...new Set(some.map(({ row }) => row.caseId))]
  const [isInterested, states] = await Promise.all([
    interestsIn(db, { caseIds: idsOf(shown), memberId: worker.id, at, profile }),
    workOf(db, idsOf(shown.filter(({ isSure }) => !isSure))),
  ])
  return shown.map(({ row: { caseId, taskId, type }, may, isSure }) => {
    if (!isSure) {
      const state = states.get(caseId) ?? work.initial
      return offersIn(caseId, state, { ...asking, isInterested })(taskId).may
    }
    return isInterested(caseId, type) ? may.filter(isNotWork) : may
  })
}

/** The state of the work on each of these cases. */
async function workOf(tx: Queryable, caseIds: readonly string[]): Promise<Map<string, WorkState>> {
  const asked = caseIds.map((caseId) => ({ caseId, subject: caseId, knownVersion: undefined }))
  const { name: decider, stateVersion } = work
  const loaded = await loadStates(tx, { decider, stateVersion }, asked, workReads)
  return new Map(
    loaded.map(({ snapshot, tail }, index) => [
      caseIds[index] as string,
      fold(work, tail, (snapshot as WorkState | undefined) ?? work.initial),
    ]),
  )
}

function offersIn(
  caseId: string,
  state: WorkState,
  {
    worker,
    at,
    profile,
    isInterested,
  }: Asking & { isInterested: (caseId: string, taskType: string) => boolean },
): (taskId: string) => Offers {
  return (taskId) => {
    const task = state.tasks.find(({ id }) => id === taskId)
    if (!task) return noOffers
    const offers = offersOn(task, { caseId, state, worker, at, profile })
    if (!isInterested(caseId, task.type)) return offers
    return {
      ...offers,
      may: offers.may.filter(isNotWork),
      override: [],
      outcomes: [],
      refused: [],
      notes: [],
    }
  }
}

const isNotWork = (action: TaskAction) => action !== 'start' && action !== 'complete'

function actionsFor(row: QueueRow, worker: Worker, profile: Profile): TaskAction[] {
  const { type, status, assignee, parentId, holdUntil } = row
  if (status === 'completed' || status === 'cancelled' || status === 'moved') return []
  const shown = {
    type,
    status,
    // On hold without a date means waiting for a child.
    hasChildren: status === 'onHold' && holdUntil === null,
    ...(assignee ? { assignee } : {}),
    ...(parentId === null ? {} : { parentId }),
  }
  return allowedActions(shown, worker, { profile })
}
