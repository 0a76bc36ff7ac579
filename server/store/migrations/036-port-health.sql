-- When a binding was last found to be there, and receipts that come before the answer. Locks the two tables for a moment.

alter table port_bindings add column checked_at timestamptz;

drop index obligations_accepted;
create index obligations_unsettled on obligations (port, binding, subject)
  where status in ('waiting', 'sending', 'accepted');
