import type { Mentioned } from '../core/mail/match.ts'
import { docketMentions, lastNamesIn, type PieceWords } from '../core/mail/references.ts'
import type { Queryable } from '../store/db.ts'
import { folded } from './folded.ts'

const mostParties = 200

type KnownCase = { caseId: string; docketNumber: string; isClosed: boolean }

const known = `c.case_id as "caseId", c.docket_number as "docketNumber", coalesce(w.is_closed, false) as "isClosed"`
const ofCases = `cases c left join case_work w using (case_id)`

/** Every case that a piece of mail may mean, by what it says. */
export async function findMentioned(db: Queryable, piece: PieceWords): Promise<Mentioned> {
  const numbers = docketMentions(piece).map(({ number }) => number.toLowerCase())
  const aliases = piece.case?.aliases ?? []
  const { caseId } = piece.case ?? {}
  const { name, address } = piece.sender
  const [byId, byAlias, byDocketNumber, byName, byAddress] = await Promise.all([
    caseId === undefined
      ? []
      : db.rows<KnownCase>(`select ${known} from ${ofCases} where c.case_id = $1`, [caseId]),
    aliases.length === 0
      ? []
      : db.rows<Mentioned['byAlias'][number]>(
          `select ${known}, a.source, a.external_id as "externalId"
           from json_to_recordset($1) as said (source text, "externalId" text)
           join aliases a on a.source = said.source and a.external_id = said."externalId"
           join cases c on c.case_id = a.case_id left join case_work w on w.case_id = c.case_id`,
          [JSON.stringify(aliases)],
        ),
    numbers.length === 0
      ? []
      : db.rows<KnownCase>(
          `select ${known} from ${ofCases} where lower(c.docket_number) = any($1) order by c.case_id limit 100`,
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

type Party = Mentioned['parties'][number]

const partyColumns = `${known}, p.person, p.organization, p.contact`
const ofParties = `parties p join cases c on c.case_id = p.case_id left join case_work w on w.case_id = p.case_id`

async function partiesNamed(db: Queryable, name: string): Promise<Party[]> {
  const found = await Promise.all([
    db.rows<Party>(
      `select ${partyColumns} from ${ofParties}
       where p.status = 'current' and p.person is not null
         and ${folded("p.person->>'lastName'")} = any(select ${folded('said')} from unnest($1::text[]) as said)
       order by p.case_id, p.party_id limit $2`,
      [lastNamesIn(name), mostParties],
    ),
    db.rows<Party>(
      `select ${partyColumns} from ${ofParties}
       where p.status = 'current' and p.organization is not null and ${folded('p.organization')} = ${folded('$1::text')}
       order by p.case_id, p.party_id limit $2`,
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
  return db.rows<Party>(
    `select ${partyColumns} from ${ofParties}
     where p.status = 'current' and p.contact is not null and p.contact @> any($1::jsonb[])
     order by p.case_id, p.party_id limit $2`,
    [said.map((one) => JSON.stringify(one)), mostParties],
  )
}
