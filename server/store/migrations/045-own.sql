-- What members keep for themselves. New tables: nothing is locked. Rows of a case go with its purge.

create table member_preferences (
  member_id text primary key references members,
  preferences jsonb not null,
  updated_at timestamptz not null
);

create table document_places (
  member_id text not null references members,
  case_id text not null,
  document_id text not null,
  page int not null,
  zoom real,
  rotation int,
  at timestamptz not null,
  primary key (member_id, case_id, document_id)
);
create index document_places_by_case on document_places (case_id);

create table case_visits (
  member_id text not null references members,
  case_id text not null,
  seen_at timestamptz not null,
  seen_version int not null,
  since timestamptz,
  since_version int,
  primary key (member_id, case_id)
);
create index case_visits_by_case on case_visits (case_id);
