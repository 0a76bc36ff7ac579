-- What is not to be sent now, such as a text at night: it holds up only what goes to the same recipient by the same channel.
-- Adds a column with a constant default, and an index that is empty: locks the ledger while it is read once.

alter table obligations add column is_put_off boolean not null default false;
create index obligations_put_off on obligations (port, binding, case_id, number)
  where is_put_off and status = 'waiting';
