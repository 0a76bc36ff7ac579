-- Saved filters over the list of cases, private or shared with a team. A new table: nothing is locked.

create table case_views (
  id text primary key,
  owner_kind text not null check (owner_kind in ('person', 'team')),
  owner_id text not null,
  name text not null,
  query jsonb not null,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (owner_kind, owner_id, name)
);
