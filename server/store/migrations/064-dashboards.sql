-- Saved reports that reporting tools have pushed, and the roles that an administrator lets see them. A new table.

create table dashboards (
  id text primary key,
  binding text not null,
  dashboard_id text not null,
  title text not null,
  suggested_roles text[] not null,
  -- As it was pushed, with the order of its keys.
  spec json not null,
  -- When the tool says that it was saved: an older one does not replace a newer.
  told_at timestamptz not null,
  saved_at timestamptz not null,
  roles text[] not null default '{}',
  roles_set_by text,
  roles_set_at timestamptz,
  unique (binding, dashboard_id)
);
