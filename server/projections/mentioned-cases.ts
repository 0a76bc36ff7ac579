import type { KnownMatches } from '../core/mail/match.ts'
import { docketMentions, lastNamesIn, type PieceWords } from '../core/mail/references.ts'
import type { Queryable } from '../store/db.ts'
import { folded } from './folded.ts'
import { goesOnAs } from './links.ts'

const mostParties = 200

type KnownCase = { caseId: string; docketNumber: string; isClosed: boolean }

const known = `c.case_id as "caseId", c.docket_number as "docketNumber", coalesce(w.is_closed, false) as "isClosed"`
const ofCases = `cases c left join case_work w using (case_id)`

/** Every case that a piece of mail may mean, by what it says. What names a case that was substituted means the one that goes on. */
export async function findMentioned(db: Queryable, piece: PieceWords): Promise<KnownMatches> {
  const numbers = docketMentions(piece).map(({ number }) => number.toLowerCase())
  const aliases = piece.case?.aliases ?? []
  const { caseId } = piece.case ?? {}
  const { name, address } = piece.sender
  const [byId, byAlias, byDocketNumber, byName, byAddress] = await Promise.all([
    caseId === undefined
      ? []
      : db.rows<KnownCase>(`select ${known} from ${ofCases} where c.case_id = ${goesOnAs('$1::text')}`, [
          caseId,
        ]),
    aliases.length === 0
      ? []
      : db.rows<KnownMatches['byAlias'][number]>(
          `select ${known}, a.source, a.external_id as "externalId"
           from json_to_recordset($1) as said (source text, "externalId" text)
           join aliases a on a.source = said.source and a.external_id = said."externalId"
           join cases c on c.case_id = ${goesOnAs('a.case_id')} left join case_work w on w.case_id = c.case_id`,
          [JSON.stringify(aliases)],
        ),
    numbers.length === 0
      ? []
      : db.rows<KnownCase>(
          `with found as materialized (select * from cases where lower(docket_number) = any($1))
           select ${known} from (select * from found order by case_id limit 100) c left join case_work w using (case_id)
           order by c.case_id`,
          [numbers],
        ),
    name === undefined ? [] : partiesNamed(db, name),
    address === undefined ? [] : partiesAt(db, address),
  ])
  return {
    byId,
    byAlias,
    byDocketNumber,
    parties: [...byName, ...byAddress],
    hasEveryParty: byName.length < mostParties && byAddress.length < mostParties,
  }
}

type Party = KnownMatches['parties'][number]

const partyColumns = `${known}, p.person, p.organization, p.contact`

/**
 * The first parties of whom something holds: found by its index, then put in order. In one step, the planner may walk
 * through every party in the order that is asked for.
 */
const firstParties = (holds: string) => `
  with found as materialized (select * from parties p where p.status = 'current' and ${holds}),
  first as materialized (select * from found order by case_id, party_id limit $2)
  select ${partyColumns} from first p
  cross join lateral (select * from cases where case_id = p.case_id limit 1) c
  left join lateral (select is_closed from case_work where case_id = p.case_id limit 1) w on true
  order by p.case_id, p.party_id`

async function partiesNamed(db: Queryable, name: string): Promise<Party[]> {
  const found = await Promise.all([
    db.rows<Party>(
      firstParties(
        `p.person is not null and ${folded("p.person->>'lastName'")} = any(array(select ${folded('said')} from unnest($1::text[]) as said))`,
      ),
      [lastNamesIn(name), mostParties],
    ),
    db.rows<Party>(
      firstParties(`p.organization is not null and ${folded('p.organization')} = ${folded('$1::text')}`),
      [name.trim(), mostParties],
    ),
  ])
  return found.flat()
}

/** By an email address or a number as it is written; other addresses are compared where the name fits. */
async function partiesAt(db: Queryable, address: string): Promise<Party[]> {
  const written = address.trim()
  const forms = [...new Set([written, written.toLowerCase()])]
  const said = forms.flatMap((form) => [{ emails: [form] }, { phones: [form] }])
  return db.rows<Party>(firstParties(`p.contact is not null and p.contact @> any($1::jsonb[])`), [
    said.map((one) => JSON.stringify(one)),
    mostParties,
  ])
}
