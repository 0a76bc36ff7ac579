-- What people read of cases and documents, derived from events; and how far the text of each document is.

create table projections.cases (
  case_id text primary key,
  docket_number text not null,
  case_type text not null,
  veteran jsonb not null,
  receipt_date date not null,
  uploaded_at timestamptz not null,
  opened_at timestamptz not null,
  original_pdf_bytes bigint not null,
  document_count int not null,
  page_count int not null
);
create index cases_by_upload on projections.cases (uploaded_at desc, case_id desc);

create table projections.aliases (
  source text not null,
  external_id text not null,
  case_id text not null,
  primary key (source, external_id)
);

create table projections.documents (
  case_id text not null,
  document_id text not null,
  name text not null,
  description text not null,
  categories text[] not null,
  receipt_date date not null,
  start_page int not null,
  end_page int not null,
  position int not null,
  content jsonb not null,
  primary key (case_id, document_id)
);

create table projections.tags (
  case_id text not null,
  document_id text not null,
  text text not null,
  created_by text not null,
  created_at timestamptz not null,
  primary key (case_id, document_id, text)
);

create table projections.annotations (
  case_id text not null,
  document_id text not null,
  annotation_id text not null,
  page int not null,
  x double precision,
  y double precision,
  comment text,
  relevant_date date,
  created_by text not null,
  created_at timestamptz not null,
  primary key (case_id, document_id, annotation_id)
);

create table projections.read_marks (
  case_id text not null,
  document_id text not null,
  member_id text not null,
  read boolean not null,
  at timestamptz not null,
  primary key (case_id, member_id, document_id)
);

create table document_texts (
  case_id text not null,
  document_id text not null,
  sha256 text not null,
  pages_read int not null,
  pages int not null,
  unreadable text,
  primary key (case_id, document_id)
);
