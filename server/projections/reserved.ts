import type { Visibility } from '@portico/contract/marks'
import type { Mark, Reader, Reserved } from '../core/file/reader.ts'
import type { Queryable } from '../store/db.ts'
import { clientsOf, representedBy } from './case-access.ts'

/** Of whose cases the reader is told: up to a sensitivity, and those where they represent somebody. */
export type CaseReader = Reader & { upTo?: number | undefined }

type Row = {
  case_id: string
  is_represented: boolean
  uncurrent: string[]
  clients: string[]
  outcomes: { type: string; sequence: number; id: string }[]
}

/**
 * What of each case is not for everyone who may read its kind, and whether the reader represents somebody there.
 * `named` are the other cases that its events name, `annotationIds` the annotations whose words they carry.
 */
export async function reservedOf(
  db: Queryable,
  {
    caseIds,
    named = [],
    annotationIds = [],
  }: { caseIds: readonly string[]; named?: readonly string[]; annotationIds?: readonly string[] },
  reader: CaseReader,
  today: string,
): Promise<Map<string, Reserved & { isRepresented: boolean }>> {
  const { id, curates = false } = reader
  const [rows, unseenCases, annotations] = await Promise.all([
    db.rows<Row>(statement, [caseIds, id, today, curates]),
    unseenOf(db, named, reader, today),
    annotationsNow(db, caseIds, annotationIds),
  ])
  return new Map(
    rows.map((row) => [
      row.case_id,
      {
        isRepresented: row.is_represented,
        uncurrent: new Set(row.uncurrent),
        clients: new Set(row.clients),
        unseenCases,
        annotations,
        unreleased: unreleased(row.outcomes),
      },
    ]),
  )
}

const statement = `
  select c.case_id, c.case_id in (${representedBy('$2', '$3')}) as is_represented,
    array(select document_id from documents d
      where d.case_id = c.case_id and d.status <> 'current'
        and (not $4 or c.case_id in (${representedBy('$2', '$3')}))) as uncurrent,
    array(${clientsOf('c.case_id', '$2', '$3')}) as clients,
    (select coalesce(json_agg(json_build_object(
        'type', o.type, 'sequence', o.sequence, 'id', o.data->>'workProductId') order by o.sequence), '[]')
      from events o where o.case_id = c.case_id
        and o.type in ('workProduct.signed', 'workProduct.released', 'workProduct.recalled')
        and o.data is not null) as outcomes
  from unnest($1::text[]) as c (case_id)`

async function unseenOf(
  db: Queryable,
  named: readonly string[],
  { id, upTo = -1 }: CaseReader,
  today: string,
): Promise<Set<string>> {
  if (named.length === 0) return new Set()
  const rows = await db.rows<{ case_id: string }>(
    `select n.case_id from unnest($1::text[]) as n (case_id) left join case_work w using (case_id)
     where coalesce(w.sensitivity, 0) > $2 and n.case_id not in (${representedBy('$3', '$4')})`,
    [named, upTo, id, today],
  )
  return new Set(rows.map(({ case_id }) => case_id))
}

async function annotationsNow(
  db: Queryable,
  caseIds: readonly string[],
  annotationIds: readonly string[],
): Promise<Map<string, Mark>> {
  if (annotationIds.length === 0) return new Map()
  const rows = await db.rows<{ id: string; authorId: string; visibility: Visibility; teams: string[] }>(
    `select annotation_id as id, author_id as "authorId", visibility, teams from annotations
     where case_id = any($1) and annotation_id = any($2)`,
    [caseIds, annotationIds],
  )
  return new Map(rows.map(({ id, ...mark }) => [id, mark]))
}

function unreleased(outcomes: Row['outcomes']): Reserved['unreleased'] {
  return outcomes.flatMap(({ type, sequence, id }) => {
    if (type !== 'workProduct.signed') return []
    const end = outcomes.find((one) => one.id === id && one.sequence > sequence)
    if (end?.type === 'workProduct.released') return []
    return [{ after: sequence, upTo: end?.sequence ?? Number.POSITIVE_INFINITY }]
  })
}
