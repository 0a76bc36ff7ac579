-- Locks projections.parties while it adds columns, which is quick, and while it builds the indexes that look-ups need.

alter table projections.parties
  add column directory jsonb,
  add column reconciled jsonb,
  add column conflicts jsonb;

create index parties_by_alias on projections.parties using gin (aliases jsonb_path_ops) where aliases <> '[]';
create index parties_by_last_name on projections.parties (lower(person->>'lastName')) where person is not null;
create index parties_by_birth_date on projections.parties ((person->>'birthDate')) where person ? 'birthDate';
create index parties_by_organization on projections.parties (lower(organization)) where organization is not null;
