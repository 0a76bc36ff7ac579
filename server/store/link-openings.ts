import { createHash } from 'node:crypto'
import { msEarlier, msLater, secondsBetween } from '../core/time/moments.ts'
import type { Queryable } from './db.ts'

const minuteMs = 60_000

export type TakenOpenings = {
  /** The number of openings to use until `until`. */
  allowed: number
  until: Date
  /** The seconds to wait, if the limit is exceeded. */
  wait?: number
}

/** Reserves openings of a link from the limit per minute that all processes share. */
export async function takeOpenings(
  db: Queryable,
  link: string,
  { mostPerMinute, atOnce, at }: { mostPerMinute: number; atOnce: number; at: Date },
): Promise<TakenOpenings> {
  const [row] = await db.rows<{ openings: number; since: Date }>(
    `insert into link_openings as l (link, since, openings) values ($1, $2, $4)
     on conflict (link) do update set
       openings = case when l.since <= $3 then $4 else least(l.openings + $4, $5) end,
       since = case when l.since <= $3 then $2 else l.since end
     returning openings, since`,
    [createHash('sha256').update(link).digest(), at, msEarlier(at, minuteMs), atOnce, mostPerMinute + atOnce],
  )
  if (!row) return { allowed: 0, until: at }
  const allowed = Math.max(0, atOnce - Math.max(0, row.openings - mostPerMinute))
  const until = msLater(row.since, minuteMs)
  if (allowed > 0) return { allowed, until }
  return { allowed, until, wait: Math.max(1, Math.ceil(60 - secondsBetween(row.since, at))) }
}

/** Counts an opening, and returns the seconds to wait if the limit is exceeded. */
export async function countOpening(
  db: Queryable,
  link: string,
  limit: { mostPerMinute: number; at: Date },
): Promise<number | undefined> {
  return (await takeOpenings(db, link, { ...limit, atOnce: 1 })).wait
}

export async function forgetOpenings(db: Queryable, at: Date): Promise<void> {
  await db.rows(`delete from link_openings where since <= $1`, [msEarlier(at, minuteMs)])
}
