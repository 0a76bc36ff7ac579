import type { PartyNotices } from '@portico/contract/notifications'
import type { Queryable } from '../store/db.ts'
import { batch, type Projection } from './projection.ts'

type Said = {
  of: string
  /** Null where that case was purged. */
  caseId: string | null
  optedOut: PartyNotices['optedOut']
  timeZone: string | null
  sensitivity: number
}

/** Some parties, each with the records that were merged into it. */
const sameAs = (ids: string) => `same (of, id) as (
    select id, id from ${ids} as one (id)
    union
    select s.of, p.party_id from same s join parties p on p.merged_into = s.id
  )`

/** The newest first. What a duplicate has said on a case holds until the party it was merged into says anew there. */
const said = `said as (
    select s.of, n.case_id as "caseId", n.opted_out as "optedOut", n.time_zone as "timeZone", n.set_at,
      coalesce(w.sensitivity, 0) as sensitivity
    from same s join party_notices n on n.party_id = s.id join parties p using (case_id, party_id)
      left join case_work w using (case_id)
    where p.status = 'current' or p.status = 'merged' and not exists (
      select from party_notices later
      where later.case_id = n.case_id and later.party_id in (p.merged_into, s.of) and later.set_at > p.updated_at)
    union all
    select s.of, null, k.channels, null, null, k.sensitivity
    from same s join kept_opt_outs k on k.party_id = s.id
    order by set_at desc nulls last
  )`

/** The opt-outs of those parties of a case who are on other cases. */
const keptOptOuts = `with recursive ${sameAs(`(select party_id from parties where case_id = $1 and status = 'current')`)},
 ${said}, left_over as (
   delete from kept_opt_outs k where party_id in (select id from same)
     and not exists (select from parties p where p.party_id = k.party_id and p.case_id <> $1)
 )
 insert into kept_opt_outs as k (party_id, sensitivity, channels)
 select of, sensitivity, array_agg(distinct channel) from said, unnest("optedOut") as channel
 where "caseId" = $1 and exists (
   select from parties p where p.party_id = of and p.case_id <> $1 and p.status = 'current')
 group by 1, 2
 on conflict (party_id, sensitivity) do update set channels = array(
   select distinct channel from unnest(k.channels || excluded.channels) as channel)`

/** How a party wants to be notified, by the case on which it was said. */
export const partyNotices: Projection = {
  name: 'partyNotices',
  tables: ['party_notices'],
  types: ['notification.preferencesSet'],
  statement: `
    with ${batch}
    insert into party_notices (case_id, party_id, opted_out, time_zone, set_at)
    select distinct on (case_id, data->>'partyId') case_id, data->>'partyId',
      array(select jsonb_array_elements_text(data->'optedOut')), data->>'timeZone', at
    from batch order by case_id, data->>'partyId', sequence desc
    on conflict (case_id, party_id) do update set
      opted_out = excluded.opted_out, time_zone = excluded.time_zone, set_at = excluded.set_at`,
  keepsOfErased: keptOptOuts,
}

const readSaid = (db: Queryable, partyIds: readonly string[]) =>
  db.rows<Said>(`with recursive ${sameAs('unnest($1::text[])')}, ${said} select * from said`, [partyIds])

const together = (all: readonly Said[], timeZone: string | null | undefined): PartyNotices => ({
  optedOut: [...new Set(all.flatMap(({ optedOut }) => optedOut))],
  ...(timeZone ? { timeZone } : {}),
})

/** What a case itself says of a party; undefined where it says nothing. */
export async function noticesOnCase(
  db: Queryable,
  caseId: string,
  partyId: string,
): Promise<PartyNotices | undefined> {
  const here = (await readSaid(db, [partyId])).filter((one) => one.caseId === caseId)
  return here.length === 0 ? undefined : together(here, here.find(({ timeZone }) => timeZone)?.timeZone)
}

/**
 * What holds for messages to parties about a case. Whoever has opted out on any case has opted out; a time zone comes
 * only from this case, or else from one that is no more sensitive.
 */
export async function partyNoticesOf(
  db: Queryable,
  partyIds: readonly string[],
  { caseId, sensitivity }: { caseId: string; sensitivity: number },
): Promise<Map<string, PartyNotices>> {
  if (partyIds.length === 0) return new Map()
  const byParty = Map.groupBy(await readSaid(db, partyIds), ({ of }) => of)
  return new Map(
    [...byParty].map(([id, all]) => {
      const withZone = all.filter((one) => one.timeZone !== null && one.sensitivity <= sensitivity)
      const from = withZone.find((one) => one.caseId === caseId) ?? withZone[0]
      return [id, together(all, from?.timeZone)]
    }),
  )
}

/** A party that says anew what it wants takes back what is kept of purged cases that were no more sensitive. */
export async function forgetOptOuts(tx: Queryable, caseId: string, partyId: string): Promise<void> {
  await tx.rows(
    `with recursive ${sameAs('unnest($1::text[])')}
     delete from kept_opt_outs where party_id in (select id from same)
       and sensitivity <= coalesce((select w.sensitivity from case_work w where w.case_id = $2), 0)`,
    [[partyId], caseId],
  )
}
