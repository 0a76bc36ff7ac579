-- Which pages of a case a member has really looked at. A new table: nothing is locked. Rows go with the purge of the case.

create table seen_pages (
  member_id text not null references members,
  case_id text not null,
  pages int4multirange not null,
  at timestamptz not null,
  primary key (member_id, case_id)
);
create index seen_pages_by_case on seen_pages (case_id);
