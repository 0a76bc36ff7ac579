-- Locks nothing: new tables.

-- Which boilerplate the last version of each text has.
create table projections.boilerplate_uses (
  case_id text not null,
  work_product_id text not null,
  saved_at timestamptz not null,
  entries text[] not null,
  -- {"entry version": {"count", "edited"}}
  versions jsonb not null,
  primary key (case_id, work_product_id)
);

create index boilerplate_uses_by_entry on projections.boilerplate_uses using gin (entries);

-- What conditions of the library were in trials: no projection, since a trial changes nothing. Says of no case.
create table boilerplate_trials (
  entry text not null,
  version int not null,
  condition_sha256 bytea not null,
  holds boolean not null,
  first_at timestamptz not null,
  primary key (entry, version, condition_sha256, holds)
);
