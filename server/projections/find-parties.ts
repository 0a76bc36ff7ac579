import type { PartyAlias, Sought } from '@portico/contract/parties'
import type { Queryable } from '../store/db.ts'
import { folded } from './folded.ts'

export type FoundParty = {
  caseId: string
  partyId: string
  person: { firstName: string; lastName: string; middleName?: string; birthDate?: string } | null
  organization: string | null
  aliases: PartyAlias[]
  asOf: string | null
}

const level = `coalesce((select w.sensitivity from case_work w where w.case_id = p.case_id), 0)`

/**
 * Parties that may be who is sought, of cases up to a sensitivity but for some: by the identifier, the last name, the
 * date of birth or the name of an organization. How near each is, the caller says.
 */
export async function findSought(
  db: Queryable,
  { identifier, person, organization }: Sought,
  { sensitivity, barred, limit }: { sensitivity: number; barred: readonly string[]; limit: number },
): Promise<FoundParty[]> {
  const seen = `p.status = 'current' and ${level} <= $1::int and p.case_id <> all($2::text[])`
  const by = [
    identifier && {
      where: `p.aliases <> '[]' and p.aliases @> $3::jsonb`,
      value: JSON.stringify([identifier]),
    },
    person && {
      where: `p.person is not null and ${folded("p.person->>'lastName'")} = ${folded('$3::text')}`,
      value: person.lastName,
    },
    person?.birthDate && {
      where: `p.person ? 'birthDate' and p.person->>'birthDate' = $3`,
      value: person.birthDate,
    },
    organization && {
      where: `p.organization is not null and ${folded('p.organization')} = ${folded('$3::text')}`,
      value: organization,
    },
  ]
  const found = await Promise.all(
    by.map((one) =>
      one
        ? db.rows<FoundParty>(
            // Found by its index first: in the order that is asked for, the planner may walk through every party.
            `with found as materialized (select * from parties p where ${one.where})
             select distinct on (p.party_id) p.case_id as "caseId", p.party_id as "partyId", p.person,
               p.organization, p.aliases, p.directory->>'asOf' as "asOf"
             from found p where ${seen}
             order by p.party_id, p.identity_stamp desc nulls last, p.case_id limit $4`,
            [sensitivity, barred, one.value, limit],
          )
        : [],
    ),
  )
  return [...new Map(found.flat().map((one) => [one.partyId, one])).values()]
}

/**
 * The party that each identifier stands for on cases up to a sensitivity: the one on the given case, else the one that was
 * recorded first.
 */
export async function knownAs(
  db: Queryable,
  aliases: readonly PartyAlias[],
  { sensitivity, caseId }: { sensitivity: number; caseId?: string | undefined },
): Promise<(string | undefined)[]> {
  if (aliases.length === 0) return []
  const rows = await db.rows<{ partyId: string | null }>(
    `select known.party_id as "partyId"
     from jsonb_array_elements($1::jsonb) with ordinality as asked (alias, place)
     left join lateral (
       select p.party_id from parties p
       where p.aliases <> '[]' and p.aliases @> jsonb_build_array(asked.alias) and p.status = 'current'
         and ${level} <= $2::int
       order by p.case_id = coalesce($3, '') desc, p.recorded_at, p.party_id limit 1
     ) known on true
     order by asked.place`,
    [JSON.stringify(aliases), sensitivity, caseId ?? null],
  )
  return rows.map(({ partyId }) => partyId ?? undefined)
}

/** The least sensitivity of the cases that know one of the identifiers. */
export async function leastSensitiveUnder(
  db: Queryable,
  aliases: readonly PartyAlias[],
): Promise<number | undefined> {
  const [row] = await db.rows<{ least: number | null }>(
    `select min(${level}) as least from jsonb_array_elements($1::jsonb) as asked (alias)
     join parties p on p.aliases <> '[]' and p.aliases @> jsonb_build_array(asked.alias) and p.status = 'current'`,
    [JSON.stringify(aliases)],
  )
  return row?.least ?? undefined
}

/**
 * Where a directory's news of an identifier belongs: every case of the parties that it stands for. A case that does not
 * know the identifier gets it only if one that does is no more sensitive.
 */
export async function casesUnder(
  db: Queryable,
  alias: PartyAlias,
): Promise<{ caseId: string; partyId: string }[]> {
  return db.rows<{ caseId: string; partyId: string }>(
    `with named as (
       select p.party_id, min(${level}) as least from parties p
       where p.aliases <> '[]' and p.aliases @> $1::jsonb and p.status = 'current' group by p.party_id
     )
     select p.case_id as "caseId", p.party_id as "partyId"
     from named n join parties p using (party_id)
     where p.status = 'current' and ${level} >= n.least
     order by p.case_id, p.party_id`,
    [JSON.stringify([alias])],
  )
}
