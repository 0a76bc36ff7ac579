-- What other systems called a purged case, as a digest: so that the same submission does not open it again. A new table.

create table purged_aliases (digest bytea primary key);

create function alias_digest(source text, external_id text) returns bytea
language sql immutable
return sha256(convert_to(jsonb_build_array(source, external_id)::text, 'UTF8'));

create or replace function erase_case(of_case text, up_to int, moment timestamptz) returns void
language plpgsql
as $$
declare
  place record;
begin
  insert into purged_aliases (digest)
  select alias_digest(source, external_id) from projections.aliases where case_id = of_case
  on conflict do nothing;
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
