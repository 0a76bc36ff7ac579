-- Where documents came from, what their sources say they have, and how far each is fetched. New tables; adding columns
-- to the table of documents takes a lock on it for a moment.

alter table projections.documents add column from_source jsonb, add column made_as text;

create table projections.source_documents (
  case_id text not null,
  source text not null,
  source_id text not null,
  -- As the source announced it last; null where it was filed without being announced.
  about jsonb,
  revision text,
  upload_id text,
  taken_revision text,
  taken_as text,
  taken_at timestamptz,
  taken_sequence int,
  document_id text,
  failed_revision text,
  why text,
  failed_at timestamptz,
  primary key (case_id, source, source_id)
);
-- What is still to be fetched.
create index source_documents_wanted on projections.source_documents (source)
  where revision is not null and taken_revision is distinct from revision;

create table projections.source_listings (
  case_id text not null,
  source text not null,
  listed_at timestamptz not null,
  is_whole boolean not null,
  primary key (case_id, source)
);

-- Who fetches a document now, and when it may be tried again.
create table source_pulls (
  case_id text not null,
  source text not null,
  source_id text not null,
  revision text not null,
  attempts int not null default 0,
  due_at timestamptz not null,
  leased_by text,
  primary key (case_id, source, source_id)
);

-- Up to where the arrivals of a source were read.
create table source_markers (
  source text primary key,
  marker text,
  polled_at timestamptz,
  tried_at timestamptz,
  error text,
  leased_by text,
  leased_until timestamptz
);

-- Up to which version of a case somebody has seen what its sources brought.
create table source_looks (
  case_id text not null,
  member_id text not null,
  version int not null,
  looked_at timestamptz not null,
  primary key (case_id, member_id)
);
