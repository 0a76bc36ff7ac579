import type { Actor } from '@portico/contract/envelope'
import type { EventType, PorticoEvent } from '@portico/contract/events'
import { chainHash, chainStart, hashData } from '../core/kernel/chain.ts'
import { type Call, type Fact, type Reads, type Recorded, Refusal } from '../core/kernel/decider.ts'
import type { Database, Queryable } from './db.ts'

/** The end of a case's chain. One that is new has no stream yet. */
export type Head = { caseId: string; version: number; hash: Buffer; isNew?: boolean }

/** A row's data is null where the payload was erased by law. */
export type StoredEvent = PorticoEvent & { subject: string; dataHash: Buffer }

export const eventsFence = 7_041_001
export const projectionsFence = 7_041_002

/**
 * Locks the case until the transaction ends; nobody else changes it meanwhile. The fence that a rebuild takes alone,
 * to swap the tables, is shared by everyone who holds a case.
 */
export async function lockCase(tx: Queryable, caseId: string): Promise<Head | undefined> {
  const [row] = await tx.rows<{ version: number; hash: Buffer }>(
    `select version, hash, pg_advisory_xact_lock_shared($2) from case_streams
     where case_id = $1 and purged_at is null for update`,
    [caseId, projectionsFence],
  )
  return row && { caseId, version: row.version, hash: row.hash }
}

/** Locks a case that may not be there yet. */
export async function openStream(tx: Queryable, caseId: string): Promise<Head> {
  const [, head] = await Promise.all([
    tx.rows(`insert into case_streams (case_id, version, hash) values ($1, 0, $2) on conflict do nothing`, [
      caseId,
      chainStart,
    ]),
    lockCase(tx, caseId),
  ])
  if (!head) throw new Refusal('conflict', 'A case with this id existed and was purged: use another id.')
  return head
}

/** Takes back what `openStream` has made, where no case is opened after all. */
export async function leaveStream(tx: Queryable, caseId: string): Promise<void> {
  await tx.rows(`delete from case_streams where case_id = $1 and version = 0`, [caseId])
}

/** For whoever reads derived tables before locking a case: a rebuild that swaps them comes before or after. */
export async function shareProjections(tx: Queryable): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock_shared($1)`, [projectionsFence])
}

/** Locks cases that are there, in one order for all who lock several at once. */
export async function lockCases(tx: Queryable, caseIds: readonly string[]): Promise<Head[]> {
  return tx.rows<Head>(
    `select case_id as "caseId", version, hash from case_streams where case_id = any($1) and purged_at is null
     order by case_id for update`,
    [caseIds],
  )
}

export type SnapshotKey = { caseId: string; decider: string; subject: string; stateVersion: number }

export type Loaded<State> = { snapshot: State | undefined; tail: Recorded[] }

/**
 * What happened of the events that a decider reads: behind the version that is known already, or else behind the last
 * snapshot, which then comes too.
 */
export async function loadState<State>(
  tx: Queryable,
  key: SnapshotKey,
  reads: Reads,
  knownVersion: number | undefined,
): Promise<Loaded<State>> {
  const values = [key.caseId, key.decider, key.subject, key.stateVersion, knownVersion ?? null]
  const [row] =
    'subject' in reads
      ? await tx.rows<LoadedRow<State>>(loadBySubject, [...values, reads.subject])
      : await tx.rows<LoadedRow<State>>(loadByTypes, [...values, reads.types])
  return fromLoaded(row)
}

function fromLoaded<State>(row: LoadedRow<State> | undefined): Loaded<State> {
  const tail = (row?.tail ?? []).map(({ onBehalfOf, ...event }) => ({
    ...event,
    at: new Date(event.at).toISOString(),
    ...(onBehalfOf ? { onBehalfOf } : {}),
  })) as Recorded[]
  return { snapshot: row?.state ?? undefined, tail }
}

const recorded = `json_build_object('type', e.type, 'subject', e.subject, 'at', e.at, 'actor', e.actor,
  'onBehalfOf', e.on_behalf_of, 'data', e.data)`
const loadStatement = (isRead: string) =>
  `select s.state, array(
     select ${recorded} from events e
     where e.case_id = $1 and ${isRead} and e.sequence > coalesce($5, s.sequence, 0) order by e.sequence
   ) as tail
   from (select) as one left join snapshots s on $5::int is null
     and s.case_id = $1 and s.decider = $2 and s.subject = $3 and s.state_version = $4`
const loadBySubject = loadStatement(`e.subject = $6`)
const loadByTypes = loadStatement(`e.type = any($6)`)

type LoadedRow<State> = { state: State | null; tail: (Recorded & { onBehalfOf: Actor | null })[] }

/**
 * The same of many at once, which a decider reads in the same way: for each, what it is read by is its subject, unless
 * there are types.
 */
export async function loadStates(
  tx: Queryable,
  { decider, stateVersion }: Pick<SnapshotKey, 'decider' | 'stateVersion'>,
  asked: readonly { caseId: string; subject: string; knownVersion: number | undefined }[],
  types?: readonly EventType[],
): Promise<Loaded<unknown>[]> {
  if (asked.length === 0) return []
  const values = [
    decider,
    stateVersion,
    asked.map(({ caseId }) => caseId),
    asked.map(({ subject }) => subject),
    asked.map(({ knownVersion }) => knownVersion ?? null),
  ]
  const rows = types
    ? await tx.rows<LoadedRow<unknown>>(loadManyByTypes, [...values, types])
    : await tx.rows<LoadedRow<unknown>>(loadManyBySubject, values)
  return rows.map(fromLoaded)
}

const loadManyStatement = (isRead: string) =>
  `select s.state, array(
     select ${recorded} from events e
     where e.case_id = k.case_id and ${isRead} and e.sequence > coalesce(k.known, s.sequence, 0) order by e.sequence
   ) as tail
   from unnest($3::text[], $4::text[], $5::int[]) with ordinality as k (case_id, subject, known, place)
   left join snapshots s on k.known is null
     and s.case_id = k.case_id and s.decider = $1 and s.subject = k.subject and s.state_version = $2
   order by k.place`
const loadManyBySubject = loadManyStatement(`e.subject = k.subject`)
const loadManyByTypes = loadManyStatement(`e.type = any($6)`)

/** The state comes as JSON. */
export async function saveSnapshot(tx: Queryable, key: SnapshotKey, sequence: number, state: string) {
  await tx.rows(
    `insert into snapshots (case_id, decider, subject, state_version, sequence, state)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (case_id, decider, subject)
     do update set state_version = excluded.state_version, sequence = excluded.sequence, state = excluded.state`,
    [key.caseId, key.decider, key.subject, key.stateVersion, sequence, state],
  )
}

type WithoutPosition<Event> = Event extends unknown ? Omit<Event, 'position'> : never

/** An event whose place among all events is not given yet. */
export type ChainedEvent = WithoutPosition<StoredEvent>

/** Puts facts behind the head of their case: the next sequence numbers and the next links of the chain. */
export function chain(
  head: Head,
  call: Call,
  facts: Fact[],
  newEventId: (sequence: number) => string,
): ChainedEvent[] {
  let { version: sequence, hash: previous } = head
  const at = call.at.toISOString()
  const recordedAt = call.recordedAt?.toISOString() ?? at
  return facts.map(({ type, subject, data }) => {
    sequence += 1
    const dataHash = hashData(data)
    const envelope = {
      id: newEventId(sequence),
      caseId: head.caseId,
      sequence,
      type,
      at,
      recordedAt,
      actor: call.actor,
      ...(call.onBehalfOf ? { onBehalfOf: call.onBehalfOf } : {}),
      ...(call.causationId ? { causationId: call.causationId } : {}),
      correlationId: call.correlationId,
    }
    previous = chainHash(previous, envelope, dataHash)
    return { ...envelope, subject, data, dataHash, hash: previous.toString('hex') } as ChainedEvent
  })
}

/** What is written behind the head of one case. */
export type CaseEvents = { head: Head; events: readonly ChainedEvent[] }

/**
 * The last statement of a transaction. Positions are drawn under a lock that all writers share and that a
 * reader takes alone for a moment, so that whatever it then sees as the newest position, all before it is
 * visible: a late commit cannot slip under.
 */
export async function append(tx: Queryable, changes: readonly CaseEvents[]): Promise<StoredEvent[]> {
  const events = changes.flatMap((change) => change.events)
  const heads = changes.flatMap(({ head, events }) => {
    const last = events.at(-1)
    return last ? [{ caseId: head.caseId, sequence: last.sequence, hash: last.hash, isNew: head.isNew }] : []
  })
  const [only] = heads
  if (!only) return []
  const rows = rowsOf(events)
  const positions =
    heads.length === 1 && !only.isNew
      ? await tx.rows<Placed>(appendToOne, [only.caseId, only.sequence, Buffer.from(only.hash, 'hex'), rows])
      : await tx.rows<Placed>(appendToMany, [rows, JSON.stringify(heads)])
  return placed(events, positions)
}

/** What was known when events were decided without a lock, beside the heads of their cases; without a profile any will do. */
export type Known = { profile: number | undefined }

/**
 * Appends to cases that are not locked: `isStale` where one of them, or the profile, is no longer as known. The first
 * statement of its transaction: from here on nobody else changes these cases, and whatever stands behind fails with it.
 */
export async function appendIfUnchanged(
  tx: Queryable,
  changes: readonly CaseEvents[],
  { profile }: Known,
): Promise<StoredEvent[]> {
  const events = changes.flatMap((change) => change.events)
  const heads = changes.map(({ head, events }) => {
    const { sequence, hash } = events.at(-1) as ChainedEvent
    return { caseId: head.caseId, known: head.version, sequence, hash }
  })
  const [only, ...others] = heads
  if (!only) return []
  if (others.length > 0)
    return placed(
      events,
      await tx.rows(appendToManyUnlocked, [rowsOf(events), profile, JSON.stringify(heads)]),
    )
  const head = [only.caseId, only.known, only.sequence, Buffer.from(only.hash, 'hex'), profile]
  const positions =
    events.length === 1
      ? await tx.rows<Placed>(appendOneUnlocked, [...head, ...valuesOf(events[0]!)])
      : await tx.rows<Placed>(appendToOneUnlocked, [...head, rowsOf(events)])
  return placed(events, positions)
}

export function isStale(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '40001'
}

function rowsOf(events: readonly ChainedEvent[]): string {
  return JSON.stringify(events.map((event) => ({ ...event, dataHash: event.dataHash.toString('hex') })))
}

/** What is not in the head of its case. */
function valuesOf({
  id,
  type,
  subject,
  at,
  recordedAt,
  data,
  dataHash,
  correlationId,
  ...event
}: ChainedEvent) {
  const { actor, onBehalfOf, causationId } = event
  return [
    id,
    type,
    subject,
    at,
    recordedAt,
    JSON.stringify(actor),
    onBehalfOf ? JSON.stringify(onBehalfOf) : null,
    JSON.stringify(data),
    dataHash,
    causationId,
    correlationId,
  ]
}

type Placed = { position: number }

function placed(events: readonly ChainedEvent[], positions: readonly Placed[]): StoredEvent[] {
  return events.map((event, index) => ({ ...event, position: positions[index]?.position }) as StoredEvent)
}

const intoEvents = `
  insert into events (position, case_id, sequence, id, type, subject, at, recorded_at, actor, on_behalf_of,
    data, data_hash, causation_id, correlation_id, hash)`

const insertEvents = (rows: string) => `${intoEvents}
  select nextval('event_position'), "caseId", sequence, id, type, subject, at, "recordedAt", actor, "onBehalfOf",
    data, decode("dataHash", 'hex'), "causationId", "correlationId", decode(hash, 'hex')
  from fence, jsonb_to_recordset(${rows}) as e ("caseId" text, sequence int, id text, type text, subject text,
    at timestamptz, "recordedAt" timestamptz, actor jsonb, "onBehalfOf" jsonb, data jsonb, "dataHash" text,
    "causationId" text, "correlationId" text, hash text)
  returning position`

const shareFence = (fence: number) => `pg_advisory_xact_lock_shared(${fence})`

const appendToOne = `
  with fence as materialized (select ${shareFence(eventsFence)}),
  head as (update case_streams set version = $2, hash = $3 where case_id = $1)
  ${insertEvents('$4')}`

const moveOne = `
  with moved as (
    update case_streams set version = $3, hash = $4 where case_id = $1 and version = $2 and purged_at is null
    returning ${shareFence(projectionsFence)}
  ),
  fence as materialized (
    select ensure_unchanged(exists (select from moved), $5), ${shareFence(eventsFence)}
  )`

const appendToOneUnlocked = `${moveOne} ${insertEvents('$6')}`

/** As most are; its values as they are, without a detour over JSON. */
const appendOneUnlocked = `${moveOne} ${intoEvents}
  select nextval('event_position'), $1, $3, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $4 from fence
  returning position`

/** In one order, and waiting for none that somebody holds: whoever wants several cases waits for them one by one. */
const appendToManyUnlocked = `
  with heads as materialized (
    select * from jsonb_to_recordset($3) as h ("caseId" text, known int, sequence int, hash text)
  ),
  held as materialized (
    select h.* from heads h join case_streams s on s.case_id = h."caseId" and s.version = h.known and s.purged_at is null
    order by s.case_id for no key update of s skip locked
  ),
  moved as (
    update case_streams s set version = h.sequence, hash = decode(h.hash, 'hex')
    from held h where s.case_id = h."caseId"
    returning ${shareFence(projectionsFence)}
  ),
  fence as materialized (
    select ensure_unchanged((select count(*) from moved) = (select count(*) from heads), $2), ${shareFence(eventsFence)}
  )
  ${insertEvents('$1')}`

/** A case that is opened here has no row to lock before. */
const appendToMany = `
  with fence as materialized (select ${shareFence(eventsFence)}),
  heads as materialized (
    select * from jsonb_to_recordset($2) as h ("caseId" text, sequence int, hash text, "isNew" boolean)
  ),
  opened as (
    insert into case_streams (case_id, version, hash)
    select "caseId", sequence, decode(hash, 'hex') from heads where "isNew"
  ),
  moved as (
    update case_streams s set version = h.sequence, hash = decode(h.hash, 'hex')
    from heads h where s.case_id = h."caseId" and h."isNew" is not true
  )
  ${insertEvents('$1')}`

export async function eraseCase(tx: Queryable, caseId: string, upTo: number, at: Date): Promise<void> {
  await tx.rows(`select erase_case($1, $2, $3)`, [caseId, upTo, at])
}

/** Of a purged case, by the event that is its last; where that does not tell, it is for those cleared for all. */
export const sensitivityAtPurge = (caseId: string, sequence: string) => `coalesce((
  select (p.data->>'sensitivity')::int from events p where p.case_id = ${caseId} and p.sequence = ${sequence}), 9)`

export async function purgedSince(db: Queryable, since: Date): Promise<string[]> {
  const rows = await db.rows<{ case_id: string }>(
    `select case_id from case_streams where purged_at > $1 order by purged_at, case_id`,
    [since],
  )
  return rows.map((row) => row.case_id)
}

/**
 * Erases once more what was purged by then, some cases at a time: work that was under way may have written something
 * of them since.
 */
export async function eraseAgain(db: Queryable, purgedBy: Date, now: Date): Promise<number> {
  const rows = await db.rows(
    `with again as (
       select s.case_id, e.sequence, s.purged_at
       from case_streams s join events e on e.case_id = s.case_id and e.type = 'case.purged'
       where s.purged_at <= $1 and s.erased_at is null order by s.purged_at, s.case_id limit 100
     ), erased as materialized (
       select case_id, erase_case(case_id, sequence - 1, purged_at) from again
     )
     update case_streams s set erased_at = $2 from erased where s.case_id = erased.case_id returning s.case_id`,
    [purgedBy, now],
  )
  return rows.length
}

export type EventsRead = { after?: number; types?: readonly EventType[] | undefined; limit: number }

const columns = `position, case_id as "caseId", sequence, id, type, subject, at, recorded_at as "recordedAt", actor,
  on_behalf_of as "onBehalfOf", data, data_hash as "dataHash", causation_id as "causationId",
  correlation_id as "correlationId", encode(hash, 'hex') as hash`

/** Within a case no late commit is possible: its row is locked from the first statement to the commit. */
export async function readCaseEvents(
  db: Queryable,
  caseId: string,
  read: EventsRead,
): Promise<StoredEvent[]> {
  const rows = await db.rows<EventRow>(
    `select ${columns} from events
     where case_id = $1 and position > $2 and ($3::text[] is null or type = any($3))
     order by sequence limit $4`,
    [caseId, read.after ?? 0, read.types ?? null, read.limit],
  )
  return rows.map(fromRow)
}

/** What happened last in a case, the latest first; without what was erased. */
export async function latestEvents(
  db: Queryable,
  caseId: string,
  { types, limit }: { types: readonly string[]; limit: number },
): Promise<StoredEvent[]> {
  const rows = await db.rows<EventRow>(
    `select ${columns} from events where case_id = $1 and type = any($2) and data is not null
     order by sequence desc limit $3`,
    [caseId, types, limit],
  )
  return rows.map(fromRow)
}

/** What happened in the case to one thing. */
export async function readSubjectEvents(
  db: Queryable,
  caseId: string,
  subject: string,
  read: Omit<EventsRead, 'types'>,
): Promise<StoredEvent[]> {
  const rows = await db.rows<EventRow>(
    `select ${columns} from events where case_id = $1 and subject = $2 and position > $3
     order by sequence limit $4`,
    [caseId, subject, read.after ?? 0, read.limit],
  )
  return rows.map(fromRow)
}

/**
 * Up to a ceiling from `eventCeiling`, so that a reader at a position never misses what commits late. With `upTo`,
 * without the events of cases above that sensitivity.
 */
export async function readAllEvents(
  db: Queryable,
  read: EventsRead & { ceiling: number; upTo?: number },
): Promise<StoredEvent[]> {
  const rows = await db.rows<EventRow>(
    `select ${columns} from events
     where position > $1 and position <= $2 and ($3::text[] is null or type = any($3))
       and ($5::int is null or not exists (
         select from case_work w where w.case_id = events.case_id and w.sensitivity > $5)
         and not exists (
           select from case_streams s where s.case_id = events.case_id and s.purged_at is not null
             and ${sensitivityAtPurge('s.case_id', 's.version')} > $5))
     order by position limit $4`,
    [read.after ?? 0, read.ceiling, read.types ?? null, read.limit, read.upTo ?? null],
  )
  return rows.map(fromRow)
}

/** What has happened to some cases, by kind of event. */
export async function eventsOfCases(
  db: Queryable,
  caseIds: readonly string[],
  types: readonly string[],
): Promise<StoredEvent[]> {
  if (caseIds.length === 0 || types.length === 0) return []
  const rows = await db.rows<EventRow>(
    `select ${columns} from events where case_id = any($1) and type = any($2) and data is not null`,
    [caseIds, types],
  )
  return rows.map(fromRow)
}

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

export type EventRow = {
  position: number
  caseId: string
  sequence: number
  id: string
  type: EventType
  subject: string
  at: Date
  recordedAt: Date
  actor: Actor
  onBehalfOf: Actor | null
  data: unknown
  dataHash: Buffer
  causationId: string | null
  correlationId: string
  hash: string
}

export function fromRow({ onBehalfOf, causationId, at, recordedAt, ...row }: EventRow): StoredEvent {
  return {
    ...row,
    at: at.toISOString(),
    recordedAt: recordedAt.toISOString(),
    ...(onBehalfOf ? { onBehalfOf } : {}),
    ...(causationId ? { causationId } : {}),
  } as StoredEvent
}

/** Every event, case by case in order: what proves the chains. */
export async function* readChains(
  db: Queryable,
  caseId?: string,
  pageSize = 1000,
): AsyncGenerator<StoredEvent[]> {
  let last: StoredEvent | undefined
  do {
    const rows: EventRow[] = await db.rows(
      `select ${columns} from events
       where (case_id, sequence) > ($1, $2) and ($3::text is null or case_id = $3)
       order by case_id, sequence limit $4`,
      [last?.caseId ?? caseId ?? '', last?.sequence ?? 0, caseId ?? null, pageSize],
    )
    const events = rows.map(fromRow)
    if (events.length > 0) yield events
    last = events.length === pageSize ? events.at(-1) : undefined
  } while (last)
}

export async function readHeads(db: Queryable, caseId?: string): Promise<Head[]> {
  return db.rows<Head>(
    `select case_id as "caseId", version, hash from case_streams where $1::text is null or case_id = $1`,
    [caseId ?? null],
  )
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

const mostChanges = 100

/** What has happened to a case behind a version, and to what; undefined where that is a lot. */
export async function changesSince(
  db: Queryable,
  caseId: string,
  version: number,
): Promise<{ sequence: number; type: EventType; subject: string }[] | undefined> {
  const rows = await db.rows<{ sequence: number; type: EventType; subject: string }>(
    `select sequence, type, subject from events where case_id = $1 and sequence > $2
     order by sequence limit $3`,
    [caseId, version, mostChanges + 1],
  )
  return rows.length > mostChanges ? undefined : rows
}

/** The last of these that happened to a case. */
export async function lastOf(
  db: Queryable,
  caseId: string,
  types: readonly EventType[],
): Promise<{ sequence: number; recordedAt: string } | undefined> {
  const [row] = await db.rows<{ sequence: number; recorded_at: Date }>(
    `select e.sequence, e.recorded_at
     from unnest($2::text[]) as t (type)
     cross join lateral (
       select sequence, recorded_at from events where case_id = $1 and type = t.type order by sequence desc limit 1
     ) e
     order by e.sequence desc limit 1`,
    [caseId, types],
  )
  return row && { sequence: row.sequence, recordedAt: row.recorded_at.toISOString() }
}

/** How many of a case's events have lost their payload by law, and how many are not for all who see the case. */
export async function countUnshown(db: Queryable, caseId: string) {
  const [row] = await db.rows<{ erased: number; restricted: number }>(
    `select count(*) filter (where data is null)::int as erased,
       count(*) filter (where type = 'document.annotationRemoved'
         or type = 'document.annotated' and data->>'visibility' in ('private', 'team'))::int as restricted
     from events where case_id = $1`,
    [caseId],
  )
  return { erased: row?.erased ?? 0, restricted: row?.restricted ?? 0 }
}

/** The version of a case as of a position or a time; undefined where it was not there yet. */
export async function versionAsOf(
  db: Queryable,
  caseId: string,
  { position, time }: { position?: number; time?: Date },
): Promise<{ version: number; at: string } | undefined> {
  const [row] = await db.rows<{ sequence: number; recorded_at: Date }>(
    `select sequence, recorded_at from events
     where case_id = $1 and ($2::bigint is null or position <= $2) and ($3::timestamptz is null or recorded_at <= $3)
     order by sequence desc limit 1`,
    [caseId, position ?? null, time ?? null],
  )
  return row && { version: row.sequence, at: row.recorded_at.toISOString() }
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
