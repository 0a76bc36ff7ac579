import { type Reading, reads } from '@portico/contract/audience'
import type { Content, DuplicateRun, MadeAs, SourceReference } from '@portico/contract/documents'
import type { CaseDocument, DocumentStatus, DocumentVersion } from '@portico/contract/intake'
import type { Reader } from '../core/file/reader.ts'
import type { PageSpan } from '../core/file/seen-runs.ts'
import type { Queryable } from '../store/db.ts'
import { type DocumentRow, facts, isTagSeen } from './documents.ts'

type CaseDocumentRow = DocumentRow & {
  position: number
  status: DocumentStatus
  why: string | null
  duplicates: DuplicateRun[] | null
  is_linked: boolean
  from_source: SourceReference | null
  made_as: MadeAs | null
}

export type CaseDocumentFacts = CaseDocument & { content: Content }

/** Every document whatever its status, as arranged; or those of one status, or those that are named. */
export async function listCaseDocuments(
  db: Queryable,
  caseId: string,
  memberId: string,
  { status, documentIds }: { status?: DocumentStatus; documentIds?: readonly string[] } = {},
  reading: Reading = 'staff',
  concealed: readonly string[] = [],
): Promise<CaseDocumentFacts[]> {
  const rows = await db.rows<CaseDocumentRow>(
    `select d.document_id, d.name, d.description, d.categories, d.document_type, d.receipt_date, d.start_page, d.end_page, d.version,
       d.place as position, d.content, d.original, d.unreadable, d.status, d.why, d.is_linked, d.duplicates,
       d.from_source, d.made_as,
       coalesce(t.tags, '{}') as tags, coalesce(r.read, false) as read
     from (
       select *, (count(*) filter (where status = 'current') over (
         order by position, filed_page rows between unbounded preceding and 1 preceding))::int as place
       from documents where case_id = $1 and document_id <> all($6::text[])
     ) d
     left join (
       select document_id, array_agg(text order by created_at, text) as tags
       from tags where case_id = $1 and ${isTagSeen('$5')} group by document_id
     ) t using (document_id)
     left join read_marks r on r.case_id = $1 and r.member_id = $2 and r.document_id = d.document_id
     where ($3::text is null or d.status = $3) and ($4::text[] is null or d.document_id = any($4))
     order by d.position, d.filed_page`,
    [caseId, memberId, status ?? null, documentIds ?? null, reads(reading, 'staff'), concealed],
  )
  return rows.map((row) => {
    const { content, original, ...summary } = facts(row, row.position)
    return {
      ...summary,
      status: row.status,
      ...(row.why === null ? {} : { why: row.why }),
      sha256: content.sha256,
      bytes: content.bytes,
      ...(original ? { original } : {}),
      ...(row.from_source === null ? {} : { from: row.from_source }),
      ...(row.made_as === null ? {} : { madeAs: row.made_as }),
      ...(row.duplicates === null ? {} : { duplicates: { linked: row.is_linked, runs: row.duplicates } }),
      content,
    }
  })
}

/** Where the pages of the documents in the file lie, as arranged. */
export async function listCurrentContents(
  db: Queryable,
  caseId: string,
): Promise<{ id: string; startPage: number; content: Content }[]> {
  return db.rows(
    `select document_id as id, start_page as "startPage", content from documents
     where case_id = $1 and status = 'current' order by position, filed_page`,
    [caseId],
  )
}

type PageReader = Pick<Reader, 'curates' | 'concealed'>

/** Of the documents in the file, and for who curates also of those that are held, removed or revised. */
const fromSeenVersions = `
  from document_versions v join documents d using (case_id, document_id)
  where v.case_id = $1 and v.document_id <> all($2::text[])
    and ($3 or (d.status = 'current' and v.version = d.version))`

/** The pages that a reader sees, in page order. */
export function listSeenPages(
  db: Queryable,
  caseId: string,
  { curates = false, concealed = [] }: PageReader,
): Promise<PageSpan[]> {
  return db.rows<PageSpan>(
    `select v.start_page as "startPage", v.end_page as "endPage" ${fromSeenVersions} order by v.start_page`,
    [caseId, concealed, curates],
  )
}

/** The last of them; 0 if there are none. */
export async function lastSeenPage(
  db: Queryable,
  caseId: string,
  { curates = false, concealed = [] }: PageReader,
): Promise<number> {
  const [row] = await db.rows<{ last: number | null }>(`select max(v.end_page) as last ${fromSeenVersions}`, [
    caseId,
    concealed,
    curates,
  ])
  return row?.last ?? 0
}

type VersionRow = {
  version: number
  start_page: number
  end_page: number
  content: Content
  filed_by: string
  filed_at: Date
}

export type VersionFacts = DocumentVersion & { content: Content }

export async function listVersions(
  db: Queryable,
  caseId: string,
  documentId: string,
): Promise<VersionFacts[]> {
  const rows = await db.rows<VersionRow>(
    `select version, start_page, end_page, content, filed_by, filed_at from document_versions
     where case_id = $1 and document_id = $2 order by version`,
    [caseId, documentId],
  )
  return rows.map((row) => ({
    version: row.version,
    startPage: row.start_page,
    endPage: row.end_page,
    sha256: row.content.sha256,
    filedBy: row.filed_by,
    filedAt: row.filed_at.toISOString(),
    content: row.content,
  }))
}

/** Whether people have worked on it: a tag or an annotation of anyone. */
export async function isWorkedOn(db: Queryable, caseId: string, documentId: string): Promise<boolean> {
  const [row] = await db.rows<{ found: boolean }>(
    `select exists (select from tags where case_id = $1 and document_id = $2)
       or exists (select from annotations where case_id = $1 and document_id = $2) as found`,
    [caseId, documentId],
  )
  return row?.found ?? false
}

/** The bytes of every version of every document of a case, and whether it is current: see `holdsUncurrent`. */
export function listVersionHashes(
  db: Queryable,
  caseId: string,
): Promise<{ documentId: string; sha256: string; isCurrent: boolean }[]> {
  return db.rows(
    `select distinct v.document_id as "documentId", bytes.sha256,
       d.status = 'current' and v.version = d.version as "isCurrent"
     from document_versions v join documents d using (case_id, document_id)
       cross join lateral (values (v.content->>'sha256'), (v.original->>'sha256')) as bytes (sha256)
     where v.case_id = $1 and bytes.sha256 is not null`,
    [caseId],
  )
}

/** Whether bytes of a case hold pages of something that is not current: a removed document, or a version before the last. */
export async function holdsUncurrent(db: Queryable, caseId: string, sha256: string): Promise<boolean> {
  const [row] = await db.rows<{ found: boolean }>(
    `select exists (
       select from document_versions v join documents d using (case_id, document_id)
       where v.case_id = $1 and (v.content->>'sha256' = $2 or v.original->>'sha256' = $2)
         and (d.status <> 'current' or v.version <> d.version)) as found`,
    [caseId, sha256],
  )
  return row?.found ?? false
}
