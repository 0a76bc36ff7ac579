-- Search over the pages of a case. Everything here is derived from the bytes of documents and can be made anew
-- from them. New tables only: nothing that exists is locked.

do $$
begin
  create extension if not exists btree_gin;
exception when others then
  raise exception 'search needs the PostgreSQL extension btree_gin, and it could not be created (%)', sqlerrm
    using hint = 'It comes with PostgreSQL (package postgresql-contrib); an administrator may run: create extension btree_gin';
end $$;

create table page_texts (
  case_id text not null,
  page int not null,
  id bigint generated always as identity,
  text text not null,
  primary key (case_id, page)
);

-- One narrow row per page: the tokens go to the side table, so that the pages of a common word are read quickly.
-- No other index knows the case: with one, the planner walks the case and reads the tokens of every page.
create table page_tokens (
  id bigint primary key,
  case_id text not null,
  page int not null,
  document_id text not null,
  tokens tsvector not null
) with (toast_tuple_target = 128);

-- Searches read the pending list from end to end, and writing without one is slower: so it is kept short.
create index page_tokens_by_token on page_tokens using gin (case_id, tokens) with (gin_pending_list_limit = 128);

-- A scan of the table looks cheap to the planner, which does not count the way to the side table.
create function candidate_pages(of_case text, query tsquery) returns table (page int, document_id text)
language sql stable
set enable_seqscan = off
as $$
  select p.page, p.document_id from page_tokens p where p.case_id = of_case and p.tokens @@ query
$$;

-- The words a case has ever used, for help with spelling. A word stays when its last page is read anew without it.
create table case_words (
  case_id text not null,
  word text not null,
  primary key (case_id, word)
);
