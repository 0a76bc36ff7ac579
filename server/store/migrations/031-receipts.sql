-- What is owed to a recipient keeps every receipt and every failure. It fills the new columns from the log, and locks
-- the table of deliveries while it does.

alter table projections.deliveries
  add column receipts jsonb not null default '[]',
  add column failures jsonb not null default '[]';

update projections.deliveries d set
  receipts = coalesce(told.receipts, '[]'),
  failures = coalesce(told.failures, '[]')
from (
  select case_id, subject,
    jsonb_agg(jsonb_strip_nulls(jsonb_build_object('channel', data->'channel', 'destination', data->'destination',
      'sentAt', data->'sentAt', 'tracking', data->'tracking', 'recordedAt', to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) order by sequence)
      filter (where type = 'delivery.receipted') as receipts,
    jsonb_agg(jsonb_strip_nulls(jsonb_build_object('why', data->'why', 'channel', data->'channel',
      'destination', data->'destination', 'failedAt', data->'failedAt', 'recordedAt', to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) order by sequence)
      filter (where type = 'delivery.failed') as failures
  from events where type in ('delivery.receipted', 'delivery.failed') and data is not null
  group by case_id, subject
) told
where d.case_id = told.case_id and d.delivery_id = told.subject;
