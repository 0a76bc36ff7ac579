import type { Database, Queryable } from '../db.ts'
import { eventsFence } from './stream.ts'

/** Where the log ends: the greatest committed position, and the epoch in which it was written. */
export type LogEnd = { position: number; epoch: number }

/**
 * The greatest committed position, once everything before it is visible; undefined while a writer holds on for too long.
 * Not the last that was drawn: that one may never be committed, and after a crash others may be given it.
 */
export async function readCeiling(db: Database): Promise<LogEnd | undefined> {
  try {
    return await db.transaction(async (tx) => {
      const [, , end] = await Promise.all([
        tx.rows(`set local lock_timeout = '20ms'`),
        tx.rows(`select pg_advisory_xact_lock($1)`, [eventsFence]),
        newestCommitted(tx),
      ])
      return end
    })
  } catch (error) {
    if ((error as { code?: string }).code === lockTimedOut) return undefined
    throw error
  }
}

const lockTimedOut = '55P03'

export async function eventCeiling(db: Database): Promise<number | undefined> {
  return (await readCeiling(db))?.position
}

/** The same, for those who cannot go on without. */
export async function awaitCeiling(db: Database): Promise<LogEnd> {
  for (;;) {
    const ceiling = await readCeiling(db)
    if (ceiling !== undefined) return ceiling
  }
}

/** Without the fence: something with a lower position may still be committed, unless this is the ceiling already. */
export async function newestCommitted(db: Queryable): Promise<LogEnd> {
  const [row] = await db.rows<LogEnd>(
    `select (select coalesce(max(position), 0) from events) as position,
       (select coalesce(max(epoch), 0) from log_epochs) as epoch`,
  )
  return row ?? { position: 0, epoch: 0 }
}

export async function changedCases(db: Queryable, after: number, ceiling: number): Promise<string[]> {
  const rows = await db.rows<{ case_id: string }>(
    `select distinct case_id from events where position > $1 and position <= $2`,
    [after, ceiling],
  )
  return rows.map((row) => row.case_id)
}

export type ChangedCase = {
  caseId: string
  sensitivity: number
  /** It may have left the lists of somebody who saw it before: its sensitivity was set, or it was purged. */
  isWithdrawn: boolean
  isPurged: boolean
}

/** The same with how sensitive each case is. */
export async function changedSensitivities(
  db: Queryable,
  after: number,
  ceiling: number,
): Promise<ChangedCase[]> {
  return db.rows(
    `select e.case_id as "caseId", coalesce(w.sensitivity, 0) as sensitivity, s.purged_at is not null as "isPurged",
       e.is_set or s.purged_at is not null as "isWithdrawn"
     from (select case_id, bool_or(type = 'case.sensitivitySet') as is_set
       from events where position > $1 and position <= $2 group by case_id) e
     join case_streams s using (case_id) left join case_work w using (case_id)
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
