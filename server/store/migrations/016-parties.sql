-- Locks the table of parties while its rows are given the new columns.

alter table projections.parties
  add column contact jsonb,
  add column aliases jsonb not null default '[]',
  add column status text not null default 'current',
  add column merged_into text,
  add column identity_stamp text,
  add column contact_stamp text,
  add column representation jsonb,
  add column representation_stamp text,
  -- Who sees the case for the party, and on which days: none once the representation is revoked.
  add column member_ids text[] not null default '{}',
  add column represented_from date,
  add column represented_to date,
  add column recorded_at timestamptz,
  add column updated_at timestamptz;

update projections.parties p
set recorded_at = e.at, updated_at = e.at,
  aliases = case when e.data ? 'alias' then jsonb_build_array(e.data->'alias') else '[]' end
from events e
where e.case_id = p.case_id and e.subject = p.party_id and e.type = 'party.recorded';

-- Of a row whose event is erased nothing is known; a rebuild leaves it out.
delete from projections.parties where recorded_at is null;

alter table projections.parties
  alter column recorded_at set not null,
  alter column updated_at set not null;

create index parties_by_party on projections.parties (party_id, identity_stamp desc nulls last);
create index parties_by_member on projections.parties using gin (member_ids) where member_ids <> '{}';
