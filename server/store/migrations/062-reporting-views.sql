-- What a reporting tool may read by SQL, in a schema of its own: figures and columns that are for connected systems, no
-- person of a case and no text. Cases above `reporting_clearance` are in none of it. The role that reads them is created
-- at the start of the service. New tables and views: nothing is locked.

create table reporting_clearance (
  only_row boolean primary key default true check (only_row),
  up_to int not null default 0
);
insert into reporting_clearance default values;

create schema reporting;

create view reporting.cases as
select w.case_id, c.docket_number, w.case_type, w.docket, w.docket_date, c.receipt_date, c.opened_at, w.is_closed,
  w.closed_at, w.status, w.step, w.entered_step_at, t.assignee_kind, t.assignee_id,
  cardinality(w.advanced) > 0 as is_advanced, w.court_remand as is_court_remand, s.version
from projections.case_work w
join projections.cases c on c.case_id = w.case_id
join public.case_streams s on s.case_id = w.case_id
left join projections.tasks t on t.case_id = w.case_id and t.task_id = w.step_task_id
where w.sensitivity <= (select up_to from public.reporting_clearance);

create view reporting.tasks as
select t.case_id, t.task_id, t.parent_id, t.type, t.status, t.assignee_kind, t.assignee_id, t.opened_at, t.assigned_at,
  t.started_at, t.closed_at, t.hold_until, t.deadline, t.outcome
from projections.tasks t
join projections.case_work w on w.case_id = t.case_id
where w.sensitivity <= (select up_to from public.reporting_clearance);

create view reporting.decided_issues as
select i.case_id, i.issue_id, i.issue_type, i.benefit_type, i.disposition, p.signed_at, p.released_at
from projections.issues i
join projections.work_products p on p.case_id = i.case_id and p.work_product_id = i.signed_in
join projections.case_work w on w.case_id = i.case_id
where i.disposition is not null and w.sensitivity <= (select up_to from public.reporting_clearance);

create view reporting.events as
select e.position, e.case_id, e.sequence, e.type, e.at, e.recorded_at, e.actor->>'kind' as actor_kind
from public.events e
join projections.case_work w on w.case_id = e.case_id
where w.sensitivity <= (select up_to from public.reporting_clearance);

create view reporting.data_elements as
with profile as (select body from public.profile_versions order by number desc limit 1)
select l.element, v.value->>'name' as name, v.value->>'label' as label
from profile
cross join lateral (values
  ('caseType', body->'caseTypes'), ('docket', body->'dockets'), ('status', body->'statuses'),
  ('step', body->'taskTypes'), ('team', body->'teams'), ('issueType', body->'issueTypes'),
  ('benefitType', body->'benefitTypes'), ('disposition', body->'dispositions')) as l (element, words)
cross join lateral json_array_elements(l.words) as v (value);

create view reporting.throughput as
select (e.at at time zone 'UTC')::date as day, w.case_type, w.docket, sum(e.opened)::int as opened,
  sum(e.closed)::int as closed
from (
  select c.case_id, c.opened_at as at, 1 as opened, 0 as closed from projections.cases c
  union all
  select k.case_id, k.closed_at, 0, 1 from projections.case_work k where k.is_closed and k.closed_at is not null
) e
join projections.case_work w on w.case_id = e.case_id
where w.sensitivity <= (select up_to from public.reporting_clearance)
group by 1, 2, 3;

create view reporting.age_in_step as
select w.step, w.case_type, w.docket, count(*)::int as cases,
  percentile_cont(0.5) within group (order by extract(epoch from now() - w.entered_step_at)::float8 / 86400) as median_days,
  percentile_cont(0.75) within group (order by extract(epoch from now() - w.entered_step_at)::float8 / 86400) as p75_days,
  percentile_cont(0.95) within group (order by extract(epoch from now() - w.entered_step_at)::float8 / 86400) as p95_days
from projections.case_work w
where not w.is_closed and w.step is not null and w.entered_step_at is not null
  and w.sensitivity <= (select up_to from public.reporting_clearance)
group by 1, 2, 3;

create view reporting.overdue as
select t.assignee_kind || ':' || t.assignee_id as assignee, t.type as step, w.case_type, w.docket,
  count(distinct t.case_id)::int as cases, count(*)::int as tasks, min(t.deadline) as oldest_deadline
from projections.tasks t
join projections.case_work w on w.case_id = t.case_id
where t.closed_at is null and t.parent_id is not null and t.deadline < now()
  and w.sensitivity <= (select up_to from public.reporting_clearance)
group by 1, 2, 3, 4;

create view reporting.queue_depth as
select t.assignee_id as team, t.type as step, count(*)::int as tasks,
  (count(*) filter (where t.status = 'onHold'))::int as on_hold, min(t.opened_at) as oldest_at
from projections.tasks t
join projections.case_work w on w.case_id = t.case_id
where t.closed_at is null and t.parent_id is not null and t.assignee_kind = 'team'
  and w.sensitivity <= (select up_to from public.reporting_clearance)
group by 1, 2;

create view reporting.reviewer_load as
select t.assignee_id as member_id, t.status, count(*)::int as tasks, count(distinct t.case_id)::int as cases
from projections.tasks t
join projections.case_work w on w.case_id = t.case_id
where t.closed_at is null and t.parent_id is not null and t.assignee_kind = 'person'
  and w.sensitivity <= (select up_to from public.reporting_clearance)
group by 1, 2;

create view reporting.distribution as
select (r.at at time zone 'UTC')::date as day, g.docket, r.levers, count(distinct r.id)::int as runs,
  (count(*) filter (where g.state = 'given'))::int as given,
  (count(*) filter (where g.state = 'passedOver'))::int as passed_over,
  (count(*) filter (where g.state = 'planned'))::int as planned
from public.distribution_runs r
left join (
  select g.run_id, g.state, w.docket
  from public.distribution_gifts g
  join projections.case_work w on w.case_id = g.case_id
  where w.sensitivity <= (select up_to from public.reporting_clearance)
) g on g.run_id = r.id
group by 1, 2, 3;

create view reporting.decisions as
select (p.signed_at at time zone 'UTC')::date as day, i.issue_type, i.disposition, w.case_type, w.docket,
  count(*)::int as issues, count(distinct i.case_id)::int as cases
from projections.issues i
join projections.work_products p on p.case_id = i.case_id and p.work_product_id = i.signed_in
join projections.case_work w on w.case_id = i.case_id
where i.disposition is not null and w.sensitivity <= (select up_to from public.reporting_clearance)
group by 1, 2, 3, 4, 5;

create view reporting.port_health as
select o.port, o.binding, (count(*) filter (where o.status = 'delivered'))::int as delivered,
  (count(*) filter (where o.status = 'accepted'))::int as accepted,
  (count(*) filter (where o.status in ('waiting', 'sending')))::int as waiting,
  (count(*) filter (where o.status = 'failed'))::int as failed,
  min(o.created_at) filter (where o.status in ('waiting', 'sending')) as oldest_waiting_at
from public.obligations o
group by 1, 2;

-- How often each invariant of the docket is broken; the report of the service says where.
create view reporting.docket_health as
with profile as (select body from public.profile_versions order by number desc limit 1),
types as (
  select
    array(select t->>'name' from profile, json_array_elements(body->'taskTypes') t where t->>'isExclusive' = 'true') as exclusive,
    array(select t->>'name' from profile, json_array_elements(body->'taskTypes') t where t->>'outlivesCase' = 'true') as outliving,
    array(select t->>'name' from profile, json_array_elements(body->'taskTypes') t where t->>'needsReceipts' = 'true') as receipting
)
select b.invariant, b.broken
from types cross join lateral (
  select 1 as invariant, count(*)::int as broken from projections.tasks t
  where (t.status in ('assigned', 'inProgress', 'onHold')) = (t.closed_at is not null)
  union all
  select 2, count(*)::int from projections.tasks t
  left join projections.tasks p on p.case_id = t.case_id and p.task_id = t.parent_id
  where t.closed_at is null and t.parent_id is not null and p.status is distinct from 'onHold'
    and not (p.parent_id is null and p.closed_at is not null)
  union all
  select 3, count(*)::int from (
    select t.case_id from projections.tasks t where t.closed_at is null and t.type = any(types.exclusive)
    group by t.case_id having count(*) > 1) x
  union all
  select 4, count(*)::int from (
    select t.case_id from projections.tasks t
    join projections.sessions s on s.case_id = t.case_id and s.session_id = t.about
    where t.closed_at is null group by t.case_id, t.about, t.type having count(*) > 1) x
  union all
  select 5, count(*)::int from projections.case_work w
  where not w.is_closed and w.status is not null and not exists (
    select from projections.tasks t where t.case_id = w.case_id and t.closed_at is null and t.parent_id is not null
      and (t.status <> 'onHold' or t.hold_until is not null))
  union all
  select 6, count(*)::int from projections.tasks t
  join projections.case_work w on w.case_id = t.case_id and w.is_closed
  where t.closed_at is null and t.type <> all(types.outliving) and not exists (
    select from projections.tasks p where p.case_id = t.case_id and p.task_id = t.parent_id and p.closed_at is null)
  union all
  select 7, count(*)::int from projections.tasks t join public.members m on m.id = t.assignee_id
  where t.closed_at is null and t.assignee_kind = 'person' and m.deactivated_at is not null
  union all
  select 8, count(*)::int from projections.timers r
  join projections.tasks t on t.case_id = r.case_id and t.task_id = r.task_id where t.closed_at is not null
  union all
  select 9, count(*)::int from projections.issues i where i.disposition is not null and i.decided_at is null
  union all
  select 10, count(*)::int from public.decision_packages d
  where encode(sha256(convert_to(d.body, 'UTF8')), 'hex') <> d.sha256
  union all
  select 11, count(*)::int from projections.deliveries d
  where d.status in ('owed', 'failed') and not exists (
    select from projections.tasks t where t.case_id = d.case_id and t.closed_at is null
      and (t.about = d.delivery_id or t.type = any(types.receipting)))
) b;
