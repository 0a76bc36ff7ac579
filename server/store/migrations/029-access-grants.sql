-- Locks the table of parties while three columns are dropped and old representations are written without members.

-- Who sees a case for a party is granted on that case. What older events said of members gives no access.
drop index projections.parties_by_member;
alter table projections.parties
  drop column member_ids,
  drop column represented_from,
  drop column represented_to;
update projections.parties set representation = representation - 'memberIds' where representation ? 'memberIds';

create table projections.access_grants (
  case_id text not null,
  grant_id text not null,
  member_id text not null,
  username text not null,
  party_id text not null,
  representative_id text not null,
  document_id text not null,
  start_on date not null,
  end_on date,
  granted_by text not null,
  granted_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by text,
  withdrawn_why text,
  primary key (case_id, grant_id)
);
create index access_grants_by_member on projections.access_grants (member_id) where withdrawn_at is null;
