-- What the other side has taken and then reported as failed is sent again under a new key. Adds columns: locks the ledger
-- for a moment.

alter table obligations
  -- Whether the other side has taken it under its key, so that it would not do it again.
  add column is_taken boolean not null default false,
  -- How many keys it had before.
  add column key_number int not null default 0;
update obligations set is_taken = true where status in ('accepted', 'delivered') or delivered_at is not null;
