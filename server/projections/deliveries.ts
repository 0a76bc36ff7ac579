import type { Delivery } from '@portico/contract/deliveries'
import type { Queryable } from '../store/db.ts'
import { batch, type Projection } from './projection.ts'

const atInUtc = `to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const byBinding = `case when actor->>'id' like 'binding\\_%' then actor->'name' end`

export const deliveries: Projection = {
  name: 'deliveries',
  tables: ['deliveries'],
  types: ['delivery.owed', 'delivery.receipted', 'delivery.failed', 'delivery.withdrawn'],
  statement: `
    with ${batch},
    decisions as (select * from batch where data ? 'workProductId'),
    last as (
      select distinct on (case_id, data->>'deliveryId') * from decisions
      order by case_id, data->>'deliveryId', sequence desc
    ),
    lists as (
      select case_id, data->>'deliveryId' as delivery_id,
        coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('channel', data->'channel',
          'destination', data->'destination', 'sentAt', data->'sentAt', 'tracking', data->'tracking',
          'binding', ${byBinding}, 'recordedAt', ${atInUtc})) order by sequence) filter (where type = 'delivery.receipted'), '[]') as receipts,
        coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('why', data->'why', 'channel', data->'channel',
          'destination', data->'destination', 'failedAt', data->'failedAt', 'binding', ${byBinding},
          'recordedAt', ${atInUtc})) order by sequence)
          filter (where type = 'delivery.failed'), '[]') as failures
      from decisions group by case_id, data->>'deliveryId'
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

/** The case of a delivery, as another system names it: by its id alone. */
export async function findDeliveryCase(db: Queryable, deliveryId: string): Promise<string | undefined> {
  const [row] = await db.rows<{ case_id: string }>(`select case_id from deliveries where delivery_id = $1`, [
    deliveryId,
  ])
  return row?.case_id
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
