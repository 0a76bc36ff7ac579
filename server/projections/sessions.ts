import type { Delivery, Session } from '@portico/contract/sessions'
import type { Queryable } from '../store/db.ts'
import { batch, type Projection } from './projection.ts'

export const sessions: Projection = {
  name: 'sessions',
  tables: ['sessions'],
  types: [
    'session.requested',
    'session.scheduled',
    'session.rescheduled',
    'session.held',
    'session.noShow',
    'session.postponed',
    'session.withdrawn',
  ],
  statement: `
    with ${batch},
    told as (
      select case_id, data->>'sessionId' as session_id, (array_agg(at order by sequence))[1] as first_at,
        (array_agg(at order by sequence desc))[1] as last_at,
        (array_agg(data->>'kind' order by sequence desc) filter (where data ? 'kind'))[1] as kind,
        (array_agg(case type when 'session.rescheduled' then 'scheduled' else substr(type, 9) end
          order by sequence desc))[1] as status,
        (array_agg(type order by sequence desc) filter (where type not in ('session.held', 'session.noShow')))[1]
          as placed_by,
        (array_agg(data->'slot' order by sequence desc) filter (where data ? 'slot'))[1] as slot,
        (array_agg(data->>'why' order by sequence desc))[1] as why,
        bool_or(type = 'session.requested') as is_new
      from batch group by case_id, data->>'sessionId'
    ),
    moved as (
      update sessions s set
        kind = coalesce(t.kind, s.kind),
        status = t.status,
        slot = case when t.placed_by in ('session.postponed', 'session.withdrawn') then null
          else coalesce(t.slot, s.slot) end,
        why = t.why,
        changed_at = t.last_at
      from told t where not t.is_new and s.case_id = t.case_id and s.session_id = t.session_id
    )
    insert into sessions
    select case_id, session_id, kind, status,
      case when placed_by in ('session.postponed', 'session.withdrawn') then null else slot end, why, first_at, last_at
    from told where is_new`,
}

const atInUtc = `to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const deliveries: Projection = {
  name: 'deliveries',
  tables: ['deliveries'],
  types: ['delivery.owed', 'delivery.receipted', 'delivery.failed', 'delivery.withdrawn'],
  statement: `
    with ${batch},
    last as (
      select distinct on (case_id, data->>'deliveryId') * from batch
      order by case_id, data->>'deliveryId', sequence desc
    ),
    lists as (
      select case_id, data->>'deliveryId' as delivery_id,
        coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('channel', data->'channel',
          'destination', data->'destination', 'sentAt', data->'sentAt', 'tracking', data->'tracking',
          'recordedAt', ${atInUtc})) order by sequence) filter (where type = 'delivery.receipted'), '[]') as receipts,
        coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('why', data->'why', 'channel', data->'channel',
          'destination', data->'destination', 'failedAt', data->'failedAt', 'recordedAt', ${atInUtc})) order by sequence)
          filter (where type = 'delivery.failed'), '[]') as failures
      from batch group by case_id, data->>'deliveryId'
    )
    insert into deliveries (case_id, delivery_id, work_product_id, party_id, status, channel, sent_at, tracking, why,
      changed_at, receipts, failures)
    select l.case_id, delivery_id, data->>'workProductId', data->>'partyId', substr(type, 10),
      receipts->-1->>'channel', (receipts->-1->>'sentAt')::timestamptz, receipts->-1->>'tracking', data->>'why', at,
      receipts, failures
    from last l join lists s on s.case_id = l.case_id and s.delivery_id = l.data->>'deliveryId'
    on conflict (case_id, delivery_id) do update set
      status = excluded.status,
      channel = case when excluded.receipts = '[]' then deliveries.channel else excluded.channel end,
      sent_at = case when excluded.receipts = '[]' then deliveries.sent_at else excluded.sent_at end,
      tracking = case when excluded.receipts = '[]' then deliveries.tracking else excluded.tracking end,
      why = excluded.why, changed_at = excluded.changed_at,
      receipts = deliveries.receipts || excluded.receipts, failures = deliveries.failures || excluded.failures`,
}

type SessionRow = {
  session_id: string
  kind: Session['kind']
  status: Session['status']
  slot: Session['slot'] | null
  why: string | null
  requested_at: Date
  changed_at: Date
}

export async function listSessions(db: Queryable, caseId: string): Promise<Session[]> {
  const rows = await db.rows<SessionRow>(
    `select session_id, kind, status, slot, why, requested_at, changed_at from sessions
     where case_id = $1 order by requested_at, session_id`,
    [caseId],
  )
  return rows.map(({ session_id, kind, status, slot, why, requested_at, changed_at }) => ({
    id: session_id,
    kind,
    status,
    ...(slot ? { slot } : {}),
    ...(why === null ? {} : { why }),
    requestedAt: requested_at.toISOString(),
    changedAt: changed_at.toISOString(),
  }))
}

type DeliveryRow = {
  delivery_id: string
  work_product_id: string
  party_id: string
  status: Delivery['status']
  channel: string | null
  sent_at: Date | null
  tracking: string | null
  why: string | null
  changed_at: Date
  receipts: Delivery['receipts']
  failures: Delivery['failures']
}

export async function listDeliveries(db: Queryable, caseId: string): Promise<Delivery[]> {
  const rows = await db.rows<DeliveryRow>(
    `select delivery_id, work_product_id, party_id, status, channel, sent_at, tracking, why, changed_at,
       receipts, failures
     from deliveries where case_id = $1 order by delivery_id`,
    [caseId],
  )
  return rows.map((row) => ({
    id: row.delivery_id,
    workProductId: row.work_product_id,
    partyId: row.party_id,
    status: row.status,
    ...(row.channel === null ? {} : { channel: row.channel }),
    ...(row.sent_at === null ? {} : { sentAt: row.sent_at.toISOString() }),
    ...(row.tracking === null ? {} : { tracking: row.tracking }),
    ...(row.why === null ? {} : { why: row.why }),
    receipts: row.receipts,
    failures: row.failures,
    changedAt: row.changed_at.toISOString(),
  }))
}
