import type { Database } from '../../store/db.ts'

/** The past of a synthetic case is written after its file was read: what is found in the file belongs to that past. */
export async function lastEventAt(db: Database, caseId: string): Promise<Date> {
  const [last] = await db.rows<{ at: Date }>(
    `select at from events where case_id = $1 order by sequence desc limit 1`,
    [caseId],
  )
  return last?.at ?? new Date(0)
}
