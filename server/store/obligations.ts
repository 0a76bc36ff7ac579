import type { Queryable } from './db.ts'
import { type EventRow, fromRow, type StoredEvent } from './events.ts'

/** What an event obliges the platform to do at one binding of a port. Its id is the key of every call for it. */
export type NewObligation = {
  id: string
  port: string
  binding: string
  call: string
  caseId: string
  eventId: string
  eventType: string
  sequence: number
  /** What its event is about. */
  subject: string
  recipient?: string
  channel?: string
  at: string
}

export type ObligationStatus =
  | 'waiting'
  | 'sending'
  /** Answered; the receipt follows. */
  | 'accepted'
  | 'delivered'
  /** Given up: a dead letter. */
  | 'failed'
  | 'dropped'
  | 'cancelled'

/** Written in the transaction of the event. One that is there already stays as it is. */
export async function addObligations(tx: Queryable, owed: readonly NewObligation[]): Promise<void> {
  if (owed.length === 0) return
  await tx.rows(
    `insert into obligations (id, port, binding, call, case_id, event_id, event_type, sequence, subject, recipient,
       channel, status, due_at, created_at)
     select id, port, binding, call, "caseId", "eventId", "eventType", sequence, subject, recipient, channel, 'waiting',
       at, at
     from rows from (json_to_recordset($1) as (id text, port text, binding text, call text, "caseId" text,
       "eventId" text, "eventType" text, sequence int, subject text, recipient text, channel text, at timestamptz))
       with ordinality as o (id, port, binding, call, "caseId", "eventId", "eventType", sequence, subject, recipient,
         channel, at, place)
     order by place on conflict (id) do nothing`,
    [JSON.stringify(owed)],
  )
}

export type BindingName = { port: string; binding: string }

export type ClaimedObligation = {
  id: string
  call: string
  caseId: string
  subject: string
  recipient?: string
  channel?: string
  /** Counts from 1. */
  attempt: number
  createdAt: Date
  failingSince?: Date
  /** Undefined where it was erased by law. */
  event?: StoredEvent
}

/**
 * Leases what is due at a binding, of each case only what is first in its line: nobody else sends it until the lease is
 * over, and nothing behind it is sent before it is settled.
 */
export async function claimObligations(
  db: Queryable,
  { port, binding }: BindingName,
  lease: { now: Date; until: Date; by: string; most: number },
): Promise<ClaimedObligation[]> {
  const rows = await db.rows<ClaimedRow & EventRow>(
    `with due as materialized (
       select o.id from obligations o
       where o.port = $1 and o.binding = $2 and o.status in ('waiting', 'sending') and o.due_at <= $3
         and not exists (
           select from obligations before
           where before.port = o.port and before.binding = o.binding and before.case_id = o.case_id
             and before.number < o.number and before.status in ('waiting', 'sending'))
       order by o.number limit $4 for update skip locked
     )
     update obligations o
     set status = 'sending', attempts = attempts + 1, tried_at = $3, due_at = $5, leased_by = $6
     from due left join lateral (
       select e.* from obligations its join events e on e.case_id = its.case_id and e.sequence = its.sequence
       where its.id = due.id and e.data is not null
     ) e on true
     where o.id = due.id
     returning o.number, o.id as "obligationId", o.call, o.case_id as "inCase", o.subject as "about", o.recipient,
       o.channel, o.attempts as attempt, o.created_at as "createdAt", o.failing_since as "failingSince",
       e.position, e.case_id as "caseId", e.sequence, e.id, e.type, e.subject, e.at, e.recorded_at as "recordedAt",
       e.actor, e.on_behalf_of as "onBehalfOf", e.data, e.data_hash as "dataHash", e.causation_id as "causationId",
       e.correlation_id as "correlationId", encode(e.hash, 'hex') as hash`,
    [port, binding, lease.now, lease.most, lease.until, lease.by],
  )
  return rows.toSorted((one, other) => one.number - other.number).map(claimed)
}

type ClaimedRow = {
  number: number
  obligationId: string
  call: string
  inCase: string
  about: string
  recipient: string | null
  channel: string | null
  attempt: number
  createdAt: Date
  failingSince: Date | null
}

function claimed(row: ClaimedRow & EventRow): ClaimedObligation {
  const {
    number: _,
    obligationId,
    call,
    inCase,
    about,
    recipient,
    channel,
    attempt,
    createdAt,
    ...rest
  } = row
  const { failingSince, ...event } = rest
  return {
    id: obligationId,
    call,
    caseId: inCase,
    subject: about,
    attempt,
    createdAt,
    ...(recipient === null ? {} : { recipient }),
    ...(channel === null ? {} : { channel }),
    ...(failingSince === null ? {} : { failingSince }),
    ...(event.id === null ? {} : { event: fromRow(event) }),
  }
}

/** What became of an attempt. */
export type Settlement = {
  id: string
  attempt: number
  status: 'waiting' | 'accepted' | 'delivered' | 'failed' | 'cancelled'
  at: Date
  /** When it may be tried again. */
  dueAt?: Date
  failingSince?: Date
  code?: string
  error?: string
}

/**
 * An answer counts whoever has it; anything else only from whoever holds the lease. What is settled already stays so.
 */
export async function settleObligations(
  tx: Queryable,
  by: string,
  settled: readonly Settlement[],
): Promise<void> {
  if (settled.length === 0) return
  await tx.rows(
    `update obligations o set status = s.status, due_at = coalesce(s."dueAt", o.due_at), leased_by = null,
       failing_since = s."failingSince", error_code = s.code, error = s.error,
       settled_at = case when s.status = 'waiting' then null else s.at end
     from json_to_recordset($1) as s (id text, attempt int, status text, at timestamptz, "dueAt" timestamptz,
       "failingSince" timestamptz, code text, error text)
     where o.id = s.id and (
       o.status = 'sending' and o.leased_by = $2 and o.attempts = s.attempt
       or o.status in ('waiting', 'sending') and s.status in ('accepted', 'delivered'))`,
    [JSON.stringify(settled), by],
  )
}

/** Says which of them are still held. */
export async function renewLeases(
  db: Queryable,
  by: string,
  ids: readonly string[],
  until: Date,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `update obligations set due_at = $3 where id = any($2) and leased_by = $1 and status = 'sending' returning id`,
    [by, ids, until],
  )
  return rows.map(({ id }) => id)
}

/** The bindings that have something due. */
export function bindingsInDebt(db: Queryable, now: Date): Promise<BindingName[]> {
  return db.rows<BindingName>(
    `select distinct port, binding from obligations where status in ('waiting', 'sending') and due_at <= $1`,
    [now],
  )
}

/** The receipt of what was taken, or is being sent; it may come before the answer. */
export async function settleAccepted(
  tx: Queryable,
  of: BindingName & { call: string; subject: string; as: 'delivered' | 'failed'; at: Date },
): Promise<void> {
  await tx.rows(
    `update obligations set status = $5, settled_at = $6, leased_by = null
     where port = $1 and binding = $2 and call = $3 and subject = $4 and status in ('waiting', 'sending', 'accepted')`,
    [of.port, of.binding, of.call, of.subject, of.as, of.at],
  )
}
