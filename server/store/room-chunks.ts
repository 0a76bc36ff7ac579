import type { Queryable } from './db.ts'

export type StoredChunk = {
  handle: string
  personId: string
  track: string
  sequence: number
  caseId: string
  startedAt: Date
  offsetMs: number
  durationMs: number
  bytes: Buffer
  receivedAt: Date
}

/**
 * Durable when it resolves. A repeated chunk is only counted. Once the recordings of the room are being assembled, nothing is
 * stored, and the result is undefined. `missing` are the first missing chunks of the track before this one.
 */
export async function addChunk(
  db: Queryable,
  chunk: StoredChunk,
): Promise<{ isRepeated: boolean; missing: number[] } | undefined> {
  const { handle, personId, track, sequence, caseId, startedAt, offsetMs, durationMs, bytes, receivedAt } =
    chunk
  const [row] = await db.rows<{ repeats: number; missing: number[] }>(
    `with stored as (
       insert into room_chunks as known (handle, person_id, track, sequence, case_id, started_at, offset_ms, duration_ms,
         bytes, received_at)
       select $1, $2, $3, $4::int, $5, $6::timestamptz, $7::int, $8::int, $9::bytea, $10::timestamptz
       from rooms where handle = $1 and assembling_at is null for share
       on conflict (handle, person_id, track, sequence) do update set repeats = known.repeats + 1
       returning repeats
     ), counted as (
       update room_people set stored_bytes = stored_bytes + length($9::bytea),
         stored_at = greatest(stored_at, $10::timestamptz)
       where handle = $1 and person_id = $2 and exists (select from stored where repeats = 0)
     )
     select repeats, case when $4::int = 0 then '{}'::int[] else array(
       select n from generate_series(0, $4 - 1) as n
       where (select count(*) from room_chunks where handle = $1 and person_id = $2 and track = $3 and sequence < $4) < $4
         and not exists (
           select from room_chunks where handle = $1 and person_id = $2 and track = $3 and sequence = n)
       limit 50) end as missing
     from stored`,
    [handle, personId, track, sequence, caseId, startedAt, offsetMs, durationMs, bytes, receivedAt],
  )
  return row && { isRepeated: row.repeats > 0, missing: row.missing }
}

export type Track = {
  personId: string
  track: string
  startedAt: Date
  lengthMs: number
  chunks: number
  last: number
  repeats: number
}

/** The tracks of each person, in chronological order. */
export function tracksIn(db: Queryable, handle: string): Promise<Track[]> {
  return db.rows<Track>(
    `select person_id as "personId", track, min(started_at) as "startedAt",
       max(offset_ms + duration_ms) as "lengthMs", count(*)::int as chunks, max(sequence) as last, sum(repeats)::int as repeats
     from room_chunks where handle = $1 group by 1, 2 order by 1, 3, 2`,
    [handle],
  )
}

export type PieceOfTrack = { sequence: number; offsetMs: number; durationMs: number; bytes: Buffer }

/** The chunks of a track, read a few at a time. */
export async function* chunksOf(
  db: Queryable,
  { handle, personId, track }: { handle: string; personId: string; track: string },
): AsyncGenerator<PieceOfTrack> {
  let last = -1
  for (;;) {
    const rows = await db.rows<PieceOfTrack>(
      `select sequence, offset_ms as "offsetMs", duration_ms as "durationMs", bytes from room_chunks
       where handle = $1 and person_id = $2 and track = $3 and sequence > $4 order by sequence limit 50`,
      [handle, personId, track, last],
    )
    yield* rows
    const end = rows.at(-1)
    if (!end) return
    last = end.sequence
  }
}

/** SQL for whether a session has unfiled sound, apart from sound that could not be assembled. */
export const hasSound = (caseId: string, sessionId: string) =>
  `exists (select from rooms r join room_chunks c using (handle)
     where r.case_id = ${caseId} and r.session_id = ${sessionId} and not exists (
       select from session_artifacts f
       where f.case_id = c.case_id and f.handle = c.handle and f.artifact_id = 'sound_' || c.person_id
         and f.why is not null))`

/** Deletes chunks whose recording is filed as a document. */
export async function forgetFiledChunks(db: Queryable, binding: string): Promise<void> {
  await db.rows(
    `delete from room_chunks c using session_artifacts a
     where a.binding = $1 and a.document_id is not null and a.case_id = c.case_id and a.handle = c.handle
       and a.artifact_id = 'sound_' || c.person_id`,
    [binding],
  )
}
