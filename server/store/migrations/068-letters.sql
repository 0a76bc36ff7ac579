-- Letters to parties, and what became of them. A new table: nothing is locked. Its rows go with the purge of their case.

create table projections.letters (
  case_id text not null,
  letter_id text not null,
  letter text not null,
  kind text not null,
  party_id text not null,
  status text not null,
  owed_at timestamptz not null,
  event_id text,
  task_id text,
  work_product_id text,
  reason text,
  -- The member who wrote it, where no event raised it.
  written_by text,
  subject text,
  document_id text,
  sha256 text,
  bytes bigint,
  composed_at timestamptz,
  channel text,
  destination text,
  sent_at timestamptz,
  tracking text,
  cause text,
  why text,
  primary key (case_id, letter_id)
);
create index letters_by_id on projections.letters (letter_id);
create index letters_by_status on projections.letters (status, letter_id);
