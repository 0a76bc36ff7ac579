import type { OtherKeys } from '../store/bookings.ts'
import type { Queryable } from '../store/db.ts'
import { isInForce } from './access-grants.ts'

/** How else somebody is known: by what their bookings are kept, and under which other ids there are calendars of theirs. */
export type AlsoKnown = { keys: readonly string[]; ids: readonly string[] }

const isAlone = (grant: string, today: string) => `${isInForce(grant, today)} and not exists (
  select from access_grants other where other.case_id = ${grant}.case_id and other.member_id <> ${grant}.member_id
    and other.representative_id = ${grant}.representative_id and ${isInForce('other', today)})`

const hasCalendar = (id: string) => `(exists (select from calendar_entries e where e.participant_id = ${id})
  or exists (select from blackouts b where b.participant_id = ${id})
  or exists (select from told_busy t where t.participant_id = ${id}))`

/**
 * By what the bookings of somebody are kept beside their id, as a query with one column: one person may have another id on
 * each case. They are one by an identifier of another system that they share, or as the member who alone was granted sight
 * of a case for a representative. An organization may be in many places at once.
 */
export const otherKeys: OtherKeys = (id, today) => `
  select 'as ' || jsonb_build_array(alias->'source', alias->'externalId')::text as key
  from parties p, jsonb_array_elements(p.aliases) as alias
  where p.party_id = ${id} and p.status = 'current' and p.person is not null
  union
  select g.member_id from access_grants g
  where g.withdrawn_at is null and g.representative_id = ${id} and ${isAlone('g', today)}`

/** The same of many, with the other ids under which there are calendars of theirs. */
export async function alsoKnown(
  db: Queryable,
  ids: readonly string[],
  today: string,
): Promise<ReadonlyMap<string, AlsoKnown>> {
  if (ids.length === 0) return new Map()
  const rows = await db.rows<{ id: string; key: string | null; other: string | null }>(
    `select id, key, null as other from unnest($1::text[]) as id cross join lateral (${otherKeys('id', '$2')}) as k
     union
     select p.party_id, null, o.party_id from parties p cross join jsonb_array_elements(p.aliases) as alias join parties o
       on o.aliases @> jsonb_build_array(jsonb_build_object('source', alias->'source', 'externalId', alias->'externalId'))
         and o.aliases <> '[]' and o.status = 'current' and o.person is not null
     where p.party_id = any($1) and p.status = 'current' and p.person is not null
       and o.party_id <> p.party_id and ${hasCalendar('o.party_id')}
     union
     select g.representative_id, null, g.member_id from access_grants g
     where g.withdrawn_at is null and g.representative_id = any($1) and ${isAlone('g', '$2')}
     union
     select g.member_id, null, g.representative_id from access_grants g
     where g.withdrawn_at is null and g.member_id = any($1) and ${isAlone('g', '$2')} and ${hasCalendar('g.representative_id')}`,
    [ids, today],
  )
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [
      id,
      { keys: own.flatMap(({ key }) => key ?? []), ids: own.flatMap(({ other }) => other ?? []) },
    ]),
  )
}
