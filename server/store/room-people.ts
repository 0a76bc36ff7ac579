import type { RoomEvent } from '@portico/contract/rooms'
import { msEarlier } from '../core/time/moments.ts'
import type { Database, Queryable } from './db.ts'

export type Seated = {
  handle: string
  personId: string
  caseId: string
  name: string
  isHost: boolean
  rotation: number
  seat: string | null
  seenAt: Date | null
  admittedAt: Date | null
  removedAt: Date | null
  consent: 'given' | 'refused' | null
  isHere: boolean
  storedBytes: number
  /** When a chunk of their sound was last stored. */
  storedAt: Date | null
}

const columns = `handle, person_id as "personId", case_id as "caseId", name, is_host as "isHost", rotation, seat,
  seen_at as "seenAt", admitted_at as "admittedAt", removed_at as "removedAt", consent, is_here as "isHere",
  stored_bytes::float8 as "storedBytes", stored_at as "storedAt"`

type OfPerson = { handle: string; personId: string }

export function peopleIn(db: Queryable, handle: string): Promise<Seated[]> {
  return db.rows<Seated>(`select ${columns} from room_people where handle = $1 order by name, person_id`, [
    handle,
  ])
}

/** Creates the person if missing, and locks the row until the transaction ends. */
export async function lockPerson(
  tx: Queryable,
  person: OfPerson & Pick<Seated, 'caseId' | 'name' | 'isHost'>,
): Promise<Seated> {
  const { handle, personId, caseId, name, isHost } = person
  await tx.rows(
    `insert into room_people (handle, person_id, case_id, name, is_host) values ($1, $2, $3, $4, $5)
     on conflict (handle, person_id) do nothing`,
    [handle, personId, caseId, name, isHost],
  )
  const [row] = await tx.rows<Seated>(
    `select ${columns} from room_people where handle = $1 and person_id = $2 for update`,
    [handle, personId],
  )
  return row as Seated
}

export async function findPerson(db: Queryable, { handle, personId }: OfPerson): Promise<Seated | undefined> {
  const [row] = await db.rows<Seated>(
    `select ${columns} from room_people where handle = $1 and person_id = $2`,
    [handle, personId],
  )
  return row
}

type Changes = Partial<{
  name: string
  is_host: boolean
  rotation: number
  seat: string | null
  seen_at: Date | null
  admitted_at: Date | null
  removed_at: Date | null
  consent: string | null
  consent_at: Date | null
  stored_at: null
  is_here: boolean
}>

export async function changePerson(
  db: Queryable,
  { handle, personId }: OfPerson,
  changes: Changes,
): Promise<void> {
  const entries = Object.entries(changes)
  const set = entries.map(([column], index) => `${column} = $${index + 3}`).join(', ')
  await db.rows(`update room_people set ${set} where handle = $1 and person_id = $2`, [
    handle,
    personId,
    ...entries.map(([, value]) => value),
  ])
}

/** Resets the time of the last stored sound, after a pause. */
export async function forgetStored(db: Queryable, handle: string): Promise<void> {
  await db.rows(`update room_people set stored_at = null where handle = $1`, [handle])
}

/** Renews a seat, if it is still theirs. */
export async function keepSeat(
  db: Queryable,
  { handle, personId }: OfPerson,
  seat: string,
  at: Date,
): Promise<boolean> {
  const rows = await db.rows(
    `update room_people set seen_at = $4 where handle = $1 and person_id = $2 and seat = $3 returning 1`,
    [handle, personId, seat, at],
  )
  return rows.length > 0
}

/** People whose page has stopped reporting, and who have therefore left. */
export function staleSeats(db: Queryable, before: Date): Promise<Seated[]> {
  return db.rows<Seated>(
    `select ${columns} from room_people where seat is not null and seen_at < $1 limit 100`,
    [before],
  )
}

export type NewRoomEvent = {
  handle: string
  caseId: string
  at: Date
  type: RoomEvent['type']
  from?: string
  to?: string
  data?: unknown
  isUntold?: boolean
}

/** Shared by writers of room events until they commit, and taken exclusively by readers. */
const fenceOf = (handle: string) => `hashtextextended('portico.room ' || ${handle}::text, 0)`

export async function addRoomEvent(db: Queryable, event: NewRoomEvent): Promise<void> {
  const { handle, caseId, at, type, from = null, to = null, data, isUntold = false } = event
  await db.rows(
    `with fence as materialized (select pg_advisory_xact_lock_shared(${fenceOf('$1')}))
     insert into room_events (handle, case_id, at, type, from_person, to_person, data, is_untold)
     select $1::text, $2::text, $3::timestamptz, $4::text, $5::text, $6::text, $7::jsonb, $8::boolean from fence`,
    [handle, caseId, at, type, from, to, data === undefined ? null : JSON.stringify(data), isUntold],
  )
}

/**
 * The events after a number that one person may see; none while a writer, which may have drawn a lower number, has not
 * committed.
 */
export async function roomEvents(
  db: Pick<Database, 'transaction'>,
  { handle, personId }: OfPerson,
  after: number,
): Promise<RoomEvent[]> {
  const rows = await eventsBehindFence(db, handle, personId, after).catch((error) => {
    if ((error as { code?: string }).code === lockTimedOut) return []
    throw error
  })
  return rows.map(({ number, type, at, from, data }) => ({
    number: Number(number),
    type,
    at: at.toISOString(),
    ...(from === null ? {} : { from }),
    ...(data === null ? {} : { data }),
  }))
}

type RoomEventRow = {
  number: string
  type: RoomEvent['type']
  at: Date
  from: string | null
  data: unknown
}

const lockTimedOut = '55P03'

const eventsBehindFence = (
  db: Pick<Database, 'transaction'>,
  handle: string,
  personId: string,
  after: number,
): Promise<RoomEventRow[]> =>
  db.transaction(async (tx) => {
    const [, , rows] = await Promise.all([
      tx.rows(`set local lock_timeout = '50ms'`),
      tx.rows(`select pg_advisory_xact_lock(${fenceOf('$1')})`, [handle]),
      tx.rows<RoomEventRow>(
        `select number, type, at, from_person as "from", data from room_events
         where handle = $1 and number > $3 and (to_person is null or to_person = $2) order by number limit 200`,
        [handle, personId, after],
      ),
    ])
    return rows
  })

export async function lastRoomEvent(db: Queryable, handle: string): Promise<number> {
  const [row] = await db.rows<{ last: string | null }>(
    `select max(number) as last from room_events where handle = $1`,
    [handle],
  )
  return Number(row?.last ?? 0)
}

/** Adds to a person's spending, which decays over time; false if that would exceed the limit. */
export async function spend(
  db: Queryable,
  { handle, personId }: OfPerson,
  { cost, most, fadesPerSecond, at }: { cost: number; most: number; fadesPerSecond: number; at: Date },
): Promise<boolean> {
  const rows = await db.rows(
    `update room_people p set spent = now.left + $3, spent_at = $6
     from (
       select greatest(0, spent - greatest(0, coalesce(extract(epoch from $6::timestamptz - spent_at), 0)) * $5) as left
       from room_people where handle = $1 and person_id = $2 for update
     ) as now
     where p.handle = $1 and p.person_id = $2 and now.left + $3 <= $4 returning 1`,
    [handle, personId, cost, most, fadesPerSecond, at],
  )
  return rows.length > 0
}

/** Deletes the events of rooms whose sessions are long over and whose sound is filed. */
export async function forgetActs(db: Queryable, endedBefore: Date, at: Date): Promise<void> {
  await db.rows(
    `with swept as (
       update rooms r set swept_at = $2
       where swept_at is null and coalesce(assembled_at, closed_at, cancelled_at) < $1
         and not exists (select from room_chunks c where c.handle = r.handle)
       returning handle)
     delete from room_events e using swept s where e.handle = s.handle`,
    [endedBefore, at],
  )
}

/** Deletes transient events. */
export async function forgetPassing(db: Queryable, before: Date): Promise<void> {
  await db.rows(`delete from room_events where type in ('signal', 'caption', 'stored') and at < $1`, [before])
}

export type UntoldPresence = {
  number: number
  handle: string
  type: 'joined' | 'left'
  at: Date
  personId: string
  name: string
  isHost: boolean
}

export async function untoldPresence(db: Queryable): Promise<UntoldPresence[]> {
  const rows = await db.rows<UntoldPresence & { number: string }>(
    `select e.number, e.handle, e.type, e.at, p.person_id as "personId", p.name, p.is_host as "isHost"
     from room_events e join room_people p on p.handle = e.handle and p.person_id = e.from_person
     where e.is_untold order by e.number limit 100`,
  )
  return rows.map((row) => ({ ...row, number: Number(row.number) }))
}

export async function markTold(db: Queryable, number: number): Promise<void> {
  await db.rows(`update room_events set is_untold = false where number = $1`, [number])
}

export type UnrecordedSpan = {
  from: Date
  to: Date | null
  /** Because the person had not consented. */
  isUnwanted: boolean
}

/** The spans in which a person was not to be recorded; the last may be open. */
export async function unrecordedSpans(
  db: Queryable,
  { handle, personId }: OfPerson,
  { slackMs }: { slackMs: number },
): Promise<UnrecordedSpan[]> {
  const rows = await db.rows<{ at: Date; data: { recording?: string; consent?: string } }>(
    `select at, data from room_events
     where handle = $1 and (type = 'recording' or (type = 'consent' and from_person = $2)) order by number`,
    [handle, personId],
  )
  const spans: UnrecordedSpan[] = []
  for (const { at, data } of rows) {
    const isUnwanted = data.consent !== undefined
    // There was no consent before they were asked; clocks may differ a little.
    if (isUnwanted && !spans.some((span) => span.isUnwanted))
      spans.push({ from: new Date(0), to: msEarlier(at, slackMs), isUnwanted })
    const open = spans.findLast((span) => span.isUnwanted === isUnwanted)
    if (open && open.to === null) open.to = at
    if ((data.consent ?? 'given') !== 'given' || (data.recording ?? 'on') !== 'on')
      spans.push({ from: at, to: null, isUnwanted })
  }
  return spans
}
