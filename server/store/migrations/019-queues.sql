-- Queues: what they are read from, those that people keep, many tasks on their way to somebody else, and runs of
-- distribution. New tables, and two indexes of the closed tasks, for which writers of tasks wait a moment.

-- One row for each open task, with what queues are filtered and sorted by. `assignee` is `team:…`, `person:…` or empty;
-- without a deadline it is infinity.
create table projections.queue_entries (
  case_id text not null,
  task_id text not null,
  type text not null,
  status text not null,
  assignee text collate "C" not null,
  case_type text not null,
  docket text,
  priority smallint not null,
  docket_order text collate "C" not null,
  opened_at timestamptz not null,
  deadline timestamptz not null,
  sensitivity int not null,
  primary key (case_id, task_id)
);
create index queue_entries_by_priority on projections.queue_entries (assignee, priority, docket_order, task_id);
create index queue_entries_by_docket on projections.queue_entries (assignee, docket_order, task_id);
create index queue_entries_by_age on projections.queue_entries (assignee, opened_at, task_id);
create index queue_entries_by_deadline on projections.queue_entries (assignee, deadline, task_id);
create index queue_entries_of_type_by_priority on projections.queue_entries (type, priority, docket_order, task_id);
create index queue_entries_of_docket_by_priority on projections.queue_entries (type, docket, priority, docket_order, task_id);
create index queue_entries_of_type_by_age on projections.queue_entries (type, opened_at, task_id);
create index queue_entries_of_type_by_deadline on projections.queue_entries (type, deadline, task_id);
create index queue_entries_of_all_by_priority on projections.queue_entries (priority, docket_order, task_id);
create index queue_entries_of_all_by_deadline on projections.queue_entries (deadline, task_id);

create index tasks_closed_by_assignee
  on projections.tasks ((assignee_kind || ':' || assignee_id), closed_at, task_id) where closed_at is not null;
create index tasks_closed on projections.tasks (closed_at, task_id) where closed_at is not null;

create table saved_queues (
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

-- Many tasks on their way to somebody else. Whose roles and teams they were asked for with is kept, since each task is
-- moved later, by the same rules.
create table reassignments (
  id text primary key,
  to_assignee jsonb not null,
  why text not null,
  actor jsonb not null,
  caller jsonb not null,
  at timestamptz not null
);
create table reassignment_tasks (
  reassignment_id text not null references reassignments,
  case_id text not null,
  task_id text not null,
  state text not null check (state in ('waiting', 'moved', 'refused')),
  why text,
  primary key (reassignment_id, case_id, task_id)
);
create index reassignment_tasks_waiting on reassignment_tasks (reassignment_id, case_id, task_id)
  where state = 'waiting';

-- Whom a case is kept for: whoever held its session, or decided it before.
create table projections.case_ties (
  case_id text not null,
  because text not null,
  member_id text not null,
  at timestamptz not null,
  primary key (case_id, because)
);
create index case_ties_by_member on projections.case_ties (member_id);

-- Runs of distribution: who got what and why, by which levers.
create table distribution_runs (
  id text primary key,
  member_id text not null,
  member_name text not null,
  actor jsonb not null,
  at timestamptz not null,
  levers jsonb not null,
  batch_size int not null,
  waiting int not null,
  finished_at timestamptz
);
create index distribution_runs_by_time on distribution_runs (at desc, id desc);
create index distribution_runs_by_member on distribution_runs (member_id, at desc, id desc);
create table distribution_gifts (
  run_id text not null references distribution_runs,
  place int not null,
  case_id text not null,
  task_id text not null,
  reasons jsonb not null,
  state text not null check (state in ('planned', 'given', 'passedOver')),
  why text,
  primary key (run_id, place)
);
create index distribution_gifts_planned on distribution_gifts (case_id) where state = 'planned';
create index distribution_gifts_by_case on distribution_gifts (case_id);
