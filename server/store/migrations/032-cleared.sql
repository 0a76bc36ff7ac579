-- When a signed work product was cleared: it is released as soon as it is sealed. New columns only; the table is locked
-- for a moment.

alter table projections.work_products
  add column cleared_by jsonb,
  add column cleared_at timestamptz;
