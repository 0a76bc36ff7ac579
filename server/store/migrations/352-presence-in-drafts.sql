-- Locks `presence` for a moment, to add columns.

-- The draft that a member is in, and its section as JSON.
alter table presence add column work_product_id text, add column section text;
