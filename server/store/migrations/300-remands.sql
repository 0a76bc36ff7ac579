-- What was sent back for more work, and how its issues were decided before. It locks projections.issues while it adds
-- columns, which takes a moment. Nothing was sent back so far, as events say: nothing is rebuilt.

alter table projections.issues
  add column instructions jsonb,
  add column remand_id text,
  add column is_away boolean not null default false;

create table projections.remands (
  case_id text not null,
  remand_id text not null,
  kind text not null,
  status text not null,
  place text,
  work_product_id text,
  sent_at timestamptz not null,
  returned_at timestamptz,
  ended_at timestamptz,
  primary key (case_id, remand_id)
);

-- Decisions that issues no longer have, since they were sent back.
create table projections.remanded_issues (
  case_id text not null,
  remand_id text not null,
  issue_id text not null,
  issue_type text not null,
  benefit_type text,
  disposition text not null,
  work_product_id text not null,
  primary key (case_id, remand_id, issue_id)
);
create index remanded_issues_by_product on projections.remanded_issues (case_id, work_product_id);

-- Every decision on an issue that was not recalled: that in force, and those from before it was sent back.
create or replace view reporting.decided_issues with (security_barrier) as
select i.case_id, i.issue_id, i.issue_type, i.benefit_type, i.disposition, p.signed_at, p.released_at
from (
  select case_id, issue_id, issue_type, benefit_type, disposition, signed_in as work_product_id
  from projections.issues where signed_in is not null and disposition is not null
  union all
  select case_id, issue_id, issue_type, benefit_type, disposition, work_product_id from projections.remanded_issues
) i
join projections.work_products p on p.case_id = i.case_id and p.work_product_id = i.work_product_id
join projections.case_work w on w.case_id = i.case_id
where p.status <> 'recalled' and w.sensitivity <= (select up_to from public.reporting_clearance);

create or replace view reporting.decisions with (security_barrier) as
select (p.signed_at at time zone 'UTC')::date as day, i.issue_type, i.disposition, w.case_type, w.docket,
  count(*)::int as issues, count(distinct i.case_id)::int as cases
from (
  select case_id, issue_id, issue_type, benefit_type, disposition, signed_in as work_product_id
  from projections.issues where signed_in is not null and disposition is not null
  union all
  select case_id, issue_id, issue_type, benefit_type, disposition, work_product_id from projections.remanded_issues
) i
join projections.work_products p on p.case_id = i.case_id and p.work_product_id = i.work_product_id
join projections.case_work w on w.case_id = i.case_id
where p.status <> 'recalled' and w.sensitivity <= (select up_to from public.reporting_clearance)
group by 1, 2, 3, 4, 5;
