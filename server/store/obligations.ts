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
  await insertObligations(tx, 'do nothing', owed)
}

async function insertObligations(
  db: Queryable,
  whereItIsThere: string,
  owed: readonly NewObligation[],
): Promise<{ id: string }[]> {
  if (owed.length === 0) return []
  return db.rows<{ id: string }>(
    `insert into obligations (id, port, binding, call, case_id, event_id, event_type, sequence, subject, recipient,
       channel, status, due_at, created_at)
     select id, port, binding, call, "caseId", "eventId", "eventType", sequence, subject, recipient, channel, 'waiting',
       at, at
     from rows from (json_to_recordset($1) as (id text, port text, binding text, call text, "caseId" text,
       "eventId" text, "eventType" text, sequence int, subject text, recipient text, channel text, at timestamptz))
       with ordinality as o (id, port, binding, call, "caseId", "eventId", "eventType", sequence, subject, recipient,
         channel, at, place)
     order by place on conflict (id) ${whereItIsThere}`,
    [JSON.stringify(owed)],
  )
}

export type BindingName = { port: string; binding: string }

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
export async function claimObligations(
  db: Queryable,
  { port, binding }: BindingName,
  lease: { now: Date; until: Date; by: string; most: number },
): Promise<ClaimedObligation[]> {
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
    [port, binding, lease.now, lease.most, lease.until, lease.by],
  )
}

/** Leases what its binding has failed since a time, whether or not it is its turn: it is to be given up. */
export function claimOverdue(
  db: Queryable,
  { port, binding }: BindingName,
  lease: { now: Date; until: Date; by: string; most: number; failingSince: Date },
): Promise<ClaimedObligation[]> {
  return leased(db, `o.status = 'waiting' and o.failing_since <= $7`, [
    port,
    binding,
    lease.now,
    lease.most,
    lease.until,
    lease.by,
    lease.failingSince,
  ])
}

async function leased(db: Queryable, which: string, values: unknown[]): Promise<ClaimedObligation[]> {
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
    values,
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
  /** The other side was not called: the attempt does not count. */
  isUncalled?: boolean
  /** It is not to be sent before it is due: others need not wait for it. */
  isPutOff?: boolean
}

/**
 * An answer counts whoever has it; anything else only from whoever holds the lease. What is settled already stays so,
 * and what is moot does not wait any more. What was delivered, and was to be sent again in vain, was delivered.
 */
export async function settleObligations(
  tx: Queryable,
  by: string,
  settled: readonly Settlement[],
): Promise<void> {
  if (settled.length === 0) return
  await tx.rows(
    `update obligations o
     set status = case
         when s.status = 'waiting' and o.is_moot then 'cancelled'
         when s.status = 'cancelled' and o.is_taken and o.delivered_at is not null then 'delivered'
         else s.status
       end,
       attempts = o.attempts - case when s."isUncalled" then 1 else 0 end,
       due_at = coalesce(s."dueAt", o.due_at), leased_by = null, is_put_off = coalesce(s."isPutOff", false),
       failing_since = s."failingSince", error_code = s.code, error = s.error,
       settled_at = case when s.status = 'waiting' and not o.is_moot then null else s.at end,
       delivered_at = case when s.status = 'delivered' then s.at else o.delivered_at end,
       is_taken = o.is_taken or s.status in ('accepted', 'delivered')
     from json_to_recordset($1) as s (id text, attempt int, status text, at timestamptz, "dueAt" timestamptz,
       "failingSince" timestamptz, code text, error text, "isUncalled" boolean, "isPutOff" boolean)
     where o.id = s.id and (
       o.status = 'sending' and o.leased_by = $2 and o.attempts = s.attempt
       or o.status in ('waiting', 'sending') and s.status in ('accepted', 'delivered'))`,
    [JSON.stringify(settled), by],
  )
}

/** Whether another binding has taken what an event obliges to. */
export async function isTakenElsewhere(
  db: Queryable,
  of: { port: string; call: string; caseId: string; eventId: string; binding: string },
): Promise<boolean> {
  const rows = await db.rows(
    `select from obligations
     where case_id = $1 and event_id = $2 and port = $3 and call = $4 and binding <> $5 and is_taken limit 1`,
    [of.caseId, of.eventId, of.port, of.call, of.binding],
  )
  return rows.length > 0
}

/** How one stands while its case is locked: nobody gives it up, sends it again or makes it moot meanwhile. */
export async function lockedStanding(
  tx: Queryable,
  id: string,
): Promise<{ status: string; isMoot: boolean } | undefined> {
  const [row] = await tx.rows<{ status: string; isMoot: boolean }>(
    `select status, is_moot as "isMoot" from obligations where id = $1`,
    [id],
  )
  return row
}

/** What an event makes superfluous: obligations of one port about the same thing, by a part of their events' payload. */
export type Moot = {
  port: string
  caseId: string
  calls: readonly string[]
  of: Readonly<Record<string, string>>
  why: string
  at: string
  undo?: Undo
}

/** What is owed to every binding that was called for what is moot by now; its id comes from the name of the binding. */
export type Undo = Omit<NewObligation, 'id' | 'binding'> & { idHead: string; idSeed: string }
/** Stands for the name of a binding in the seed of an id. */
export const anyBinding = '*'

/**
 * What was not sent yet is never sent, and what was given up is dropped. What is being sent goes on: it is cancelled if it
 * fails. What was taken stays so.
 */
export async function mootObligations(tx: Queryable, moots: readonly Moot[]): Promise<void> {
  const moot = ({ port, caseId, calls, of, why, at }: Moot) =>
    tx.rows(
      `update obligations o
       set is_moot = true,
         status = case status when 'waiting' then 'cancelled' when 'failed' then 'dropped' else status end,
         settled_at = case when status in ('waiting', 'failed') then $6::timestamptz else settled_at end,
         error_code = case when status not in ('waiting', 'failed') then error_code end,
         error = case when status in ('waiting', 'failed') then $5 else error end
       where port = $1 and case_id = $2 and call = any($3) and status in ('waiting', 'sending', 'accepted', 'failed')
         and exists (
           select from events e where e.case_id = o.case_id and e.sequence = o.sequence and e.data @> $4)`,
      [port, caseId, calls, JSON.stringify(of), why, at],
    )
  await Promise.all(moots.flatMap((one) => [moot(one), ...(one.undo ? [addUndo(tx, one, one.undo)] : [])]))
}

/** Whether a binding was called for what an event has made moot. */
export async function wasCalledFor(
  db: Queryable,
  { port, binding }: BindingName,
  { caseId, calls, of }: Pick<Moot, 'caseId' | 'calls' | 'of'>,
): Promise<boolean> {
  const rows = await db.rows(
    `select from obligations o
     join events e on e.case_id = o.case_id and e.sequence = o.sequence and e.data @> $5
     where o.port = $1 and o.binding = $2 and o.case_id = $3 and o.call = any($4) and o.attempts > 0 limit 1`,
    [port, binding, caseId, calls, JSON.stringify(of)],
  )
  return rows.length > 0
}

/** A binding that is bound was owed it with the event, under the same id. */
function addUndo(tx: Queryable, { calls, of }: Moot, { idHead, idSeed, ...owed }: Undo) {
  return tx.rows(
    `insert into obligations (id, port, binding, call, case_id, event_id, event_type, sequence, subject, status, due_at,
       created_at)
     select $1 || (
         select string_agg(
           substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + substring(seed.bits from 5 * place + 1 for 5)::int, 1), ''
           order by place)
         from generate_series(0, 15) place),
       $3, binding, $4, $5, $6, $7, $8, $9, 'waiting', $10, $10
     from (
       select distinct o.binding from obligations o
       join events e on e.case_id = o.case_id and e.sequence = o.sequence and e.data @> $12
       where o.port = $3 and o.case_id = $5 and o.call = any($11) and o.attempts > 0
     ) called
     cross join lateral (
       select ('x' || encode(substring(sha256(convert_to(replace($2, '${anyBinding}', binding), 'utf8')) for 10), 'hex'))
         ::bit(80) as bits
     ) seed
     on conflict (id) do nothing`,
    [
      ...[idHead, idSeed, owed.port, owed.call, owed.caseId, owed.eventId, owed.eventType, owed.sequence],
      ...[owed.subject, owed.at, calls, JSON.stringify(of)],
    ],
  )
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

/** Leases what nobody sends any more, whether or not it is its turn. */
export function claimLeft(
  db: Queryable,
  { port, binding }: BindingName,
  lease: { now: Date; until: Date; by: string; most: number },
): Promise<ClaimedObligation[]> {
  return leased(db, `(o.status = 'waiting' or o.status = 'sending' and o.due_at <= $3)`, [
    port,
    binding,
    lease.now,
    lease.most,
    lease.until,
    lease.by,
  ])
}

/** A process has these in its configuration. */
export async function seeBindings(db: Queryable, own: readonly BindingName[], now: Date): Promise<void> {
  if (own.length === 0) return
  await db.rows(
    `insert into port_bindings (port, binding, seen_at)
     select port, binding, $2 from json_to_recordset($1) as own (port text, binding text)
     on conflict (port, binding) do update set seen_at = excluded.seen_at`,
    [JSON.stringify(own), now],
  )
}

/** The bindings that are owed something, and that no process has had since a time. */
export function bindingsLeft(
  db: Queryable,
  own: readonly BindingName[],
  since: Date,
): Promise<BindingName[]> {
  return db.rows<BindingName>(
    `select port, binding
     from (select distinct port, binding from obligations where status in ('waiting', 'sending')) o
     left join port_bindings b using (port, binding)
     where (b.seen_at is null or b.seen_at < $2)
       and not exists (
         select from json_to_recordset($1) as own (port text, binding text)
         where own.port = o.port and own.binding = o.binding)`,
    [JSON.stringify(own), since],
  )
}

/** The bindings that have something due. */
export function bindingsInDebt(db: Queryable, now: Date): Promise<BindingName[]> {
  return db.rows<BindingName>(
    `select distinct port, binding from obligations where status in ('waiting', 'sending') and due_at <= $1`,
    [now],
  )
}

/** One thing that a binding was called for: all obligations to it, of which the newest counts. */
export type AtBinding = BindingName & { caseId: string; call: string; subject: string }

/** The obligation that a report of the other side is about. */
export async function newestObligation(db: Queryable, of: AtBinding): Promise<string | undefined> {
  const [row] = await db.rows<{ id: string }>(
    `select id from obligations where case_id = $1 and port = $2 and binding = $3 and call = $4 and subject = $5
     order by number desc limit 1`,
    [of.caseId, of.port, of.binding, of.call, of.subject],
  )
  return row?.id
}

/**
 * What the other side reports of what it was sent; that may come before its answer. What is known to be delivered fails,
 * and the other way round, only by what is `news` to the case.
 */
export async function settleAsReported(
  tx: Queryable,
  of: AtBinding & { as: 'delivered' | 'failed'; at: Date; isNews: boolean },
): Promise<void> {
  // One statement: the transaction is committed with what was asked in its last moment.
  await tx.rows(
    `update obligations set status = $6, settled_at = $7, leased_by = null, is_taken = true,
       delivered_at = case when $6 = 'delivered' then $7::timestamptz else delivered_at end
     where case_id = $1 and port = $2 and binding = $3 and call = $4 and subject = $5
       and ($8 and status in ('sending', 'accepted', 'delivered', 'failed') and status <> $6
           and number = (
             select max(number) from obligations
             where case_id = $1 and port = $2 and binding = $3 and call = $4 and subject = $5)
         or $6 = 'delivered' and status in ('waiting', 'sending', 'accepted'))`,
    [of.caseId, of.port, of.binding, of.call, of.subject, of.as, of.at, of.isNews],
  )
}

/** What a binding has taken, with where it says that it went. */
export type TakenObligation = BindingName & {
  id: string
  call: string
  channel: string | null
  destination: string | null
}

/** The newest entry of each binding for one thing, if the other side has taken it. */
export function takenObligations(
  db: Queryable,
  of: { caseId: string; port: string; call: string; subject?: string },
): Promise<TakenObligation[]> {
  return db.rows<TakenObligation>(
    `select o.id, o.port, o.binding, o.call, r.channel, r.destination
     from (
       select distinct on (binding) * from obligations
       where case_id = $1 and port = $2 and call = $3 and ($4::text is null or subject = $4)
       order by binding, number desc
     ) o
     left join lateral (
       select data->>'channel' as channel, data->>'destination' as destination from events
       where case_id = o.case_id and type = 'delivery.receipted' and subject = o.subject
         and data->>'obligationId' = o.id
       order by sequence desc limit 1
     ) r on true
     where o.status in ('accepted', 'delivered') or o.status = 'failed' and o.is_taken
     order by o.binding`,
    [of.caseId, of.port, of.call, of.subject ?? null],
  )
}

/** A person knows that what was taken has failed. */
export async function failAsRecorded(tx: Queryable, id: string, at: Date): Promise<void> {
  await tx.rows(
    `update obligations set status = 'failed', settled_at = $2, is_taken = true
     where id = $1 and status in ('accepted', 'delivered')`,
    [id, at],
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
  deliveredAt: Date | null
  errorCode: string | null
  error: string | null
  keyNumber: number
}

const ledgerColumns = `number, id, port, binding, call, case_id as "caseId", event_id as "eventId",
  event_type as "eventType", recipient, channel, status, attempts, created_at as "createdAt", tried_at as "triedAt",
  due_at as "dueAt", settled_at as "settledAt", delivered_at as "deliveredAt", error_code as "errorCode", error,
  key_number as "keyNumber"`

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

/**
 * What was given up is sent again, or never. What the other side has never taken keeps its key: it may have done it and
 * lost the answer. What it has taken it would not do again under that key.
 */
export async function reviveObligation(
  tx: Queryable,
  id: string,
  { to, at }: { to: 'waiting' | 'dropped'; at: Date },
): Promise<void> {
  await tx.rows(
    `update obligations set status = $2, due_at = $3, attempts_before = attempts, failing_since = null,
       settled_at = case when $2 = 'dropped' then $3::timestamptz end,
       key_number = key_number + case when $2 = 'waiting' and is_taken then 1 else 0 end,
       is_taken = is_taken and $2 <> 'waiting'
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
  callFailedAt: Date | null
  errorCode: string | null
  error: string | null
  pausedUntil: Date | null
}

/** How each binding stands that ever had anything to do. */
export function readBindings(db: Queryable): Promise<BindingFigures[]> {
  return db.rows<BindingFigures>(
    `select port, binding, coalesce(waiting, 0)::int as waiting, coalesce(failed, 0)::int as failed, oldest, supports,
       is_open as "isOpen", checked_at as "checkedAt", last_success_at as "lastSuccessAt",
       last_failure_at as "lastFailureAt", call_failed_at as "callFailedAt", last_error_code as "errorCode",
       last_error as error, paused_until as "pausedUntil"
     from (
       select port, binding, count(*) filter (where status <> 'failed') as waiting,
         count(*) filter (where status = 'failed') as failed,
         min(created_at) filter (where status <> 'failed') as oldest
       from obligations where status in ('waiting', 'sending', 'failed') group by port, binding
     ) o full join port_bindings using (port, binding)`,
  )
}

/** Until the transaction is over nobody else replays anything to this binding. */
export async function lockReplays(tx: Queryable, { port, binding }: BindingName): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`replay ${port} ${binding}`])
}

/**
 * How those that are in the ledger stand, by id; `moot` is what need not be sent any more. With `hasNewKeys`, also what
 * was owed for the same under other ids.
 */
export async function standingOf(
  tx: Queryable,
  owed: readonly NewObligation[],
  { hasNewKeys }: { hasNewKeys: boolean },
): Promise<Map<string, string[]>> {
  const same = hasNewKeys
    ? `o.case_id = given."caseId" and o.sequence = given.sequence and o.port = given.port
         and o.binding = given.binding and o.call = given.call and o.recipient is not distinct from given.recipient
         and o.channel is not distinct from given.channel`
    : `o.id = given.id`
  const rows = await tx.rows<{ id: string; status: string }>(
    `select given.id, case when o.is_moot then 'moot' else o.status end as status
     from json_to_recordset($1) as given (id text, port text, binding text, call text, "caseId" text, sequence int,
       recipient text, channel text)
     join obligations o on ${same}`,
    [JSON.stringify(owed)],
  )
  const standing = new Map<string, string[]>()
  for (const { id, status } of rows) standing.set(id, [...(standing.get(id) ?? []), status])
  return standing
}

/**
 * Owed anew, behind all that waits. What is settled already moves to its end, and keeps its history. Gives the ids of
 * those that wait by now.
 */
export async function replayObligations(
  tx: Queryable,
  owed: readonly NewObligation[],
  { hasDropped }: { hasDropped: boolean },
): Promise<Set<string>> {
  const rows = await insertObligations(
    tx,
    `do update set number = excluded.number, status = 'waiting', due_at = excluded.due_at,
       attempts_before = obligations.attempts, failing_since = null, settled_at = null, is_moot = false,
       error_code = null, error = null
     where obligations.status in ('delivered', 'cancelled'${hasDropped ? ", 'dropped'" : ''}) returning id`,
    owed,
  )
  return new Set(rows.map(({ id }) => id))
}
