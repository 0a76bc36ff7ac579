-- Search over the pages of a case. Everything here is derived from the bytes of documents and can be made anew
-- from them. New tables only: nothing that exists is locked.

do $$
begin
  create extension if not exists btree_gin;
exception when others then
  raise exception 'search needs the PostgreSQL extension btree_gin, and it could not be created (%)', sqlerrm
    using hint = 'It comes with PostgreSQL (package postgresql-contrib); an administrator may run: create extension btree_gin';
end $$;

-- One narrow row per page: the tokens go to the side table, so that the pages of a common word are read quickly.
create table page_tokens (
  case_id text not null,
  page int not null,
  document_id text not null,
  tokens tsvector not null,
  primary key (page, case_id)
) with (toast_tuple_target = 128);
-- A long pending list makes writing twice as fast and searching ten times as slow; a short one keeps both.
create index page_tokens_by_token on page_tokens using gin (case_id, tokens) with (gin_pending_list_limit = 128);

-- The planner takes reading the tokens of a row for cheap, and would rather walk through all of a case; fetched
-- from the side table they are dear. The settings, and a primary key that begins with the page, leave it the index.
create function candidate_pages(of_case text, query tsquery) returns table (page int, document_id text)
language sql stable
set enable_seqscan = off
set enable_indexscan = off
as $$
  select p.page, p.document_id from page_tokens p where p.case_id = of_case and p.tokens @@ query
$$;

create table page_texts (
  case_id text not null,
  page int not null,
  text text not null,
  primary key (case_id, page)
);

-- The words a case has ever used, for help with spelling. A word stays when its last page is read anew without it.
create table case_words (
  case_id text not null,
  word text not null,
  primary key (case_id, word)
);
