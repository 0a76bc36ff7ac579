-- Everything that happens: the log, the head of each case's chain, and what makes a repeated request harmless.
-- Tables that are derived from the log live in the schema projections and can be made anew at any time.

create schema projections;

create table deployment (
  only_row boolean primary key default true check (only_row),
  synthetic boolean not null,
  base_url text not null,
  created_at timestamptz not null default now()
);

create sequence event_position;

create table case_streams (
  case_id text primary key,
  version int not null,
  hash bytea not null
);

create table events (
  position bigint not null,
  case_id text not null,
  sequence int not null,
  id text not null,
  type text not null,
  subject text not null,
  at timestamptz not null,
  recorded_at timestamptz not null,
  actor jsonb not null,
  on_behalf_of jsonb,
  data jsonb,
  data_hash bytea not null,
  causation_id text,
  correlation_id text not null,
  hash bytea not null,
  primary key (case_id, sequence)
);
create unique index events_by_position on events (position);
create index events_by_subject on events (case_id, subject, sequence);
create index events_by_type on events (case_id, type, sequence);

create table snapshots (
  case_id text not null,
  decider text not null,
  subject text not null,
  state_version int not null,
  sequence int not null,
  state jsonb not null,
  primary key (case_id, decider, subject)
);

create table answers (
  actor text not null,
  key text not null,
  fingerprint bytea not null,
  answer json not null,
  at timestamptz not null,
  primary key (actor, key)
);
create index answers_by_age on answers (at);
