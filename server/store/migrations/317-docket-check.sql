-- What a check of the whole docket has found, and up to which place in the log it is current. New tables only.

create table docket_check (
  only_row boolean primary key default true check (only_row),
  position bigint not null,
  epoch bigint not null,
  -- By which rules it was checked.
  rules bytea not null,
  -- When every case was last looked at, whether something had happened to it or not.
  whole_at timestamptz not null
);

create table docket_findings (
  invariant int not null,
  case_id text not null,
  subject text not null,
  sentence text not null,
  primary key (case_id, invariant, subject)
);
