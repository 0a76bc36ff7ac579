-- Locks `draft_changes` for a moment, to add a column.

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
