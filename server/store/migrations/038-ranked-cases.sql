-- What the national list shows of a case stands beside its task: a page of it reads one table instead of three, so it takes
-- as long among many cases as among few. Writers of tasks wait until every open task has its values.

alter table projections.queue_entries
  add column docket_number text,
  add column docket_date date,
  add column advanced text[],
  add column ready_since timestamptz;

update projections.queue_entries q
set docket_number = c.docket_number,
  docket_date = coalesce(w.docket_date, c.receipt_date),
  advanced = w.advanced,
  ready_since = coalesce(case when w.step_task_id = q.task_id then w.entered_step_at end, q.opened_at)
from projections.cases c join projections.case_work w using (case_id)
where c.case_id = q.case_id;

alter table projections.queue_entries
  alter column docket_number set not null,
  alter column docket_date set not null,
  alter column advanced set not null,
  alter column ready_since set not null;
