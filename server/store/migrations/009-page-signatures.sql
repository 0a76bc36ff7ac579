-- Which pages are alike, derived from their texts. New tables only: nothing that exists is locked.

-- A page without a signature says too little to be compared.
create table page_signatures (
  case_id text not null,
  page int not null,
  words int not null,
  hash text not null,
  signature bytea,
  primary key (case_id, page)
);
-- Signatures are noise: compressing them takes time and gains nothing.
alter table page_signatures alter column signature set storage external;

-- Up to which revision of its text a case is compared.
create table page_comparisons (
  case_id text primary key,
  revision bigint not null
);

-- What each document repeats, and whether those who decide about it have been told.
create table document_duplicates (
  case_id text not null,
  document_id text not null,
  duplicates jsonb not null,
  is_told boolean not null,
  primary key (case_id, document_id)
);
create index document_duplicates_untold on document_duplicates (case_id) where not is_told;
