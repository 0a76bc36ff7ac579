-- Cases by their names, in the order in which they were uploaded, and docket numbers by how they begin. Rewrites the table of
-- names: writers of cases wait while it is filled from what is there.

lock table projections.cases in share mode;
alter table projections.case_names rename to earlier_case_names;
alter index projections.case_names_pkey rename to earlier_case_names_pkey;
create table projections.case_names (
  case_id text not null,
  is_docket_number boolean not null,
  -- In lower case. A later part, such as the second half of a docket number, begins with a hyphen.
  word text collate "C" not null,
  uploaded_at timestamptz not null
);
insert into projections.case_names (case_id, is_docket_number, word, uploaded_at)
select n.case_id, n.is_docket_number, n.word, c.uploaded_at
from projections.earlier_case_names n join projections.cases c using (case_id);
drop table projections.earlier_case_names;
alter table projections.case_names add constraint case_names_pkey primary key (case_id, is_docket_number, word);
create index case_names_in_order on projections.case_names (is_docket_number, word, uploaded_at, case_id);

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
