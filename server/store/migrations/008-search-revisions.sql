-- How the text of a case changes: every writing of pages takes the case's next revision and marks its pages with it,
-- so that a process which holds the text in memory reads only what is new. The row of a case stays locked until the
-- writing commits: whoever sees a revision can see every page up to it.
-- Adding the column locks page_texts for a moment; building its index locks out writers, not readers, while it reads
-- the table once.

create table case_texts (
  case_id text primary key,
  revision bigint not null
);

alter table page_texts add column revision bigint not null default 0;

create index page_texts_by_revision on page_texts (case_id, revision);

insert into case_texts (case_id, revision) select distinct case_id, 0 from page_texts;
