-- The conferences of sessions: their handles, who came, and what came of them. New tables, filled with the next event, or
-- for what is past by `portico rebuild`. Locks nothing.

create table projections.session_conferences (
  case_id text not null,
  session_id text not null,
  handle text not null,
  binding text not null,
  created_sequence int,
  ended_sequence int,
  ready_sequence int,
  -- The slot that it stood for last.
  ready_slot jsonb,
  primary key (case_id, session_id, handle)
);
create index session_conferences_by_handle on projections.session_conferences (binding, handle);

create table projections.session_attendance (
  case_id text not null,
  sequence int not null,
  session_id text not null,
  at timestamptz not null,
  has_joined boolean not null,
  handle text not null,
  name text not null,
  participant_id text,
  is_host boolean,
  primary key (case_id, sequence)
);

create table projections.session_artifacts (
  case_id text not null,
  session_id text not null,
  handle text not null,
  artifact_id text not null,
  binding text,
  -- As it was announced; of one that was made here, as it was filed.
  about jsonb,
  announced_at timestamptz,
  document_id text,
  why text,
  primary key (case_id, session_id, handle, artifact_id)
);
create index session_artifacts_wanted on projections.session_artifacts (binding)
  where binding is not null and document_id is null and why is null;

-- Who fetches an artifact now, and when it may be tried again.
create table artifact_pulls (
  case_id text not null,
  session_id text not null,
  handle text not null,
  artifact_id text not null,
  attempts int not null default 0,
  due_at timestamptz not null,
  leased_by text,
  primary key (case_id, session_id, handle, artifact_id)
);
