-- Which cases go on as which others, and which documents are the same bytes as those of another case. New tables
-- only: nothing that exists is locked.

create table projections.links (
  case_id text not null,
  other_case_id text not null,
  kind text not null,
  direction text not null,
  docket_number text not null,
  why text not null,
  shared jsonb,
  linked_by jsonb not null,
  linked_at timestamptz not null,
  primary key (case_id, other_case_id)
);

create table projections.shared_documents (
  case_id text not null,
  document_id text not null,
  from_case_id text not null,
  from_document_id text not null,
  from_version int not null,
  primary key (case_id, document_id)
);
