import type { ManifestEntry } from '@portico/contract/decision-package'
import type { Content } from '@portico/contract/events'
import type { Queryable } from '../store/db.ts'

type EntryRow = {
  document_id: string
  version: number
  name: string
  receipt_date: string
  start_page: number
  end_page: number
  content: Content
  filed_at: Date
  read_by: { id: string; name: string; at: string }[]
}

/**
 * Every document in the file as it stands, in page order, and who has read it. A mark that was made on an older version
 * is of that version: nobody has read a newer one by it.
 */
export async function readEvidence(
  db: Queryable,
  caseId: string,
): Promise<(ManifestEntry & { filedAt: string })[]> {
  const rows = await db.rows<EntryRow>(
    `select d.document_id, d.version, d.name, d.receipt_date, d.start_page, d.end_page, d.content, v.filed_at,
       coalesce(
         jsonb_agg(jsonb_build_object('id', r.member_id, 'name', coalesce(m.username, r.member_id), 'at', r.at)
           order by r.at, r.member_id) filter (where r.at >= v.filed_at), '[]') as read_by
     from documents d
     join document_versions v using (case_id, document_id, version)
     left join read_marks r on r.case_id = d.case_id and r.document_id = d.document_id and r.read
     left join members m on m.id = r.member_id
     where d.case_id = $1 and d.status = 'current'
     group by d.document_id, d.version, d.name, d.receipt_date, d.start_page, d.end_page, d.content, v.filed_at
     order by d.start_page`,
    [caseId],
  )
  return rows.map((row) => ({
    documentId: row.document_id,
    version: row.version,
    name: row.name,
    receiptDate: row.receipt_date,
    startPage: row.start_page,
    endPage: row.end_page,
    content: row.content,
    filedAt: row.filed_at.toISOString(),
    readBy: row.read_by.map(({ id, name, at }) => ({ id, name, at: new Date(at).toISOString() })),
  }))
}
