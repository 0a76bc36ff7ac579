-- The work on cases: tasks, the timers that are pending, and where each case stands. It locks nothing that exists;
-- cases that are open already get their row here and their first tasks in the background.

create table projections.tasks (
  case_id text not null,
  task_id text not null,
  parent_id text,
  type text not null,
  about text,
  status text not null,
  assignee_kind text,
  assignee_id text,
  assignee_name text,
  opened_at timestamptz not null,
  opened_by jsonb not null,
  assigned_at timestamptz not null,
  started_at timestamptz,
  closed_at timestamptz,
  hold_until timestamptz,
  hold_why text,
  deadline timestamptz,
  outcome text,
  instructions jsonb not null,
  primary key (case_id, task_id)
);
create unique index tasks_by_id on projections.tasks (task_id);
create index open_tasks_by_case on projections.tasks (case_id) where closed_at is null;

create table projections.timers (
  case_id text not null,
  timer_id text not null,
  task_id text,
  name text not null,
  due_at timestamptz not null,
  primary key (case_id, timer_id)
);
create index timers_by_due on projections.timers (due_at);

create table projections.case_work (
  case_id text primary key,
  case_type text not null,
  docket text,
  docket_date date,
  is_closed boolean not null default false,
  closed_at timestamptz,
  close_reason text,
  status text,
  party_status text,
  why text,
  next text,
  step text,
  step_task_id text,
  entered_step_at timestamptz,
  advanced text[] not null default '{}',
  court_remand boolean not null default false,
  sensitivity int not null default 0
);
insert into projections.case_work (case_id, case_type) select case_id, case_type from projections.cases;
