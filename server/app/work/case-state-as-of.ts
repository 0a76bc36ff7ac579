import type { CaseState } from '@portico/contract/cases'
import type { Profile } from '@portico/contract/profile'
import type { Recorded } from '../../core/kernel/decider.ts'
import { deadlinesIn } from '../../core/work/case-state.ts'
import { type CurrentStanding, standingOf } from '../../core/work/standing.ts'
import { evolveWork, initialWork, type WorkState, workEventTypes } from '../../core/work/state.ts'
import { asCaseState } from '../../projections/case-work.ts'
import type { Queryable } from '../../store/db.ts'

/** The state of a case at a version, folded from the events of its work; undefined before any work. */
export async function caseStateAsOf(
  db: Queryable,
  { caseId, version, at, profile }: { caseId: string; version: number; at: Date; profile: Profile },
): Promise<CaseState | undefined> {
  const folded = await foldedWork(db, caseId, version)
  const { work } = folded
  const { tasks, rootId } = work
  if (!work.standing && tasks.every(({ id }) => id === rootId)) return undefined
  // Before the first status event, the tasks decide the status.
  const found = work.standing ? undefined : standingOf(work, { profile })
  const { openedAt: enteredStepAt = at.toISOString() } = tasks.find(({ id }) => id === found?.taskId) ?? {}
  const standing = work.standing ?? { ...(found as CurrentStanding), enteredStepAt }
  const next = found ? found.next : folded.next
  const open = tasks.filter(({ id }) => id !== rootId)
  const stepTask = tasks.find(({ id }) => id === standing.taskId)
  const holds = open.flatMap(({ heldUntil }) => (heldUntil === undefined ? [] : [heldUntil])).sort()
  return asCaseState(
    {
      status: standing.status,
      partyStatus: standing.partyStatus,
      why: standing.why,
      next,
      step: standing.step,
      enteredStepAt: new Date(standing.enteredStepAt),
      assignee: stepTask?.assignee ?? null,
      deadline: stepTask?.deadline === undefined ? null : new Date(stepTask.deadline),
      deadlineWhy: stepTask?.deadlineWhy ?? null,
      deadlines: deadlinesIn(work.timers),
      onHoldUntil: holds[0] === undefined ? null : new Date(holds[0]),
      openTasks: open.length,
      version,
    },
    { now: at, profile },
  )
}

/** The work on a case, folded up to a version. */
export async function foldedWork(
  db: Queryable,
  caseId: string,
  version = 2 ** 31 - 1,
): Promise<{ work: WorkState; next: string | null }> {
  const rows = await db.rows<Omit<Recorded, 'at'> & { at: Date }>(
    `select type, subject, at, actor, data from events
     where case_id = $1 and type = any($2) and sequence <= $3 and data is not null order by sequence`,
    [caseId, workEventTypes, version],
  )
  let work = initialWork
  let next: string | null = null
  for (const { at, ...event } of rows) {
    const recorded = { ...event, at: at.toISOString() } as Recorded
    if (recorded.type === 'case.stateChanged') next = recorded.data.next ?? null
    work = evolveWork(work, recorded)
  }
  return { work, next }
}
