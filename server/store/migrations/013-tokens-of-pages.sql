-- Locks page_tokens for the moment it takes: no row is written anew.

-- Whose page it is, the documents tell; kept here too, it had to follow every division.
drop function candidate_pages(text, tsquery);
alter table page_tokens drop column document_id;

-- A scan of the table looks cheap to the planner, which does not count the way to the side table.
create function candidate_pages(of_case text, query tsquery) returns table (page int)
language sql stable
set enable_seqscan = off
as $$
  select p.page from page_tokens p where p.case_id = of_case and p.tokens @@ query
$$;
