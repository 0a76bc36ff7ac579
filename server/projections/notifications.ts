import type { SentNotification } from '@portico/contract/notifications'
import { withoutUndefined } from '../core/kernel/without-undefined.ts'
import type { Queryable } from '../store/db.ts'
import { batch, type Projection } from './projection.ts'

const last = (what: string, types: string) =>
  `(array_agg(${what} order by sequence desc) filter (where type in (${types})))[1]`

export const sentNotifications: Projection = {
  name: 'sentNotifications',
  tables: ['sent_notifications'],
  types: ['notification.owed', 'notification.receipted', 'notification.failed'],
  statement: `
    with ${batch},
    told as (
      select case_id, data->>'notificationId' as notification_id,
        ${last('data', `'notification.owed'`)} as owed,
        ${last('at', `'notification.owed'`)} as owed_at,
        ${last('data', `'notification.receipted'`)} as receipt,
        ${last('data', `'notification.receipted', 'notification.failed'`)} as outcome,
        ${last('type', `'notification.receipted', 'notification.failed'`)} as ended_by
      from batch group by 1, 2
    ),
    folded as (
      select *, case ended_by when 'notification.receipted' then 'delivered' when 'notification.failed' then 'failed' end
        as status, case when ended_by = 'notification.failed' then outcome->>'why' end as why
      from told
    ),
    changed as (
      update sent_notifications n set
        status = coalesce(f.status, n.status),
        destination = coalesce(f.outcome->>'destination', n.destination),
        sent_at = coalesce((f.receipt->>'sentAt')::timestamptz, n.sent_at),
        tracking = coalesce(f.receipt->>'tracking', n.tracking),
        why = case when f.ended_by is null then n.why else f.why end
      from folded f where f.owed is null and n.case_id = f.case_id and n.notification_id = f.notification_id
    )
    insert into sent_notifications (case_id, notification_id, notification, event_id, recipient, channel, binding,
      status, owed_at, destination, sent_at, tracking, why)
    select case_id, notification_id, owed->>'notification', owed->>'eventId', owed->'recipient', owed->>'channel',
      owed->>'binding', coalesce(status, 'owed'), owed_at, outcome->>'destination',
      (receipt->>'sentAt')::timestamptz, receipt->>'tracking', why
    from folded where owed is not null`,
}

type SentRow = {
  notification_id: string
  notification: string
  event_id: string | null
  recipient: SentNotification['recipient']
  channel: SentNotification['channel']
  binding: string
  status: SentNotification['status']
  owed_at: Date
  destination: string | null
  sent_at: Date | null
  tracking: string | null
  why: string | null
}

/** The newest first. */
export async function listSentNotifications(db: Queryable, caseId: string): Promise<SentNotification[]> {
  const rows = await db.rows<SentRow>(
    `select * from sent_notifications where case_id = $1 order by owed_at desc, notification_id desc limit 500`,
    [caseId],
  )
  return rows.map((row) => ({
    id: row.notification_id,
    notification: row.notification,
    recipient: row.recipient,
    channel: row.channel,
    binding: row.binding,
    status: row.status,
    owedAt: row.owed_at.toISOString(),
    ...withoutUndefined({
      eventId: row.event_id ?? undefined,
      destination: row.destination ?? undefined,
      sentAt: row.sent_at?.toISOString(),
      tracking: row.tracking ?? undefined,
      why: row.why ?? undefined,
    }),
  }))
}

/** The case of a message, as another system names it: by its id alone. */
export async function findSentNotification(
  db: Queryable,
  notificationId: string,
): Promise<{ caseId: string; binding: string; status: SentNotification['status'] } | undefined> {
  const [row] = await db.rows<{ caseId: string; binding: string; status: SentNotification['status'] }>(
    `select case_id as "caseId", binding, status from sent_notifications where notification_id = $1`,
    [notificationId],
  )
  return row
}
