import type { Database } from '../../store/db.ts'

/** When the last event of a case happened, and the version that the case has since. */
export async function lastEvent(db: Database, caseId: string): Promise<{ at: Date; version: number }> {
  const [last] = await db.rows<{ at: Date; version: number }>(
    `select at, sequence as version from events where case_id = $1 order by sequence desc limit 1`,
    [caseId],
  )
  return last ?? { at: new Date(0), version: 0 }
}
