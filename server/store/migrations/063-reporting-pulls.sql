-- How far each reporting tool has been handed the events, when it wants more, and who hands it over. A new table.

create table reporting_pulls (
  binding text primary key,
  position bigint not null default 0,
  next_at timestamptz,
  -- How often in a row it has failed.
  failures int not null default 0,
  handed_at timestamptz,
  leased_by text,
  leased_until timestamptz
);
