-- Bulk loads and what becomes of their rows; and what another system calls a thing that is here. It locks nothing
-- that exists.

create table imports (
  id text primary key,
  status text not null check (status in ('waiting', 'running', 'paused', 'cancelled', 'done', 'failed')),
  dry_run boolean not null,
  actor jsonb not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- The manifest is a blob; its files are in a folder or a ZIP of one machine, in a ZIP that is a blob, or all blobs.
  manifest text not null,
  files jsonb not null,
  bytes bigint not null,
  request_key text,
  -- How far it has come: moved in the same transaction as the events of the rows before it.
  bytes_read bigint not null default 0,
  lines_read int not null default 0,
  skipped int not null default 0,
  failed int not null default 0,
  loaded jsonb not null default '{}',
  worked_ms bigint not null default 0,
  error text
);
create index imports_by_age on imports (created_at desc, id desc);
create unique index imports_by_request on imports ((actor->>'id'), request_key) where request_key is not null;

create table import_errors (
  import_id text not null references imports (id),
  line int not null,
  type text,
  source text,
  external_id text,
  error text not null,
  primary key (import_id, line)
);
create index import_errors_by_thing on import_errors (import_id, type, source, external_id);

create table projections.external_ids (
  kind text not null,
  source text not null,
  external_id text not null,
  case_id text not null,
  id text not null,
  causation_id text,
  primary key (kind, source, external_id)
);

create table projections.parties (
  case_id text not null,
  party_id text not null,
  role text not null,
  person jsonb,
  organization text,
  primary key (case_id, party_id)
);

create table projections.issues (
  case_id text not null,
  issue_id text not null,
  position int not null,
  issue_type text not null,
  benefit_type text,
  scope text,
  description text,
  primary key (case_id, issue_id)
);
