-- Transcripts of sessions, what people corrected in them, and what the speech engine has heard so far. New tables: nothing
-- is locked. Their rows go with the purge of their case.

create table projections.transcripts (
  case_id text not null,
  session_id text not null,
  transcript_id text not null,
  status text not null,
  recordings jsonb not null,
  model text,
  document_id text,
  lines_sha256 text,
  why text,
  is_printed boolean not null,
  certified_by jsonb,
  certified_at timestamptz,
  awaited_at timestamptz not null,
  primary key (case_id, transcript_id)
);
create index transcripts_by_session on projections.transcripts (case_id, session_id, transcript_id);
create index transcripts_to_make on projections.transcripts (case_id, session_id) where status = 'awaited';
create index transcripts_to_print on projections.transcripts (case_id, session_id)
  where status = 'certified' and not is_printed;

-- The target is a line, or a recording for all of its lines.
create table projections.transcript_changes (
  case_id text not null,
  transcript_id text not null,
  target text not null,
  text text,
  speaker text,
  primary key (case_id, transcript_id, target)
);

-- The engine goes on where it left off. Derived from the sound, and not from events.
create table heard_speech (
  case_id text not null,
  document_id text not null,
  sha256 text not null,
  from_ms integer not null,
  next_ms integer,
  until_ms integer not null,
  model text not null,
  lines jsonb not null,
  primary key (case_id, document_id, sha256, from_ms)
);

-- What a person who waits for a transcript is told: how far it is, and what keeps it.
create table speech_progress (
  case_id text not null,
  session_id text not null,
  note text not null,
  at timestamptz not null,
  primary key (case_id, session_id)
);
