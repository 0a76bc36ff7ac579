import { mergeSpans, type Span, subtract } from '../core/time/spans.ts'
import type { Queryable } from './db.ts'

export type ReportedBusy = {
  binding: string
  participantId: string
  span: Span
  free: readonly Span[]
  at: Date
}

const range = ({ from, to }: Span) => `[${new Date(from).toISOString()},${new Date(to).toISOString()})`
const multirange = (spans: readonly Span[]) => `{${spans.map(range).join(',')}}`

/**
 * Stores a report of a calendar. The latest report counts, span by span: it replaces older reports of its span, except where
 * newer ones exist.
 */
export async function keepReported(tx: Queryable, { binding, participantId, span, free, at }: ReportedBusy) {
  const busy = subtract([span], mergeSpans(free))
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended($1, 2096))`, [`${binding} ${participantId}`])
  await tx.rows(
    `with older as (
       delete from told_busy where binding = $1 and participant_id = $2 and told_at < $5 and span && $3::tstzrange
       returning span, busy, told_at
     ), rest as (
       select piece as span, busy * tstzmultirange(piece) as busy, told_at
       from older, unnest(tstzmultirange(span) - tstzmultirange($3::tstzrange)) as piece
     ), newer as (
       select coalesce(range_agg(span), '{}') as spans from told_busy
       where binding = $1 and participant_id = $2 and told_at >= $5 and span && $3::tstzrange
     ), told as (
       select piece as span, $4::tstzmultirange * tstzmultirange(piece) as busy, $5::timestamptz as told_at
       from newer, unnest(tstzmultirange($3::tstzrange) - spans) as piece
     )
     insert into told_busy select $1, $2, span, busy, told_at from rest union all select $1, $2, span, busy, told_at from told`,
    [binding, participantId, range(span), multirange(busy), at],
  )
}

/** The reported busy times within a span. */
export async function listReported(
  db: Queryable,
  participantIds: readonly string[],
  within: Span,
): Promise<(Span & { participantId: string })[]> {
  const rows = await db.rows<{ id: string; starts: Date; ends: Date }>(
    `select participant_id as id, lower(piece) as starts, upper(piece) as ends
     from told_busy, unnest(busy) as piece where participant_id = any($1) and piece && $2::tstzrange`,
    [participantIds, range(within)],
  )
  return rows.map(({ id, starts, ends }) => ({
    participantId: id,
    from: starts.getTime(),
    to: ends.getTime(),
  }))
}
