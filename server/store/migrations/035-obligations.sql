-- What is owed to other systems, what they have reported, and how each binding of a port stands. New tables; of what is
-- there only the function that erases a case is replaced. Locks nothing.

create table obligations (
  number bigint generated always as identity,
  id text primary key,
  port text not null,
  binding text not null,
  call text not null,
  case_id text not null,
  event_id text not null,
  event_type text not null,
  sequence int not null,
  subject text not null,
  recipient text,
  channel text,
  status text not null,
  attempts int not null default 0,
  -- When it may be tried next; while it is being sent, when whoever sends it is taken for dead.
  due_at timestamptz not null,
  leased_by text,
  -- Since when its binding has failed it: after three days it is given up.
  failing_since timestamptz,
  created_at timestamptz not null,
  tried_at timestamptz,
  settled_at timestamptz,
  error_code text,
  error text
);
create index obligations_open on obligations (port, binding, number) where status in ('waiting', 'sending');
create index obligations_in_turn on obligations (port, binding, case_id, number)
  where status in ('waiting', 'sending');
create index obligations_failed on obligations (port, binding, number) where status = 'failed';
create index obligations_by_case on obligations (case_id, number);
create index obligations_by_number on obligations (number);
create index obligations_accepted on obligations (port, binding, subject) where status = 'accepted';

create table port_bindings (
  port text not null,
  binding text not null,
  supports text[],
  is_open boolean not null default false,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error_code text,
  last_error text,
  paused_until timestamptz,
  state jsonb,
  watcher text,
  watched_until timestamptz,
  primary key (port, binding)
);

create table inbound_facts (
  number bigint generated always as identity,
  id text primary key,
  port text not null,
  binding text not null,
  -- Another system makes up the id of its message: its hash alone outlives the case.
  message_hash bytea not null,
  message_id text,
  name text not null,
  fact jsonb,
  received_at timestamptz not null,
  status text not null,
  reason text,
  case_id text,
  settled_at timestamptz,
  settled_by text,
  unique (port, binding, message_hash)
);
create index inbound_facts_waiting on inbound_facts (number) where status in ('received', 'unmatched', 'refused');
create index inbound_facts_by_case on inbound_facts (case_id) where case_id is not null;

-- Of an erased case the ledger keeps ids and times, and nothing that anybody has said.
create or replace function erase_case(of_case text, up_to int, moment timestamptz) returns void
language plpgsql
as $$
declare
  place record;
begin
  insert into blob_removals (sha256, asked_at)
  select distinct named, moment from events, hashes_in(data) as named
  where case_id = of_case and sequence <= up_to and data is not null
  on conflict do nothing;
  update events set data = null where case_id = of_case and sequence <= up_to and data is not null;
  update case_streams set purged_at = moment where case_id = of_case and purged_at is null;
  update obligations set error = null, recipient = null, channel = null, settled_at = coalesce(settled_at, moment),
    status = case when status in ('waiting', 'sending', 'accepted', 'failed') then 'cancelled' else status end
  where case_id = of_case;
  update inbound_facts set fact = null, reason = null, message_id = null, settled_at = coalesce(settled_at, moment),
    status = case when status in ('received', 'unmatched', 'refused') then 'dropped' else status end
  where case_id = of_case;
  for place in
    select c.table_schema, c.table_name
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'case_id' and t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'projections')
      and c.table_name not in ('events', 'case_streams', 'access_log', 'tombstones', 'obligations', 'inbound_facts')
  loop
    execute format('delete from %I.%I where case_id = $1', place.table_schema, place.table_name) using of_case;
  end loop;
  delete from answers where case_id is null;
end
$$;
