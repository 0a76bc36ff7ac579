-- Locks nothing: new tables.

-- What is typed between two versions of a draft. No projection: the events have only the versions.
-- The text as of `revision` is that of `version` with the changes that were made on it.
create table draft_heads (
  case_id text not null,
  work_product_id text not null,
  revision int not null,
  -- The version at the revision 0.
  first_version int not null,
  -- The version that the last change was made on, how many were made on it, and when the first.
  version int not null,
  pending int not null,
  pending_since timestamptz,
  changed_by jsonb,
  changed_at timestamptz,
  primary key (case_id, work_product_id)
) with (fillfactor = 50);

-- Of no column that a change writes, so that it writes the row alone.
create index draft_heads_pending on draft_heads (pending_since) where pending_since is not null;

create table draft_changes (
  case_id text not null,
  work_product_id text not null,
  revision int not null,
  -- The version that it was made on.
  version int not null,
  changed_by jsonb not null,
  changed_at timestamptz not null,
  -- JSON as text: a text may hold what jsonb refuses.
  operations text not null,
  primary key (case_id, work_product_id, revision)
);
