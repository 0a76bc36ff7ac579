import type { Channel } from '@portico/contract/profile/notifications'
import type { Queryable } from './db.ts'

/** In an inbox, waiting to be sent, gathered for a digest, handed over, sent in a digest, or suppressed. */
export type NoticeStatus = 'shown' | 'waiting' | 'gathered' | 'owed' | 'digested' | 'suppressed'

export type NoticeRecipient = { kind: 'member' | 'party'; id: string; name: string }

/** A notice of an event to a recipient by a channel. */
export type NewNotice = {
  id: string
  eventId: string
  eventType: string
  caseId: string
  notification: string
  recipient: NoticeRecipient
  channel: Channel
  /** A notice for staff is hidden from a recipient who now represents a party, and vice versa. */
  seenAs: 'staff' | 'party'
  subject: string
  body: string
  path: string
  at: string
  status: 'shown' | 'waiting' | 'gathered' | 'suppressed'
  why?: string
  dueAt?: string
  binding?: string
}

/** Locks the cursor, so that one process at a time handles new events. */
export async function lockNoticeCursor(tx: Queryable): Promise<number> {
  const [row] = await tx.rows<{ position: number }>(`select position from notice_cursor for update`)
  return row?.position ?? 0
}

export async function moveNoticeCursor(tx: Queryable, position: number): Promise<void> {
  await tx.rows(`update notice_cursor set position = $1 where position < $1`, [position])
}

/** At most one per event, recipient and channel; returns the new ones. */
export async function addNotices(tx: Queryable, notices: readonly NewNotice[]): Promise<{ id: string }[]> {
  if (notices.length === 0) return []
  return tx.rows<{ id: string }>(
    `insert into notices (id, event_id, event_type, case_id, notification, recipient_kind, recipient_id,
       recipient_name, channel, seen_as, subject, body, path, at, status, why, due_at, binding)
     select n.id, "eventId", "eventType", "caseId", notification, recipient->>'kind', recipient->>'id',
       recipient->>'name', channel, "seenAs", subject, body, path, at, status, why, "dueAt", binding
     from rows from (json_to_recordset($1) as (id text, "eventId" text, "eventType" text, "caseId" text,
         notification text, recipient jsonb, channel text, "seenAs" text, subject text, body text, path text,
         at timestamptz, status text, why text, "dueAt" timestamptz, binding text))
       with ordinality as n (id, "eventId", "eventType", "caseId", notification, recipient, channel, "seenAs", subject,
         body, path, at, status, why, "dueAt", binding, place)
     order by place on conflict (event_id, recipient_kind, recipient_id, channel) do nothing returning id`,
    [JSON.stringify(notices)],
  )
}

export type Notice = {
  number: number
  id: string
  eventId: string
  eventType: string
  caseId: string
  notification: string
  recipient: NoticeRecipient
  channel: Channel
  seenAs: 'staff' | 'party'
  subject: string
  body: string
  path: string
  at: Date
  status: NoticeStatus
  dueAt: Date | null
  binding: string | null
}

const columns = `number, id, event_id as "eventId", event_type as "eventType", case_id as "caseId", notification,
  json_build_object('kind', recipient_kind, 'id', recipient_id, 'name', recipient_name) as recipient, channel,
  seen_as as "seenAs", subject, body, path, at, status, due_at as "dueAt", binding`

type Due = { channels: readonly string[]; limit: number }

/** Individual notices that are due, oldest first. */
export function dueNotices(db: Queryable, now: Date, { channels, limit }: Due): Promise<Notice[]> {
  return db.rows<Notice>(
    `select ${columns} from notices where status = 'waiting' and due_at <= $1 and channel = any($2)
     order by due_at, number limit $3`,
    [now, channels, limit],
  )
}

/**
 * Overdue notices by channels that no process serves: neither this one, nor another recently seen with their binding.
 */
export function leftNotices(
  db: Queryable,
  { channels, limit, since }: Due & { since: Date },
): Promise<Notice[]> {
  return db.rows<Notice>(
    `select ${columns} from notices n
     where status in ('waiting', 'gathered') and due_at < $1 and channel <> all($2)
       and not exists (
         select from port_bindings b
         where b.port = 'notifications' and b.binding = n.binding and b.seen_at >= $1)
     order by due_at, number limit $3`,
    [since, channels, limit],
  )
}

/** The due digests: for each recipient, the gathered notices in order. */
export async function dueDigests(db: Queryable, now: Date, { channels, limit }: Due): Promise<Notice[][]> {
  const rows = await db.rows<Notice>(
    `select ${columns} from notices n
     join (
       select recipient_kind as kind, recipient_id as of, channel as by from notices
       where status = 'gathered' and due_at <= $1 and channel = any($2) group by 1, 2, 3 order by min(due_at) limit $3
     ) due on n.recipient_kind = due.kind and n.recipient_id = due.of and n.channel = due.by
     where n.status = 'gathered' and n.due_at <= $1 order by n.recipient_id, n.channel, n.number`,
    [now, channels, limit],
  )
  return [
    ...Map.groupBy(rows, ({ recipient, channel }) => `${recipient.kind} ${recipient.id} ${channel}`).values(),
  ]
}

export async function findNotice(db: Queryable, id: string): Promise<Notice | undefined> {
  const [row] = await db.rows<Notice>(`select ${columns} from notices where id = $1`, [id])
  return row
}

export function noticesOfDigest(db: Queryable, digestId: string): Promise<Notice[]> {
  return db.rows<Notice>(`select ${columns} from notices where digest_id = $1 order by number`, [digestId])
}

/** Locks those notices that still have the given status. */
export async function lockNotices(
  tx: Queryable,
  ids: readonly string[],
  status: NoticeStatus,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select id from notices where id = any($1) and status = $2 order by number for update`,
    [ids, status],
  )
  return rows.map(({ id }) => id)
}

export async function markOwed(tx: Queryable, id: string, binding: string): Promise<void> {
  await tx.rows(`update notices set status = 'owed', binding = $2 where id = $1`, [id, binding])
}

export async function suppressNotices(db: Queryable, ids: readonly string[], why: string): Promise<void> {
  await db.rows(
    `update notices set status = 'suppressed', why = $2 where id = any($1) and status in ('waiting', 'gathered')`,
    [ids, why],
  )
}

export async function putOffNotices(db: Queryable, ids: readonly string[], until: Date): Promise<void> {
  await db.rows(`update notices set due_at = $2 where id = any($1) and status in ('waiting', 'gathered')`, [
    ids,
    until,
  ])
}

/** Adds a digest, and marks its notices as sent with it. */
export async function addDigest(tx: Queryable, digest: Notice, ids: readonly string[]): Promise<void> {
  await Promise.all([
    tx.rows(
      `insert into notices (id, event_id, event_type, case_id, notification, recipient_kind, recipient_id,
         recipient_name, channel, seen_as, subject, body, path, at, status, binding)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'owed', $15)`,
      [
        ...[digest.id, digest.eventId, digest.eventType, digest.caseId, digest.notification],
        ...[digest.recipient.kind, digest.recipient.id, digest.recipient.name, digest.channel, digest.seenAs],
        ...[digest.subject, digest.body, digest.path, digest.at, digest.binding],
      ],
    ),
    tx.rows(`update notices set status = 'digested', digest_id = $1 where id = any($2)`, [digest.id, ids]),
  ])
}

/** The number of the newest alert in any inbox. */
export async function newestShown(db: Queryable): Promise<number> {
  const [row] = await db.rows<{ number: number | null }>(
    `select max(number) as number from notices where status = 'shown'`,
  )
  return row?.number ?? 0
}

export async function membersWithUnread(db: Queryable, memberIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select one.id from unnest($1::text[]) as one (id)
     where exists (select from notices n where n.recipient_id = one.id and n.status = 'shown' and n.read_at is null)`,
    [memberIds],
  )
  return rows.map(({ id }) => id)
}

export async function membersShownSince(db: Queryable, after: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select distinct recipient_id as id from notices where status = 'shown' and number > $1`,
    [after],
  )
  return rows.map(({ id }) => id)
}
