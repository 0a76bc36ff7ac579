import { type ChainedEnvelope, chainHash, hashData } from '../../core/kernel/chain.ts'
import { type Call, causeOf, type Fact } from '../../core/kernel/decider.ts'
import type { Queryable } from '../db.ts'
import type { StoredEvent } from './read.ts'
import { eventsFence, type Head, projectionsFence } from './stream.ts'

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
  return facts.map(({ type, subject, data, carried }) => {
    sequence += 1
    const dataHash = hashData(data)
    const envelope: ChainedEnvelope = {
      id: newEventId(sequence),
      caseId: head.caseId,
      sequence,
      type,
      at: carried?.at ?? at,
      recordedAt,
      actor: call.actor,
      correlationId: call.correlationId,
    }
    const onBehalfOf = carried?.by ?? call.onBehalfOf
    const causationId = carried ? causeOf(carried) : call.causationId
    if (onBehalfOf) envelope.onBehalfOf = onBehalfOf
    if (causationId) envelope.causationId = causationId
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

/** The text is a constant. */
export type Statement = { text: string; values: readonly unknown[] }

/**
 * Appends to cases that are not locked: `isStale` where one of them, or the profile, is no longer as known. The first
 * statement of its transaction: from here on nobody else changes these cases, and whatever stands behind fails with it.
 * An event that is alone takes a statement along: one costs less than two.
 */
export async function appendIfUnchanged(
  tx: Queryable,
  changes: readonly CaseEvents[],
  { profile }: Known,
  along: Statement | undefined,
): Promise<StoredEvent[]> {
  const events = changes.flatMap((change) => change.events)
  const heads = changes.map(({ head, events }) => {
    const { sequence, hash } = events.at(-1) as ChainedEvent
    return { caseId: head.caseId, known: head.version, knownHash: head.hash.toString('hex'), sequence, hash }
  })
  const [only, ...others] = heads
  if (!only) return []
  if (others.length > 0)
    return placed(
      events,
      await tx.rows(appendToManyUnlocked, [rowsOf(events), profile, JSON.stringify(heads)]),
    )
  const knownHash = Buffer.from(only.knownHash, 'hex')
  const head = [only.caseId, only.known, only.sequence, Buffer.from(only.hash, 'hex'), profile]
  const [first, ...more] = events
  if (!first || more.length > 0)
    return placed(events, await tx.rows(appendToOneUnlocked, [...head, rowsOf(events), knownHash]))
  const one = [...head, ...valuesOf(first), knownHash]
  const positions = along
    ? await tx.rows<Placed>(appendOneAnd(along.text), [...one, ...along.values])
    : await tx.rows<Placed>(appendOneUnlocked, one)
  return placed(events, positions)
}

export function isStale(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '40001'
}

function rowsOf(events: readonly ChainedEvent[]): string {
  return JSON.stringify(events.map((event) => ({ ...event, dataHash: event.dataHash.toString('hex') })))
}

/** What is not in the head of its case. */
function valuesOf(event: ChainedEvent) {
  const { actor, onBehalfOf } = event
  return [
    event.id,
    event.type,
    event.subject,
    event.at,
    event.recordedAt,
    JSON.stringify(actor),
    onBehalfOf ? JSON.stringify(onBehalfOf) : null,
    JSON.stringify(event.data),
    event.dataHash,
    event.causationId,
    event.correlationId,
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

/** By the hash too: in a log that was put back, a version may be of other events. */
const moveOne = (sharing: string, knownHash: string, moved = 'moved') => `
  with moved as (
    update case_streams set version = $3, hash = $4
    where case_id = $1 and version = $2 and hash = ${knownHash} and purged_at is null
    returning ${sharing}
  ),
  fence as materialized (
    select ensure_unchanged(exists (select from ${moved}), $5), ${shareFence(eventsFence)}
  )`

const moveOneInTurn = (knownHash: string) => moveOne(shareFence(projectionsFence), knownHash)

const appendToOneUnlocked = `${moveOneInTurn('$7')} ${insertEvents('$6')}`

const insertOne = `${intoEvents}
  select nextval('event_position'), $1, $3, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $4 from fence
  returning position`
const valuesOfOne = 17

/** As most are; its values as they are, without a detour over JSON. */
const appendOneUnlocked = `${moveOneInTurn('$17')} ${insertOne}`

/**
 * It holds the tables of what it takes along before it shares the fence: so it does not wait for a rebuild, which holds the
 * fence and waits for tables. It is stale then.
 */
const moveOneAtOnce = moveOne(
  `pg_try_advisory_xact_lock_shared(${projectionsFence}) as is_shared`,
  '$17',
  'moved where is_shared',
)

const takenAlong = new Map<string, string>()

function appendOneAnd(along: string): string {
  let text = takenAlong.get(along)
  if (!text) {
    const renumbered = along.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + valuesOfOne}`)
    text = `${moveOneAtOnce}, along as (${renumbered}) ${insertOne}`
    takenAlong.set(along, text)
  }
  return text
}

/** In one order, and waiting for none that somebody holds: whoever wants several cases waits for them one by one. */
const appendToManyUnlocked = `
  with heads as materialized (
    select * from jsonb_to_recordset($3) as h ("caseId" text, known int, "knownHash" text, sequence int, hash text)
  ),
  held as materialized (
    select h.* from heads h join case_streams s on s.case_id = h."caseId" and s.version = h.known
      and s.hash = decode(h."knownHash", 'hex') and s.purged_at is null
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
