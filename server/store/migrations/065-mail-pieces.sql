-- Mail as it arrived, before and after somebody knows to which case it belongs. New tables. Of what is there it adds an
-- index to the parties: writers of parties wait while it is built.

create table mail_pieces (
  id text primary key,
  -- Who brought it, and what they call it: told again, it is the same piece.
  origin text not null,
  external_id text not null,
  brought_by jsonb not null,
  facts jsonb not null,
  received_at timestamptz not null,
  status text not null,
  why text,
  mail_type text,
  -- The case that it waits for. A purge of that case leaves the piece in the queue.
  meant_case_id text,
  -- The case that it is filed on, and with which it is erased.
  case_id text,
  task_id text,
  reasons jsonb,
  document_ids text[],
  settled_at timestamptz,
  settled_by text,
  unique (origin, external_id)
);
create index mail_pieces_waiting on mail_pieces (id) where status in ('arriving', 'unmatched', 'held');
create index mail_pieces_by_status on mail_pieces (status, id);
create index mail_pieces_by_case on mail_pieces (case_id) where case_id is not null;

create table mail_files (
  piece_id text not null references mail_pieces on delete cascade,
  part_id text not null,
  place int not null,
  -- As it was announced.
  about jsonb not null,
  -- What was received, and what becomes a document.
  kept jsonb,
  -- The hashes of all its bytes: those of a piece outlive the purge of a case that has the same.
  blobs text[] not null default '{}',
  why text,
  -- It is not tried again.
  is_given_up boolean not null default false,
  attempts int not null default 0,
  due_at timestamptz not null,
  leased_by text,
  primary key (piece_id, part_id)
);
create index mail_files_by_blob on mail_files using gin (blobs);
create index mail_files_awaited on mail_files (due_at) where kept is null and not is_given_up;

create index parties_by_contact on projections.parties using gin (contact jsonb_path_ops) where contact is not null;
