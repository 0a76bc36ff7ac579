-- Open cases, and tasks that have waited for long, are looked up by these indexes alone. Writers of both tables wait until they
-- are made.

create index case_work_open on projections.case_work (docket_date, case_id) where not is_closed;
create index queue_entries_of_all_by_age on projections.queue_entries (opened_at, task_id);
