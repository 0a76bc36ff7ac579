-- Locks `draft_changes` and `projections.work_product_comments` for a moment, to add columns.

create table projections.work_product_proposals (
  case_id text not null,
  work_product_id text not null,
  proposal_id text not null,
  sequence int not null,
  version int not null,
  base int not null,
  proposal_sha256 text not null,
  proposed_by jsonb not null,
  proposed_at timestamptz not null,
  status text not null,
  answered_by jsonb,
  answered_at timestamptz,
  revision int,
  why_sha256 text,
  primary key (case_id, work_product_id, proposal_id)
);

-- The proposal that a change was, and whose: `id` and `by`.
alter table draft_changes add column proposal jsonb;

-- What a comment was written on, and the members that it tells.
alter table projections.work_product_comments
  add column place_sha256 text,
  add column mentions text[];
