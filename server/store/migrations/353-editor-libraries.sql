-- Locks nothing: a new table.

-- What the editors that are bound to the authoring port were told of the boilerplate library, by the hash of each entry.
create table editor_libraries (
  binding text primary key,
  told jsonb not null default '{}',
  leased_by text,
  leased_until timestamptz,
  next_at timestamptz,
  failures int not null default 0
);
