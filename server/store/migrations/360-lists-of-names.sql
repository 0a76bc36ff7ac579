-- What a search asks of a case stands with each of its names: all its words, and what lists are sorted by. Rewrites the tables
-- of names and of beginnings of docket numbers: writers of cases wait while they are filled from what is there.

lock table projections.cases in share mode;

alter table projections.case_names rename to earlier_case_names;
alter index projections.case_names_pkey rename to earlier_case_names_pkey;
alter table projections.docket_beginnings rename to earlier_docket_beginnings;
alter index projections.docket_beginnings_pkey rename to earlier_docket_beginnings_pkey;

create table projections.case_names (
  case_id text not null,
  is_docket_number boolean not null,
  -- In lower case. A later part, such as the second half of a docket number, begins with a hyphen.
  word text collate "C" not null,
  uploaded_at timestamptz not null,
  receipt_date date not null,
  -- As lists are sorted, and all words of the case, each on a line: none of the three where an index would not take them.
  name text collate "C",
  docket_number text collate "C",
  words text collate "C"
);

create table projections.docket_beginnings (
  case_id text not null,
  beginning text collate "C" not null,
  uploaded_at timestamptz not null,
  words text collate "C"
);

with of_case as (
  select case_id, chr(10) || string_agg(translate(word, chr(10), ' '), chr(10) order by is_docket_number desc, word) as words
  from projections.earlier_case_names group by case_id
),
sorted as (
  select case_id, c.docket_number, c.receipt_date, of_case.words,
    lower((c.veteran->>'lastName') || ' ' || (c.veteran->>'firstName')) collate "C" as name
  from of_case join projections.cases c using (case_id)
),
begun as (
  insert into projections.docket_beginnings (case_id, beginning, uploaded_at, words)
  select case_id, beginning, uploaded_at, case when octet_length(of_case.words) <= 1400 then of_case.words end
  from projections.earlier_docket_beginnings join of_case using (case_id)
)
insert into projections.case_names (case_id, is_docket_number, word, uploaded_at, receipt_date, name, docket_number, words)
select case_id, is_docket_number, word, uploaded_at, receipt_date, case when fits then name end, case when fits then docket_number end,
  case when fits then words end
from projections.earlier_case_names n join sorted using (case_id)
cross join lateral (
  select octet_length(word) + octet_length(name) + octet_length(docket_number) + octet_length(words) <= 1400 as fits) f;

drop table projections.earlier_case_names;
drop table projections.earlier_docket_beginnings;
alter table projections.case_names add constraint case_names_pkey primary key (case_id, is_docket_number, word);
create index case_names_in_order on projections.case_names (is_docket_number, word, uploaded_at, case_id)
  include (words, name, receipt_date, docket_number);
alter table projections.docket_beginnings add constraint docket_beginnings_pkey primary key (case_id, beginning);
create index docket_beginnings_in_order on projections.docket_beginnings (beginning, uploaded_at, case_id) include (words);
