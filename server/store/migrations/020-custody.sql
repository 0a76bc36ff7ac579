-- How cases are kept: legal holds, sensitivity, and the purge of those whose time is over; which cases name which
-- bytes; what was changed about members. Adding columns locks case_streams, answers, imports and members for a
-- moment; the indexes of cases and of their work are built while writers of these wait. The log is read once, to learn
-- which bytes its events name.

alter table case_streams
  add column purged_at timestamptz,
  -- When what work under way had written after the purge was erased too.
  add column erased_at timestamptz;
create index case_streams_purged on case_streams (purged_at) where purged_at is not null;
create index case_work_by_closing on projections.case_work (closed_at, case_id) where is_closed;

-- Whose answer it is. Those kept before this release do not say, and are forgotten at the first purge.
alter table answers add column case_id text;
create index answers_by_case on answers (case_id);

create index case_work_by_status on projections.case_work (status);

-- A case is looked for by how its docket number or a name begins.
create index cases_by_docket_number on projections.cases (lower(docket_number) text_pattern_ops);
create index cases_by_last_name on projections.cases (lower(veteran->>'lastName') text_pattern_ops);
create index cases_by_first_name on projections.cases (lower(veteran->>'firstName') text_pattern_ops);
create index cases_by_middle_name on projections.cases (lower(veteran->>'middleName') text_pattern_ops);

create table projections.legal_holds (
  case_id text not null,
  hold_id text not null,
  why text not null,
  placed_by text not null,
  placed_at timestamptz not null,
  lifted_by text,
  lifted_at timestamptz,
  lifted_why text,
  primary key (case_id, hold_id)
);

create table projections.tombstones (
  case_id text primary key,
  docket_number text not null,
  case_type text not null,
  closed_at timestamptz not null,
  purged_at timestamptz not null,
  purged_by text not null,
  rule jsonb not null,
  events int not null
);
create index tombstones_by_age on projections.tombstones (purged_at desc, case_id desc);

-- Every hash that the events of a case name, of bytes that are kept or not.
create table projections.blob_uses (
  sha256 text not null,
  case_id text not null,
  primary key (sha256, case_id)
);
create index blob_uses_by_case on projections.blob_uses (case_id);

create function hashes_in(data jsonb) returns setof text
language sql immutable
as $$
  select distinct named #>> '{}'
  from jsonb_path_query(data, 'strict $.** ? (@.type() == "string" && @ like_regex "^[0-9a-f]{64}$")') as named
$$;

insert into projections.blob_uses (sha256, case_id)
select distinct named, case_id from events, hashes_in(data) as named where data is not null;

-- Whoever puts bytes claims them, so that they are not removed before the event that names them is written.
create table blob_claims (
  sha256 text primary key,
  claimed_at timestamptz not null,
  removing_since timestamptz
);
create index blob_claims_by_age on blob_claims (claimed_at);

-- Since when the bytes of a load that has come to its end are not kept on its account any more.
alter table imports add column forgotten_at timestamptz;

create table blob_removals (
  sha256 text primary key,
  asked_at timestamptz not null
);

-- Erases what is known of a case: the payloads of its events up to one of them, and its rows in every table that has
-- rows of cases, those of later releases among them. What stays is named here: the log and its heads, the access log,
-- and the tombstone.
create function erase_case(of_case text, up_to int, moment timestamptz) returns void
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
  for place in
    select c.table_schema, c.table_name
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'case_id' and t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'projections')
      and c.table_name not in ('events', 'case_streams', 'access_log', 'tombstones')
  loop
    execute format('delete from %I.%I where case_id = $1', place.table_schema, place.table_name) using of_case;
  end loop;
  delete from answers where case_id is null;
end
$$;

-- How far a member may see: cases up to this sensitivity.
alter table members add column clearance int not null default 0;

create sequence member_change_position;

create table member_changes (
  position bigint primary key default nextval('member_change_position'),
  at timestamptz not null,
  member_id text not null references members,
  by_id text not null,
  by_name text not null,
  change jsonb not null
);
create index member_changes_by_member on member_changes (member_id, position);
