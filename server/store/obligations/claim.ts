import type { Queryable } from '../db.ts'
import { type EventRow, fromRow, type StoredEvent } from '../events/read.ts'
import type { BindingName } from '../port-bindings.ts'

export type ClaimedObligation = {
  id: string
  /** What the other side is called with: the id, until it has to do again what it has done. */
  key: string
  call: string
  caseId: string
  subject: string
  recipient?: string
  channel?: string
  /** Counts from 1, over the whole life of the obligation. */
  attempt: number
  /** How many of them were made before somebody had it sent again. */
  attemptsBefore: number
  createdAt: Date
  failingSince?: Date
  /** Undefined where it was erased by law. */
  event?: StoredEvent
}

/**
 * Leases what is due at a binding, of each case only what is first in its line: nobody else sends it until the lease is
 * over, and nothing behind it is sent before it is settled. What goes to one recipient does not wait for what goes to
 * another, or by another channel; what goes to nobody in particular waits for all but what is put off.
 */
export function claimObligations(db: Queryable, at: BindingName, lease: Lease): Promise<ClaimedObligation[]> {
  return leased(
    db,
    `o.status in ('waiting', 'sending') and o.due_at <= $3
       and not exists (
         select from obligations before
         where before.port = o.port and before.binding = o.binding and before.case_id = o.case_id
           and before.number < o.number and before.status in ('waiting', 'sending')
           and not (
             (before.recipient, before.channel) is distinct from (o.recipient, o.channel)
             and (before.recipient is not null and o.recipient is not null or exists (
               select from obligations off
               where off.port = o.port and off.binding = o.binding and off.case_id = o.case_id
                 and off.is_put_off and off.status = 'waiting' and off.number <= before.number
                 and (off.recipient, off.channel) is not distinct from (before.recipient, before.channel)))))`,
    at,
    lease,
  )
}

/** Leases what its binding has failed since a time, whether or not it is its turn: it is to be given up. */
export function claimOverdue(
  db: Queryable,
  at: BindingName,
  { failingSince, ...lease }: Lease & { failingSince: Date },
): Promise<ClaimedObligation[]> {
  return leased(db, `o.status = 'waiting' and o.failing_since <= $7`, at, lease, failingSince)
}

/** Leases what nobody sends any more, whether or not it is its turn. */
export function claimLeft(db: Queryable, at: BindingName, lease: Lease): Promise<ClaimedObligation[]> {
  return leased(db, `(o.status = 'waiting' or o.status = 'sending' and o.due_at <= $3)`, at, lease)
}

type Lease = { now: Date; until: Date; by: string; most: number }

async function leased(
  db: Queryable,
  which: string,
  { port, binding }: BindingName,
  { now, most, until, by }: Lease,
  ...more: Date[]
): Promise<ClaimedObligation[]> {
  const rows = await db.rows<ClaimedRow & EventRow>(
    `with due as materialized (
       select o.id from obligations o
       where o.port = $1 and o.binding = $2 and ${which}
       order by o.number limit $4 for update skip locked
     )
     update obligations o
     set status = 'sending', attempts = attempts + 1, tried_at = $3, due_at = $5, leased_by = $6, is_put_off = false
     from due left join lateral (
       select e.* from obligations its join events e on e.case_id = its.case_id and e.sequence = its.sequence
       where its.id = due.id and e.data is not null
     ) e on true
     where o.id = due.id
     returning o.number, o.id as "obligationId", o.call, o.case_id as "inCase", o.subject as "about", o.recipient,
       o.channel, o.attempts as attempt, o.attempts_before as "attemptsBefore", o.key_number as "keyNumber",
       o.created_at as "createdAt", o.failing_since as "failingSince",
       e.position, e.case_id as "caseId", e.sequence, e.id, e.type, e.subject, e.at, e.recorded_at as "recordedAt",
       e.actor, e.on_behalf_of as "onBehalfOf", e.data, e.data_hash as "dataHash", e.causation_id as "causationId",
       e.correlation_id as "correlationId", encode(e.hash, 'hex') as hash`,
    [port, binding, now, most, until, by, ...more],
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
  attemptsBefore: number
  keyNumber: number
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
    attemptsBefore,
    keyNumber,
    createdAt,
    ...rest
  } = row
  const { failingSince, ...event } = rest
  return {
    id: obligationId,
    key: keyOf(obligationId, keyNumber),
    call,
    caseId: inCase,
    subject: about,
    attempt,
    attemptsBefore,
    createdAt,
    ...(recipient === null ? {} : { recipient }),
    ...(channel === null ? {} : { channel }),
    ...(failingSince === null ? {} : { failingSince }),
    ...(event.id === null ? {} : { event: fromRow(event) }),
  }
}

/** The first key is the id of the obligation. */
export const keyOf = (id: string, number: number): string => (number === 0 ? id : `${id}-${number}`)

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

/**
 * What waits untried behind a failure runs out of time, too: behind the first in the line of a case, or of every case
 * where the binding is not there at all.
 */
export async function spreadFailure(
  db: Queryable,
  { port, binding }: BindingName,
  {
    caseId,
    recipient,
    channel,
    since,
  }: { since: Date } & Partial<Pick<ClaimedObligation, 'caseId' | 'recipient' | 'channel'>>,
): Promise<void> {
  await db.rows(
    `update obligations set failing_since = $4
     where port = $1 and binding = $2 and ($3::text is null or case_id = $3) and status = 'waiting'
       and failing_since is null
       and ($5::text is null or recipient is null or (recipient, channel) is not distinct from ($5, $6::text))`,
    [port, binding, caseId ?? null, since, recipient ?? null, channel ?? null],
  )
}

/** It is their turn again: what was not tried itself has all its time. */
export async function forgetFailure(
  db: Queryable,
  { port, binding }: BindingName,
  caseId?: string,
): Promise<void> {
  await db.rows(
    `update obligations set failing_since = null
     where port = $1 and binding = $2 and ($3::text is null or case_id = $3) and status = 'waiting'
       and failing_since is not null and attempts = attempts_before`,
    [port, binding, caseId ?? null],
  )
}
