import type { NamedParticipant, Slot } from '@portico/contract/sessions'
import { latest } from '../core/time/moments.ts'
import { type Span, spanFrom } from '../core/time/spans.ts'
import type { Queryable } from './db.ts'

/** The bookings of a session in its participants' calendars; without `taken` they are released. */
export type BookingChange = {
  caseId: string
  sessionId: string
  /** The time of the change; bookings expired by then are free. */
  at: Date
  taken?: { participants: readonly NamedParticipant[]; slot: Slot; holdId?: string | undefined }
}

/** People and rooms can be in only one session at a time, unlike locations. A person has the same key in every role. */
export const keysOf = (
  participants: readonly Pick<NamedParticipant, 'kind' | 'id'>[],
  known: KnownKeys = new Map(),
): string[] =>
  [
    ...new Set(
      participants
        .filter(({ kind }) => kind !== 'location')
        .flatMap(({ kind, id }) => (kind === 'room' ? `room:${id}` : [id, ...(known.get(id)?.keys ?? [])])),
    ),
  ].toSorted()

/** The other keys of people, by ID. */
type KnownKeys = ReadonlyMap<string, { keys: readonly string[] }>

export const spanOf = ({ startsAt, minutes }: Pick<Slot, 'startsAt' | 'minutes'>): Span =>
  spanFrom(startsAt, minutes)

const row = (key: string, { from, to }: Span, columns: Record<string, unknown>) => ({
  participant: key,
  starts: new Date(from),
  ends: new Date(to),
  ...columns,
})

/**
 * Serializes bookings of the same keys. The constraint prevents double bookings; this prevents deadlocks between concurrent
 * transactions.
 */
const lockKeys = (tx: Queryable, keys: readonly string[], at: Date, otherKeys: OtherKeys) =>
  tx.rows(
    `select pg_advisory_xact_lock(hashtextextended(key, 2098)) from (
       select distinct k.key from unnest($1::text[]) as own cross join lateral (${withOthers('own', '$2', otherKeys)}) as k
       order by key) as locks`,
    [keys, at],
  )

/** A query with the one column `key` for the other keys of a person, by ID and day. */
export type OtherKeys = (id: string, today: string) => string

const withOthers = (key: string, at: string, otherKeys: OtherKeys) =>
  `select ${key} as key union ${otherKeys(key, `(${at}::timestamptz at time zone 'UTC')`)}`

/** Replaces bookings in one statement; an overlap violates `bookings_apart`. */
export async function changeBookings(
  tx: Queryable,
  changes: readonly BookingChange[],
  otherKeys: OtherKeys,
): Promise<void> {
  // The last of several changes to a session counts.
  const last = new Map(changes.map((change) => [change.sessionId, change]))
  const rows = [...last.values()].flatMap(({ caseId, sessionId, taken }) =>
    taken
      ? keysOf(taken.participants).map((key) =>
          row(key, spanOf(taken.slot), { case_id: caseId, session_id: sessionId }),
        )
      : [],
  )
  const holdIds = changes.flatMap(({ taken }) => taken?.holdId ?? [])
  const at = latest(...changes.map((change) => change.at))
  const locking = lockKeys(
    tx,
    rows.map(({ participant }) => participant),
    at,
    otherKeys,
  )
  const changed = tx.rows(
    `with expired as (delete from bookings where expires_at <= $4),
     replaced as (delete from bookings where session_id = any($2) or hold_id = any($3)),
     used as (delete from holds where id = any($3))
     insert into bookings (participant, span, case_id, session_id)
     select distinct k.key, tstzrange(starts, ends), case_id, session_id
     from jsonb_to_recordset($1) as r (participant text, starts timestamptz, ends timestamptz, case_id text, session_id text)
       cross join lateral (${withOthers('r.participant', '$4', otherKeys)}) as k
     order by k.key`,
    [JSON.stringify(rows), [...last.keys()], holdIds, at],
  )
  await Promise.all([locking, changed])
}

/**
 * Adds bookings under keys of people that became known after their sessions were scheduled. Keys taken by another session in
 * the meantime are skipped and returned as doubled.
 */
export async function completeBookings(
  tx: Queryable,
  { caseId, now }: { caseId?: string | undefined; now: Date },
  otherKeys: OtherKeys,
): Promise<{ completed: number; doubled: string[] }> {
  const missing = await tx.rows<{ key: string; participant: string; sessionId: string }>(
    `select k.key, b.participant, b.session_id as "sessionId"
     from bookings b cross join lateral (${otherKeys('b.participant', `($1::timestamptz at time zone 'UTC')`)}) as k
     where b.session_id is not null and upper(b.span) > $1 and ($2::text is null or b.case_id = $2)
       and not exists (select from bookings o where o.session_id = b.session_id and o.participant = k.key)
     order by k.key, lower(b.span), b.session_id`,
    [now, caseId ?? null],
  )
  const keys = [...new Set(missing.map(({ key }) => key))]
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended(key, 2098)) from unnest($1::text[]) as key`, [
    keys,
  ])
  const doubled: string[] = []
  for (const { key, participant, sessionId } of missing) {
    const added = await tx.rows(
      `insert into bookings (participant, span, case_id, session_id)
       select $1, b.span, b.case_id, b.session_id from bookings b
       where b.participant = $2 and b.session_id = $3
         and not exists (select from bookings o where o.participant = $1 and o.span && b.span)
       returning 1`,
      [key, participant, sessionId],
    )
    if (added.length === 0) doubled.push(participant)
  }
  return { completed: missing.length - doubled.length, doubled: [...new Set(doubled)] }
}

export type StoredHold = {
  id: string
  caseId: string | null
  participants: NamedParticipant[]
  slot: Slot
  heldBy: string
  expiresAt: Date
}

export async function addHold(
  tx: Queryable,
  hold: StoredHold,
  now: Date,
  otherKeys: OtherKeys,
): Promise<void> {
  const { id, caseId, participants, slot, heldBy, expiresAt } = hold
  const keys = keysOf(participants)
  const rows = keys.map((key) => row(key, spanOf(slot), {}))
  await lockKeys(tx, keys, now, otherKeys)
  await tx.rows(
    `with expired as (delete from bookings where expires_at <= $8), forgotten as (delete from holds where expires_at <= $8),
     held as (insert into holds values ($1, $2, $3, $4, $5, $6))
     insert into bookings (participant, span, case_id, hold_id, expires_at)
     select distinct k.key, tstzrange(starts, ends), $2, $1, $6::timestamptz
     from jsonb_to_recordset($7) as r (participant text, starts timestamptz, ends timestamptz)
       cross join lateral (${withOthers('r.participant', '$8', otherKeys)}) as k
     order by k.key`,
    [
      id,
      caseId,
      JSON.stringify(participants),
      JSON.stringify(slot),
      heldBy,
      expiresAt,
      JSON.stringify(rows),
      now,
    ],
  )
}

export async function findHold(db: Queryable, id: string, now: Date): Promise<StoredHold | undefined> {
  const [found] = await db.rows<StoredHold>(
    `select id, case_id as "caseId", participants, slot, held_by as "heldBy", expires_at as "expiresAt"
     from holds where id = $1 and expires_at > $2`,
    [id, now],
  )
  return found
}

export async function removeHold(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.rows(
    `with gone as (delete from bookings where hold_id = $1) delete from holds where id = $1 returning 1`,
    [id],
  )
  return rows.length > 0
}

export type Booking = Span & { participant: string; sessionId: string | null; holdId: string | null }

/** The bookings of the given keys in a span. */
export async function listBookings(
  db: Queryable,
  keys: readonly string[],
  within: Span,
  now: Date,
): Promise<Booking[]> {
  const rows = await db.rows<{
    participant: string
    starts: Date
    ends: Date
    sessionId: string | null
    holdId: string | null
  }>(
    `select participant, lower(span) as starts, upper(span) as ends, session_id as "sessionId", hold_id as "holdId"
     from bookings where participant = any($1) and span && tstzrange($2, $3) and (expires_at is null or expires_at > $4)
     order by participant, span`,
    [keys, new Date(within.from), new Date(within.to), now],
  )
  return rows.map(({ starts, ends, ...booking }) => ({
    ...booking,
    from: starts.getTime(),
    to: ends.getTime(),
  }))
}

/** Whether a write failed because a person or room is already booked. */
export function isOverlap(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23P01' && constraint === 'bookings_apart'
}
