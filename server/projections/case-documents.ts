import type { Content, DuplicateRun, Original } from '@portico/contract/events'
import type { CaseDocument, DocumentStatus, DocumentVersion } from '@portico/contract/intake'
import type { Queryable } from '../store/db.ts'

type CaseDocumentRow = {
  document_id: string
  name: string
  description: string
  categories: string[]
  receipt_date: string
  start_page: number
  end_page: number
  version: number
  position: number
  content: Content
  original: Original | null
  unreadable: string | null
  status: DocumentStatus
  why: string | null
  duplicates: DuplicateRun[] | null
  is_linked: boolean
  tags: string[]
  read: boolean
}

export type CaseDocumentFacts = CaseDocument & { content: Content }

/** Every document whatever its status, as arranged; or those of one status, or those that are named. */
export async function listCaseDocuments(
  db: Queryable,
  caseId: string,
  memberId: string,
  { status, documentIds }: { status?: DocumentStatus; documentIds?: readonly string[] } = {},
): Promise<CaseDocumentFacts[]> {
  const rows = await db.rows<CaseDocumentRow>(
    `select d.document_id, d.name, d.description, d.categories, d.receipt_date, d.start_page, d.end_page, d.version,
       d.place as position, d.content, d.original, d.unreadable, d.status, d.why, d.duplicates, d.is_linked,
       coalesce(t.tags, '{}') as tags, coalesce(r.read, false) as read
     from (
       select *, (count(*) filter (where status = 'current') over (
         order by position, filed_page rows between unbounded preceding and 1 preceding))::int as place
       from documents where case_id = $1
     ) d
     left join (
       select document_id, array_agg(text order by created_at, text) as tags
       from tags where case_id = $1 group by document_id
     ) t using (document_id)
     left join read_marks r on r.case_id = $1 and r.member_id = $2 and r.document_id = d.document_id
     where ($3::text is null or d.status = $3) and ($4::text[] is null or d.document_id = any($4))
     order by d.position, d.filed_page`,
    [caseId, memberId, status ?? null, documentIds ?? null],
  )
  return rows.map((row) => ({
    id: row.document_id,
    name: row.name,
    startPage: row.start_page,
    endPage: row.end_page,
    version: row.version,
    position: row.position,
    receiptDate: row.receipt_date,
    description: row.description,
    categories: row.categories,
    tags: row.tags,
    read: row.read,
    status: row.status,
    ...(row.why === null ? {} : { why: row.why }),
    ...(row.unreadable === null ? {} : { unreadable: row.unreadable }),
    sha256: row.content.sha256,
    bytes: row.content.bytes,
    ...(row.original === null ? {} : { original: row.original }),
    ...(row.duplicates === null ? {} : { duplicates: { linked: row.is_linked, runs: row.duplicates } }),
    content: row.content,
  }))
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
