-- Work products: where each stands, its versions and comments, the texts that their events name by hash, and what was
-- frozen by signatures. New tables only: nothing is locked.

create table projections.work_products (
  case_id text not null,
  work_product_id text not null,
  sequence int not null,
  title text not null,
  status text not null,
  version int not null,
  content_sha256 text not null,
  drafted_by jsonb not null,
  drafted_at timestamptz not null,
  saved_by jsonb not null,
  saved_at timestamptz not null,
  submitted_by jsonb,
  submitted_at timestamptz,
  returned_by jsonb,
  returned_at timestamptz,
  reasons_sha256 text,
  signed_by jsonb,
  signed_at timestamptz,
  signed_sequence int,
  package_sha256 text,
  released_by jsonb,
  released_at timestamptz,
  ended_by jsonb,
  ended_at timestamptz,
  ended_why text,
  sealed_sha256 text,
  sealed_bytes bigint,
  primary key (case_id, work_product_id)
);

create table projections.work_product_versions (
  case_id text not null,
  work_product_id text not null,
  version int not null,
  title text not null,
  content_sha256 text not null,
  saved_by jsonb not null,
  saved_at timestamptz not null,
  primary key (case_id, work_product_id, version)
);

create table projections.work_product_comments (
  case_id text not null,
  work_product_id text not null,
  comment_id text not null,
  sequence int not null,
  version int not null,
  text_sha256 text not null,
  place jsonb,
  in_reply_to text,
  created_by jsonb not null,
  created_at timestamptz not null,
  resolved_by jsonb,
  resolved_at timestamptz,
  primary key (case_id, work_product_id, comment_id)
);

-- Canonical JSON, as it was hashed. Written in the transaction of the event that names it.
create table work_product_texts (
  case_id text not null,
  sha256 text not null,
  body text not null,
  primary key (case_id, sha256)
);

create table decision_packages (
  case_id text not null,
  sha256 text not null,
  work_product_id text not null,
  body text not null,
  primary key (case_id, sha256)
);
