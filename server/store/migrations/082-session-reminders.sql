-- Since when a session has its slot, and which reminders of it were sent. Columns of sessions: nothing is rewritten.

alter table projections.sessions add column slot_since timestamptz, add column reminded int[] not null default '{}';
update projections.sessions set slot_since = changed_at where slot is not null;
