import { evolve } from '../../core/decision/evolve-remands.ts'
import { noRemands, type RemandsState, remandReads } from '../../core/decision/remand-state.ts'
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
