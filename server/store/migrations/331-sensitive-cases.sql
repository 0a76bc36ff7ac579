-- Cases that not everybody may see, in the order in which they were uploaded: a list of one sensitivity is read from here.

create table projections.sensitive_cases (
  case_id text primary key,
  level int not null,
  uploaded_at timestamptz not null
);
lock table projections.case_work in share mode;
insert into projections.sensitive_cases (case_id, level, uploaded_at)
select w.case_id, w.sensitivity, c.uploaded_at
from projections.case_work w join projections.cases c using (case_id) where w.sensitivity > 0;
create index sensitive_cases_in_order on projections.sensitive_cases (level, uploaded_at, case_id);
