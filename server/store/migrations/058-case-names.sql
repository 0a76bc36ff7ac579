-- The docket number and the names of each case, and the later parts of them, so that a case is found by any of them through
-- one index. Writers of cases wait while the table is filled from what is there. The indexes that it replaces go.

create table projections.case_names (
  case_id text not null,
  is_docket_number boolean not null,
  -- In lower case. A later part, such as the second half of a docket number, begins with a hyphen.
  word text collate "C" not null,
  primary key (case_id, is_docket_number, word)
);

lock table projections.cases in share mode;
with named as (
  select case_id, is_docket_number, lower(name collate "und-x-icu") collate "C" as name
  from projections.cases c cross join lateral (values
    (true, docket_number), (false, veteran->>'firstName'), (false, veteran->>'middleName'),
    (false, veteran->>'lastName')) as v (is_docket_number, name)
  where name is not null
)
insert into projections.case_names (case_id, is_docket_number, word)
select case_id, is_docket_number, name from named
union
select case_id, is_docket_number, '-' || part
from named cross join lateral regexp_split_to_table(name, '[\s-]+') with ordinality as p (part, place)
where place > 1 and part <> '';

create index case_names_by_word on projections.case_names (word, case_id);
drop index projections.cases_by_last_name;
drop index projections.cases_by_first_name;
drop index projections.cases_by_middle_name;
