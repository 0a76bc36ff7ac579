import type { Database, Queryable } from '../db.ts'
import { eventsFence } from './stream.ts'

/** The newest position below which everything is visible; undefined while a writer holds on for too long. */
export async function eventCeiling(db: Database): Promise<number | undefined> {
  try {
    return await db.transaction(async (tx) => {
      const [, , rows] = await Promise.all([
        tx.rows(`set local lock_timeout = '20ms'`),
        tx.rows(`select pg_advisory_xact_lock($1)`, [eventsFence]),
        tx.rows<{ position: number }>(
          `select case when is_called then last_value else 0 end as position from event_position`,
        ),
      ])
      return rows[0]?.position
    })
  } catch (error) {
    if ((error as { code?: string }).code === lockTimedOut) return undefined
    throw error
  }
}

const lockTimedOut = '55P03'

/** The last position that was drawn, whether or not it can be seen yet. */
export async function newestPosition(db: Queryable): Promise<number> {
  const [row] = await db.rows<{ position: number }>(
    `select case when is_called then last_value else 0 end as position from event_position`,
  )
  return row?.position ?? 0
}

export async function changedCases(db: Queryable, after: number, ceiling: number): Promise<string[]> {
  const rows = await db.rows<{ case_id: string }>(
    `select distinct case_id from events where position > $1 and position <= $2`,
    [after, ceiling],
  )
  return rows.map((row) => row.case_id)
}

/** The same with how sensitive each case is. Nothing is told of a case that is purged. */
export async function changedSensitivities(
  db: Queryable,
  after: number,
  ceiling: number,
): Promise<{ caseId: string; sensitivity: number }[]> {
  return db.rows(
    `select e.case_id as "caseId", coalesce(w.sensitivity, 0) as sensitivity
     from (select distinct case_id from events where position > $1 and position <= $2) e
     join case_streams s using (case_id) left join case_work w using (case_id)
     where s.purged_at is null
     order by e.case_id`,
    [after, ceiling],
  )
}

/** The place among all events of one event of a case. */
export async function positionOf(
  db: Queryable,
  caseId: string,
  sequence: number,
): Promise<number | undefined> {
  const [row] = await db.rows<{ position: number }>(
    `select position from events where case_id = $1 and sequence = $2`,
    [caseId, sequence],
  )
  return row?.position
}
