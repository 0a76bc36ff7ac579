-- The rooms in which the platform hosts remote sessions itself. A new table: locks nothing.

create table rooms (
  handle text primary key,
  case_id text not null,
  session_id text not null,
  docket_number text not null,
  kind text not null,
  slot jsonb not null,
  -- Links that were minted under an older number are dead.
  rotation int not null default 1,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  -- When the session was held: nobody enters any more, and what was said is put together.
  closed_at timestamptz
);
create index rooms_by_case on rooms (case_id);
