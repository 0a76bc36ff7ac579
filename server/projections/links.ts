import type { Actor } from '@portico/contract/envelope'
import type { CaseLink, SharedContent } from '@portico/contract/links'
import type { Queryable } from '../store/db.ts'
import { batch, type Projection } from './projection.ts'

export const links: Projection = {
  name: 'links',
  tables: ['links'],
  types: ['case.linked'],
  statement: `
    with ${batch}
    insert into links (case_id, other_case_id, kind, direction, docket_number, why, shared, linked_by, linked_at)
    select case_id, data->>'caseId', data->>'kind', data->>'direction', data->>'docketNumber', data->>'why',
      data->'shared', actor, at
    from batch`,
}

/** The cases of a query and those that they go on as since a substitution, each with how many it took to get there. */
const onward = (caseIds: string) => `
  with recursive onward (case_id, step) as (
    select case_id, 0 from (${caseIds}) as first (case_id)
    union all
    select l.other_case_id, step + 1 from onward o
    join links l on l.case_id = o.case_id and l.kind = 'substitution' and l.direction = 'to'
    where step < ${mostSteps})`

const mostSteps = 100

export const substitutesOf = (caseIds: string) => `${onward(caseIds)} select case_id from onward`

/** The case that a case goes on as by now, or itself. */
export const goesOnAs = (caseId: string) =>
  `(${onward(`select ${caseId}`)} select case_id from onward order by step desc limit 1)`

/** The cases that a case goes on in place of, and itself. */
export const predecessorsOf = (caseId: string) => `
  with recursive backward (case_id, step) as (
    select ${caseId}, 0
    union all
    select l.other_case_id, step + 1 from backward b
    join links l on l.case_id = b.case_id and l.kind = 'substitution' and l.direction = 'from'
    where step < ${mostSteps})
  select case_id from backward`

export const sharedDocuments: Projection = {
  name: 'sharedDocuments',
  tables: ['shared_documents'],
  types: ['document.filed'],
  statement: `
    with ${batch}
    insert into shared_documents (case_id, document_id, from_case_id, from_document_id, from_version)
    select case_id, data->>'documentId', data->'sharedFrom'->>'caseId', data->'sharedFrom'->>'documentId',
      (data->'sharedFrom'->>'version')::int
    from batch where data ? 'sharedFrom'`,
}

type LinkRow = {
  other_case_id: string
  kind: CaseLink['kind']
  direction: CaseLink['direction']
  docket_number: string
  why: string
  linked_by: Actor
  linked_at: Date
}

export async function listLinks(db: Queryable, caseId: string): Promise<CaseLink[]> {
  const rows = await db.rows<LinkRow>(
    `select other_case_id, kind, direction, docket_number, why, linked_by, linked_at
     from links where case_id = $1 order by linked_at, other_case_id`,
    [caseId],
  )
  return rows.map((row) => ({
    kind: row.kind,
    direction: row.direction,
    caseId: row.other_case_id,
    docketNumber: row.docket_number,
    why: row.why,
    linkedBy: row.linked_by.name,
    linkedAt: row.linked_at.toISOString(),
  }))
}

export type SharedWith = { shared: SharedContent; actor: Actor }

/** What a case gave to the one that goes on with it. */
export async function findShared(
  db: Queryable,
  caseId: string,
  linkedCaseId: string,
): Promise<SharedWith | undefined> {
  const [row] = await db.rows<{ shared: SharedContent; linked_by: Actor }>(
    `select shared, linked_by from links where case_id = $1 and other_case_id = $2 and direction = 'to'`,
    [caseId, linkedCaseId],
  )
  return row && { shared: row.shared, actor: row.linked_by }
}
