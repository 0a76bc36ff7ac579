-- Cases by their names, in the order in which they were uploaded, and docket numbers by how they begin. Rewrites the table of
-- names: writers of cases wait while it is filled from what is there.

lock table projections.cases in share mode;
alter table projections.case_names add column uploaded_at timestamptz;
update projections.case_names n set uploaded_at = c.uploaded_at from projections.cases c where c.case_id = n.case_id;
delete from projections.case_names where uploaded_at is null;
alter table projections.case_names alter column uploaded_at set not null;

create index case_names_in_order on projections.case_names (is_docket_number, word, uploaded_at, case_id);
drop index projections.case_names_by_word;

-- The first 2, 4, 6 and 8 characters of each docket number: very many begin alike, and all of them may be old.
create table projections.docket_beginnings (
  case_id text not null,
  beginning text collate "C" not null,
  uploaded_at timestamptz not null,
  primary key (case_id, beginning)
);
insert into projections.docket_beginnings (case_id, beginning, uploaded_at)
select distinct case_id, left(word, length), uploaded_at
from projections.case_names cross join unnest(array[2, 4, 6, 8]) as length
where is_docket_number and word not like '-%';
create index docket_beginnings_in_order on projections.docket_beginnings (beginning, uploaded_at, case_id);
