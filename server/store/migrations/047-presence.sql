-- Who reads which case now. A new table, unlogged: it is worth nothing after a crash.

create unlogged table presence (
  case_id text not null,
  member_id text not null,
  document_id text,
  page int,
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (case_id, member_id)
);
