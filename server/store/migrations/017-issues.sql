-- Issues are decided, split, merged and removed, and cite pages. It locks projections.issues while it adds columns, which
-- takes a moment and one look at every row, and projections.document_versions against writes while it is indexed. Issues
-- that are there are open, as events say so far: nothing is rebuilt.

alter table projections.issues
  add column left_as text,
  add column raised_issue_ids text[],
  add column into_issue_ids text[],
  add column disposition text,
  add column reasons jsonb,
  add column note text,
  add column decided_at timestamptz,
  add column decided_by text,
  add column removal jsonb,
  add column signed_in text,
  add constraint issues_decided_have_a_date check ((disposition is null) = (decided_at is null));

create table projections.citations (
  case_id text not null,
  issue_id text not null,
  citation_id text not null,
  document_id text not null,
  version int not null,
  sha256 text not null,
  page int not null,
  rect jsonb,
  quote text,
  note text,
  orphaned boolean not null,
  created_by text not null,
  created_at timestamptz not null,
  primary key (case_id, issue_id, citation_id)
);
create index citations_by_page on projections.citations (case_id, page);

-- Which version of which document a page is of.
create index document_versions_by_page on projections.document_versions (case_id, start_page);
