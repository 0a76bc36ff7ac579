import {
  evolve,
  noRemands,
  nowOf,
  type RemandState,
  type RemandsState,
  remandReads,
} from '../../core/decision/remand-state.ts'
import type { Recorded } from '../../core/kernel/decider.ts'
import type { Queryable } from '../../store/db.ts'

/** The remands of a case, from its events. */
export async function readRemands(db: Queryable, caseId: string): Promise<RemandsState> {
  const rows = await db.rows<Omit<Recorded, 'at'> & { at: Date }>(
    `select type, subject, at, actor, on_behalf_of as "onBehalfOf", data from events
     where case_id = $1 and type = any($2) and data is not null
       and exists (select from remands r where r.case_id = $1) order by sequence`,
    [caseId, remandReads],
  )
  return rows
    .map(({ at, onBehalfOf, ...event }) => {
      const behalf = onBehalfOf ? { onBehalfOf } : {}
      return { ...event, ...behalf, at: at.toISOString() } as Recorded
    })
    .reduce(evolve, noRemands)
}

/** Those whose work is here, about issues that a decision now decides, by what those issues are now. */
export function remandsToDecide(state: RemandsState, issues: readonly { id: string }[]): RemandState[] {
  return state.remands
    .map((remand) => ({
      ...remand,
      issueIds: nowOf(state, remand.issueIds),
      instructions: remand.instructions.map((one) => {
        const { issueId, ...ofAll } = one
        const now = issueId === undefined ? [] : nowOf(state, [issueId])
        // About several, it is about all of the remand.
        return now.length === 1 ? { ...one, issueId: now[0] as string } : ofAll
      }),
    }))
    .filter(
      ({ status, decidedIn, issueIds }) =>
        status === 'returned' &&
        decidedIn === undefined &&
        issueIds.some((id) => issues.some((one) => one.id === id)),
    )
}
