-- Feeds of calendars, and what they tell of sessions. A new table; columns of sessions, which are filled from what is there:
-- the table of sessions is locked while that is written.

create table calendar_feeds (
  id text primary key,
  participant_kind text not null,
  participant_id text not null,
  label text,
  -- Part of the address: another number makes the addresses before it invalid.
  generation int not null default 1,
  created_at timestamptz not null,
  created_by text not null,
  rotated_at timestamptz
);
create index calendar_feeds_by_participant on calendar_feeds (participant_id, participant_kind);

alter table projections.sessions add column starts_at timestamptz, add column last_slot jsonb,
  add column revision int not null default 0;
update projections.sessions set starts_at = (slot->>'startsAt')::timestamptz, last_slot = slot where slot is not null;
create index sessions_by_start on projections.sessions (starts_at) where starts_at is not null;
create index sessions_by_participant on projections.sessions using gin (participants jsonb_path_ops);
