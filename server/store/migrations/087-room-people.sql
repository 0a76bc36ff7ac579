-- Who is in a room, what happens there, and what was said. New tables; the table of rooms, which is small, is locked for a
-- moment.

alter table rooms
  add column recording text not null default 'on',
  add column assembled_at timestamptz;

create table room_people (
  handle text not null,
  person_id text not null,
  case_id text not null,
  name text not null,
  is_host boolean not null,
  -- Links of this person that were minted under an older number are dead.
  rotation int not null default 1,
  seat text,
  seen_at timestamptz,
  admitted_at timestamptz,
  removed_at timestamptz,
  consent text,
  consent_at timestamptz,
  -- Whether it was told that they are here.
  is_here boolean not null default false,
  primary key (handle, person_id)
);
create index room_people_by_case on room_people (case_id);
create index room_people_seated on room_people (seen_at) where seat is not null;

create table room_events (
  number bigint generated always as identity primary key,
  handle text not null,
  case_id text not null,
  at timestamptz not null,
  type text not null,
  from_person text,
  to_person text,
  data jsonb,
  -- Of who comes and goes: not yet reported.
  is_untold boolean not null default false
);
create index room_events_by_handle on room_events (handle, number);
create index room_events_by_case on room_events (case_id);
create index room_events_untold on room_events (number) where is_untold;

create table room_chunks (
  handle text not null,
  person_id text not null,
  track text not null,
  sequence int not null,
  case_id text not null,
  started_at timestamptz not null,
  offset_ms int not null,
  duration_ms int not null,
  bytes bytea not null,
  received_at timestamptz not null,
  repeats int not null default 0,
  primary key (handle, person_id, track, sequence)
);
create index room_chunks_by_case on room_chunks (case_id);
