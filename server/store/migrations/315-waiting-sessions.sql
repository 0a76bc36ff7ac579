-- The queue of sessions that wait to be placed, in its order. A new table, filled from what is there: reads sessions, cases
-- and tasks once, and locks nothing that exists.

create table projections.waiting_sessions (
  case_id text not null,
  session_id text collate "C" not null,
  kind text not null,
  is_no_show boolean not null,
  docket text,
  priority smallint not null,
  docket_order text collate "C" not null,
  sensitivity int not null,
  primary key (case_id, session_id)
);

insert into projections.waiting_sessions (case_id, session_id, kind, is_no_show, docket, priority, docket_order, sensitivity)
select s.case_id, s.session_id, s.kind, s.status = 'noShow', w.docket,
  case when cardinality(w.advanced) > 0 then case when w.court_remand then 0 else 1 end
    when w.court_remand then 2 else 3 end,
  to_char(coalesce(w.docket_date, c.receipt_date), 'YYYYMMDD') ||
    coalesce(lpad(substring(c.docket_number from '-([0-9]{1,12})$'), 12, '0'), c.docket_number),
  w.sensitivity
from projections.sessions s join projections.cases c using (case_id) join projections.case_work w using (case_id)
where not w.is_closed and (s.status in ('requested', 'postponed') or s.status = 'noShow' and exists (
  select from projections.tasks t where t.about = s.session_id and t.case_id = s.case_id and t.closed_at is null));

create index waiting_sessions_by_rank on projections.waiting_sessions (priority, docket_order, session_id);
create index waiting_sessions_by_docket on projections.waiting_sessions (docket, priority, docket_order, session_id);
create index waiting_sessions_by_kind on projections.waiting_sessions (kind, priority, docket_order, session_id);
create index waiting_sessions_by_docket_and_kind
  on projections.waiting_sessions (docket, kind, priority, docket_order, session_id);
drop index projections.sessions_waiting;
