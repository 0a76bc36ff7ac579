-- The words of each case together, so that cases with several words are found by one look. Rewrites the table of cases.

-- What `case_names` and `docket_beginnings` have of one case: a name as "n:smith", a docket number as "d:260302-791608", a
-- later part of either behind a hyphen, and how the number begins as "4:2603", by the length of the beginning.
create function projections.words_of_case(docket_number text, veteran jsonb) returns tsvector
language sql immutable parallel safe as $$
  select array_to_tsvector(array_agg(lexeme))
  from (values
    ('d:', lower(docket_number collate "und-x-icu") collate "C"),
    ('n:', lower((veteran->>'firstName') collate "und-x-icu") collate "C"),
    ('n:', lower((veteran->>'middleName') collate "und-x-icu") collate "C"),
    ('n:', lower((veteran->>'lastName') collate "und-x-icu") collate "C")) as named (kind, name)
  cross join lateral (
    select kind || left(name, 400) as lexeme
    union all
    select kind || left('-' || part, 400)
    from regexp_split_to_table(name, '[\s-]+') with ordinality as p (part, place) where place > 1 and part <> ''
    union all
    select length || ':' || left(name, length) from unnest('{2,4,6,8}'::int[]) as length where kind = 'd:'
  ) as of_name
  where name is not null
$$;

alter table projections.cases
  add column words tsvector generated always as (projections.words_of_case(docket_number, veteran)) stored;

-- A list of what is still to be entered would be read through by every search.
create index cases_by_words on projections.cases using gin (words) with (fastupdate = off);
