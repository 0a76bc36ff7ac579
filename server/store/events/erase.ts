import type { Queryable } from '../db.ts'

export async function eraseCase(tx: Queryable, caseId: string, upTo: number, at: Date): Promise<void> {
  await tx.rows(`select erase_case($1, $2, $3)`, [caseId, upTo, at])
}

/** Of a purged case, by the event that is its last; where that does not tell, it is for those cleared for all. */
export const sensitivityAtPurge = (caseId: string, sequence: string) => `coalesce((
  select (p.data->>'sensitivity')::int from events p where p.case_id = ${caseId} and p.sequence = ${sequence}), 9)`

export async function purgedSince(db: Queryable, since: Date): Promise<string[]> {
  const rows = await db.rows<{ case_id: string }>(
    `select case_id from case_streams where purged_at > $1 order by purged_at, case_id`,
    [since],
  )
  return rows.map((row) => row.case_id)
}

/**
 * Erases once more what was purged by then, some cases at a time: work that was under way may have written something
 * of them since.
 */
export async function eraseAgain(db: Queryable, purgedBy: Date, now: Date): Promise<number> {
  const rows = await db.rows(
    `with again as (
       select s.case_id, e.sequence, s.purged_at
       from case_streams s join events e on e.case_id = s.case_id and e.type = 'case.purged'
       where s.purged_at <= $1 and s.erased_at is null order by s.purged_at, s.case_id limit 100
     ), erased as materialized (
       select case_id, erase_case(case_id, sequence - 1, purged_at) from again
     )
     update case_streams s set erased_at = $2 from erased where s.case_id = erased.case_id returning s.case_id`,
    [purgedBy, now],
  )
  return rows.length
}
