import type { Visibility } from '@portico/contract/marks'
import type { Mark, Reader, Reserved } from '../core/file/reader.ts'
import type { Queryable } from '../store/db.ts'
import { sidesByCase } from './case-access.ts'
import { listSeenPages } from './case-documents.ts'
import { concealedFor, type ReservedDocument, reservedDocuments } from './concealed-documents.ts'

/** Of whose cases the reader is told: up to a sensitivity, and those where they represent somebody. */
export type CaseReader = Reader & { upTo?: number | undefined }

type Row = {
  case_id: string
  uncurrent: string[]
  reserved: ReservedDocument[]
  outcomes: { type: string; sequence: number; id: string }[]
}

/**
 * What of each case is not for everyone who may read its kind, and whether the reader represents somebody there.
 * `named` are the other cases that its events name, `annotationIds` the annotations whose words they carry,
 * `paged` the cases with events that say where something is repeated.
 */
export async function reservedOf(
  db: Queryable,
  {
    caseIds,
    named = [],
    annotationIds = [],
    paged = [],
  }: {
    caseIds: readonly string[]
    named?: readonly string[]
    annotationIds?: readonly string[]
    paged?: readonly string[]
  },
  reader: CaseReader,
  today: string,
): Promise<Map<string, Reserved & { isRepresented: boolean }>> {
  const [rows, sides, sensitivities, annotations] = await Promise.all([
    db.rows<Row>(statement, [caseIds]),
    sidesByCase(db, [...caseIds, ...named], reader.id, today),
    sensitivitiesOf(db, named),
    annotationsNow(db, caseIds, annotationIds),
  ])
  const { upTo = -1 } = reader
  const unseenCases = new Set(
    sensitivities
      .filter(({ case_id, sensitivity }) => sensitivity > upTo && !sides.has(case_id))
      .map(({ case_id }) => case_id),
  )
  const known = rows.map(async (row): Promise<[string, Reserved & { isRepresented: boolean }]> => {
    const side = sides.get(row.case_id)
    const concealed = concealedFor(row.reserved, reader, side)
    const pagesFor = { curates: !side && reader.curates === true, concealed: [...concealed] }
    return [
      row.case_id,
      {
        isRepresented: side !== undefined,
        uncurrent: new Set(row.uncurrent),
        concealed,
        clients: side?.clients ?? new Set(),
        unseenCases,
        annotations,
        unreleased: unreleased(row.outcomes),
        ...(paged.includes(row.case_id) ? { seenPages: await listSeenPages(db, row.case_id, pagesFor) } : {}),
      },
    ]
  })
  return new Map(await Promise.all(known))
}

/** The same for every reader: those who ask at once ask it once. */
const statement = `
  select c.case_id,
    array(select document_id from documents d
      where d.case_id = c.case_id and d.status <> 'current') as uncurrent,
    (select coalesce(json_agg(json_build_object('documentId', r.document_id, 'partyId', r.party_id, 'mail', r.mail)), '[]')
      from (${reservedDocuments('c.case_id')}) r) as reserved,
    (select coalesce(json_agg(json_build_object(
        'type', o.type, 'sequence', o.sequence, 'id', o.data->>'workProductId') order by o.sequence), '[]')
      from events o where o.case_id = c.case_id
        and o.type in ('workProduct.signed', 'workProduct.released', 'workProduct.recalled')
        and o.data is not null) as outcomes
  from unnest($1::text[]) as c (case_id)`

async function sensitivitiesOf(
  db: Queryable,
  caseIds: readonly string[],
): Promise<{ case_id: string; sensitivity: number }[]> {
  if (caseIds.length === 0) return []
  return db.rows(
    `select n.case_id, coalesce(w.sensitivity, 0) as sensitivity
     from unnest($1::text[]) as n (case_id) left join case_work w using (case_id)`,
    [caseIds],
  )
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
