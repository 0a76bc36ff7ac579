-- Cases by their names, in the order in which they were uploaded, and docket numbers by how they begin. Rewrites the table of
-- names: writers of cases wait while it is filled from what is there.

lock table projections.cases in share mode;
alter table projections.case_names add column uploaded_at timestamptz;
update projections.case_names n set uploaded_at = c.uploaded_at from projections.cases c where c.case_id = n.case_id;
delete from projections.case_names where uploaded_at is null;
alter table projections.case_names alter column uploaded_at set not null;

insert into projections.case_names (case_id, is_docket_number, word, uploaded_at)
select case_id, true, '^' || left(word, length), uploaded_at
from projections.case_names cross join unnest(array[2, 4, 6, 8]) as length
where is_docket_number and word not like '-%'
on conflict do nothing;

create index case_names_in_order on projections.case_names (is_docket_number, word, uploaded_at, case_id);
drop index projections.case_names_by_word;
