import { createHash } from 'node:crypto'
import { msEarlier, secondsBetween } from '../core/time/moments.ts'
import type { Queryable } from './db.ts'

const minuteMs = 60_000

/** Counts an opening in any process. Returns the seconds to wait if there were too many in this minute. */
export async function countOpening(
  db: Queryable,
  link: string,
  { mostPerMinute, at }: { mostPerMinute: number; at: Date },
): Promise<number | undefined> {
  const [row] = await db.rows<{ openings: number; since: Date }>(
    `insert into link_openings as l (link, since, openings) values ($1, $2, 1)
     on conflict (link) do update set
       openings = case when l.since <= $3 then 1 else l.openings + 1 end,
       since = case when l.since <= $3 then $2 else l.since end
     returning openings, since`,
    [createHash('sha256').update(link).digest(), at, msEarlier(at, minuteMs)],
  )
  if (!row || row.openings <= mostPerMinute) return undefined
  return Math.max(1, Math.ceil(60 - secondsBetween(row.since, at)))
}

export async function forgetOpenings(db: Queryable, at: Date): Promise<void> {
  await db.rows(`delete from link_openings where since <= $1`, [msEarlier(at, minuteMs)])
}
