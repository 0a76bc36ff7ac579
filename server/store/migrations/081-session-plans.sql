-- Plans of sessions: a docket that is placed at once, and repairs. New tables, and indexes of sessions and tasks.

create table session_plans (
  id text primary key,
  kind text not null check (kind in ('docket', 'repair')),
  made_by text not null,
  made_by_name text not null,
  made_at timestamptz not null,
  -- Whether no better plan exists; and the bound calendar that could not be asked.
  is_best boolean not null,
  unasked jsonb,
  accepted_by jsonb,
  accepted_at timestamptz,
  finished_at timestamptz
);
create index session_plans_by_time on session_plans (made_at);

create table session_plan_items (
  plan_id text not null references session_plans on delete cascade,
  place int not null,
  case_id text not null,
  session_id text not null,
  docket_number text not null,
  rank int not null,
  kind text not null,
  -- How often the session had changed by then: what has changed since is not placed by the plan.
  revision int not null,
  from_slot jsonb,
  slot jsonb,
  participants jsonb not null,
  reasons jsonb not null,
  people_moved int,
  state text not null check (state in ('proposed', 'placed', 'refused', 'left')),
  why text,
  primary key (plan_id, place)
);
create index session_plan_items_by_case on session_plan_items (case_id);

create index sessions_waiting on projections.sessions (case_id) where status in ('requested', 'postponed', 'noShow');
create index sessions_conflicted on projections.sessions (starts_at) where conflicts is not null;
create index tasks_about on projections.tasks (about) where about is not null and closed_at is null;
