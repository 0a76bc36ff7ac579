-- Who looked at what: kept beside the events, and never part of them. New table only: nothing that exists is locked.

create sequence access_position;

create table access_log (
  position bigint primary key,
  at timestamptz not null,
  member_id text not null,
  member_name text not null,
  case_id text not null,
  kind text not null check (kind in ('download', 'view', 'search')),
  what jsonb not null,
  request_id text not null
);
create index access_log_by_case on access_log (case_id, position);
