import type { Queryable } from '../../store/db.ts'

const keptMs = 7 * 86_400_000

/** Requests are retried within days or never. */
export async function forgetOldAnswers(db: Queryable, now: Date) {
  await db.rows(`delete from answers where at < $1`, [new Date(now.getTime() - keptMs)])
}
