-- What a bound calendar tells: when somebody cannot, and slots for a session. A new table, and a column without a default.

create table told_busy (
  binding text not null,
  participant_id text not null,
  -- What the report was about; busy is what of it was not free.
  span tstzrange not null,
  busy tstzmultirange not null,
  told_at timestamptz not null
);
create index told_busy_by_participant on told_busy (participant_id, binding);

alter table projections.sessions add column suggested jsonb;
