-- The calendars of those who take part in sessions. New tables, and a column without a default: nothing is rewritten.

do $$
begin
  create extension if not exists btree_gist;
exception when others then
  raise exception 'calendars need the PostgreSQL extension btree_gist, and it could not be created (%)', sqlerrm
    using hint = 'It comes with PostgreSQL (package postgresql-contrib); an administrator may run: create extension btree_gist';
end $$;

create table calendar_entries (
  id text primary key,
  participant_kind text not null,
  participant_id text not null,
  effect text not null check (effect in ('free', 'busy')),
  -- By the clock of the time zone.
  starts text not null,
  ends text not null,
  time_zone text not null,
  repeats text,
  except_days text[] not null default '{}',
  why text,
  changed_at timestamptz not null,
  changed_by text not null
);
create index calendar_entries_by_participant on calendar_entries (participant_id, participant_kind);

create table blackouts (
  id text primary key,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  participant_kind text,
  participant_id text,
  why text not null,
  added_at timestamptz not null,
  added_by text not null
);
create index blackouts_by_day on blackouts (last_day);

-- What is taken: by a session, or by a hold until it expires. A row for each person or room: none has two at a time.
create table bookings (
  participant text not null,
  span tstzrange not null,
  case_id text,
  session_id text,
  hold_id text,
  expires_at timestamptz,
  check ((session_id is null) <> (hold_id is null)),
  check ((hold_id is null) = (expires_at is null)),
  -- Checked when a statement ends: the same one gives back what it replaces.
  constraint bookings_apart exclude using gist (participant with =, span with &&) deferrable initially immediate
);
create index bookings_by_session on bookings (session_id) where session_id is not null;
create index bookings_by_hold on bookings (hold_id) where hold_id is not null;
create index bookings_by_expiry on bookings (expires_at) where expires_at is not null;

create table holds (
  id text primary key,
  case_id text,
  participants jsonb not null,
  slot jsonb not null,
  held_by text not null,
  expires_at timestamptz not null
);
create index holds_by_expiry on holds (expires_at);

alter table projections.sessions add column participants jsonb, add column conflicts jsonb;
create index sessions_scheduled on projections.sessions (case_id) where status = 'scheduled';
