-- Bytes that a case names and that the store did not have, or had otherwise, when they were last read or checked.

create table blob_faults (
  sha256 text primary key,
  what text not null check (what in ('missing', 'changed')),
  found_at timestamptz not null
);
