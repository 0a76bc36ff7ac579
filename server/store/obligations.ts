import type { Database, Queryable } from './db.ts'
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

export type Obligation = {
  number: number
  id: string
  port: string
  binding: string
  call: string
  caseId: string
  eventId: string
  eventType: string
  recipient: string | null
  channel: string | null
  status: ObligationStatus
  attempts: number
  createdAt: Date
  triedAt: Date | null
  dueAt: Date
  settledAt: Date | null
  errorCode: string | null
  error: string | null
}

const ledgerColumns = `number, id, port, binding, call, case_id as "caseId", event_id as "eventId",
  event_type as "eventType", recipient, channel, status, attempts, created_at as "createdAt", tried_at as "triedAt",
  due_at as "dueAt", settled_at as "settledAt", error_code as "errorCode", error`

export type LedgerFilter = {
  port?: string | undefined
  binding?: string | undefined
  caseId?: string | undefined
  statuses?: readonly string[] | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The newest first. */
export function listObligations(
  db: Queryable,
  { port, binding, caseId, statuses, from, to }: LedgerFilter,
  read: { before?: number | undefined; limit: number },
): Promise<Obligation[]> {
  return db.rows<Obligation>(
    `select ${ledgerColumns} from obligations
     where ($1::text is null or port = $1) and ($2::text is null or binding = $2)
       and ($3::text is null or case_id = $3) and ($4::text[] is null or status = any($4))
       and ($5::timestamptz is null or created_at >= $5) and ($6::timestamptz is null or created_at < $6)
       and ($7::bigint is null or number < $7)
     order by number desc limit $8`,
    [
      port ?? null,
      binding ?? null,
      caseId ?? null,
      statuses ?? null,
      from ?? null,
      to ?? null,
      read.before ?? null,
      read.limit,
    ],
  )
}

export async function findObligation(db: Queryable, id: string): Promise<Obligation | undefined> {
  const [row] = await db.rows<Obligation>(`select ${ledgerColumns} from obligations where id = $1`, [id])
  return row
}

/** What was given up is sent again, or never. */
export async function reviveObligation(
  tx: Queryable,
  id: string,
  { to, at }: { to: 'waiting' | 'dropped'; at: Date },
): Promise<void> {
  await tx.rows(
    `update obligations set status = $2, due_at = $3, attempts = case when $2 = 'waiting' then 0 else attempts end,
       failing_since = null, settled_at = case when $2 = 'dropped' then $3::timestamptz end
     where id = $1 and status = 'failed'`,
    [id, to, at],
  )
}

export type BindingFigures = BindingName & {
  waiting: number
  failed: number
  oldest: Date | null
  supports: string[] | null
  isOpen: boolean | null
  checkedAt: Date | null
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  errorCode: string | null
  error: string | null
  pausedUntil: Date | null
}

/** How each binding stands that ever had anything to do. */
export function readBindings(db: Queryable): Promise<BindingFigures[]> {
  return db.rows<BindingFigures>(
    `select port, binding, coalesce(waiting, 0)::int as waiting, coalesce(failed, 0)::int as failed, oldest, supports,
       is_open as "isOpen", checked_at as "checkedAt", last_success_at as "lastSuccessAt",
       last_failure_at as "lastFailureAt", last_error_code as "errorCode", last_error as error,
       paused_until as "pausedUntil"
     from (
       select port, binding, count(*) filter (where status <> 'failed') as waiting,
         count(*) filter (where status = 'failed') as failed,
         min(created_at) filter (where status <> 'failed') as oldest
       from obligations where status in ('waiting', 'sending', 'failed') group by port, binding
     ) o full join port_bindings using (port, binding)`,
  )
}

/** The status of those that are in the ledger, by id. */
export async function standingOf(
  db: Queryable,
  owed: readonly { id: string }[],
): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; status: string }>(
    `select id, status from obligations where id = any($1)`,
    [owed.map(({ id }) => id)],
  )
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** Owed anew, behind all that waits. What is in the ledger already is taken out and put in at its end. */
export async function replayObligations(db: Database, owed: readonly NewObligation[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.rows(
      `delete from obligations where id = any($1) and status in ('delivered', 'failed', 'dropped', 'cancelled')`,
      [owed.map(({ id }) => id)],
    )
    await addObligations(tx, owed)
  })
}
