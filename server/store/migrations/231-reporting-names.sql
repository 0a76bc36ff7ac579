-- Reports and views of reporting tools have one definition each: a task on hold is not overdue, and a closed case is in a
-- step as long as the task of that step is open. People and teams have their names. Locks the views for a moment.

create or replace view reporting.cases with (security_barrier) as
select w.case_id, c.docket_number, w.case_type, w.docket, w.docket_date, c.receipt_date, c.opened_at, w.is_closed,
  w.closed_at, w.status, w.step, w.entered_step_at, t.assignee_kind, t.assignee_id,
  cardinality(w.advanced) > 0 as is_advanced, w.court_remand as is_court_remand, s.version,
  coalesce(m.display_name, t.assignee_name) as assignee_name
from projections.case_work w
join projections.cases c on c.case_id = w.case_id
join public.case_streams s on s.case_id = w.case_id
left join projections.tasks t on t.case_id = w.case_id and t.task_id = w.step_task_id
left join public.members m on m.id = t.assignee_id
where w.sensitivity <= (select up_to from public.reporting_clearance);

create or replace view reporting.tasks with (security_barrier) as
select t.case_id, t.task_id, t.parent_id, t.type, t.status, t.assignee_kind, t.assignee_id, t.opened_at, t.assigned_at,
  t.started_at, t.closed_at, t.hold_until, t.deadline, t.outcome,
  coalesce(m.display_name, t.assignee_name) as assignee_name
from projections.tasks t
join projections.case_work w on w.case_id = t.case_id
left join public.members m on m.id = t.assignee_id
where w.sensitivity <= (select up_to from public.reporting_clearance);

create or replace view reporting.age_in_step with (security_barrier) as
select w.step, w.case_type, w.docket, count(*)::int as cases,
  percentile_cont(0.5) within group (order by extract(epoch from now() - w.entered_step_at)::float8 / 86400) as median_days,
  percentile_cont(0.75) within group (order by extract(epoch from now() - w.entered_step_at)::float8 / 86400) as p75_days,
  percentile_cont(0.95) within group (order by extract(epoch from now() - w.entered_step_at)::float8 / 86400) as p95_days
from projections.case_work w
where w.step is not null and w.entered_step_at is not null
  and (not w.is_closed or exists (
    select from projections.tasks s where s.case_id = w.case_id and s.task_id = w.step_task_id and s.closed_at is null))
  and w.sensitivity <= (select up_to from public.reporting_clearance)
group by 1, 2, 3;

create or replace view reporting.overdue with (security_barrier) as
select t.assignee_kind || ':' || t.assignee_id as assignee, t.type as step, w.case_type, w.docket,
  count(distinct t.case_id)::int as cases, count(*)::int as tasks, min(t.deadline) as oldest_deadline,
  max(coalesce(m.display_name, t.assignee_name)) as assignee_name
from projections.tasks t
join projections.case_work w on w.case_id = t.case_id
left join public.members m on m.id = t.assignee_id
where t.closed_at is null and t.parent_id is not null and t.deadline < now() and t.status <> 'onHold'
  and w.sensitivity <= (select up_to from public.reporting_clearance)
group by 1, 2, 3, 4;

create or replace view reporting.reviewer_load with (security_barrier) as
select t.assignee_id as member_id, t.status, count(*)::int as tasks, count(distinct t.case_id)::int as cases,
  max(coalesce(m.display_name, t.assignee_name)) as member_name
from projections.tasks t
join projections.case_work w on w.case_id = t.case_id
left join public.members m on m.id = t.assignee_id
where t.closed_at is null and t.parent_id is not null and t.assignee_kind = 'person'
  and w.sensitivity <= (select up_to from public.reporting_clearance)
group by 1, 2;
