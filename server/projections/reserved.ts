import type { Reader, Reserved } from '../core/reader.ts'
import type { Queryable } from '../store/db.ts'
import { clientsOf, representedBy } from './case-access.ts'

/** Of whose cases the reader is told: up to a sensitivity, and those where they represent somebody. */
export type CaseReader = Reader & { upTo?: number | undefined; representing?: string | undefined }

type Row = {
  case_id: string
  is_represented: boolean
  uncurrent: string[]
  clients: string[]
  unseen: string[]
  outcomes: { type: string; sequence: number; id: string }[]
}

/** What of each case is not for everyone who may read its kind, and whether the reader represents somebody there. */
export async function reservedOf(
  db: Queryable,
  caseIds: readonly string[],
  { id, curates = false, upTo, representing }: CaseReader,
  today: string,
): Promise<Map<string, Reserved & { isRepresented: boolean }>> {
  const rows = await db.rows<Row>(statement, [
    caseIds,
    representing ?? id,
    today,
    curates && representing === undefined,
    upTo ?? -1,
  ])
  return new Map(
    rows.map((row) => [
      row.case_id,
      {
        isRepresented: representing !== undefined && row.is_represented,
        uncurrent: new Set(row.uncurrent),
        clients: new Set(row.clients),
        unseenCases: new Set(row.unseen),
        unreleased: unreleased(row.outcomes),
      },
    ]),
  )
}

const statement = `
  select c.case_id, c.case_id in (${representedBy('$2', '$3')}) as is_represented,
    array(select document_id from documents d
      where not $4 and d.case_id = c.case_id and d.status <> 'current') as uncurrent,
    array(${clientsOf('c.case_id', '$2', '$3')}) as clients,
    array(select l.data->>'caseId' from events l left join case_work w on w.case_id = l.data->>'caseId'
      where l.case_id = c.case_id and l.type = 'case.linked'
        and coalesce(w.sensitivity, 0) > $5
        and l.data->>'caseId' not in (${representedBy('$2', '$3')})) as unseen,
    (select coalesce(json_agg(json_build_object(
        'type', o.type, 'sequence', o.sequence, 'id', o.data->>'workProductId') order by o.sequence), '[]')
      from events o where o.case_id = c.case_id
        and o.type in ('workProduct.signed', 'workProduct.released', 'workProduct.recalled')
        and o.data is not null) as outcomes
  from unnest($1::text[]) as c (case_id)`

function unreleased(outcomes: Row['outcomes']): Reserved['unreleased'] {
  return outcomes.flatMap(({ type, sequence, id }) => {
    if (type !== 'workProduct.signed') return []
    const end = outcomes.find((one) => one.id === id && one.sequence > sequence)
    if (end?.type === 'workProduct.released') return []
    return [{ after: sequence, upTo: end?.sequence ?? Number.POSITIVE_INFINITY }]
  })
}
