import { dayMs, msEarlier } from '../../core/time/moments.ts'
import type { Queryable } from '../../store/db.ts'

const keptMs = 7 * dayMs

/** Requests are retried within days or never. */
export async function forgetOldAnswers(db: Queryable, now: Date) {
  await db.rows(`delete from answers where at < $1`, [msEarlier(now, keptMs)])
}
