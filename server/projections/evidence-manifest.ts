import type { ManifestEntry } from '@portico/contract/decision-package'
import type { Content } from '@portico/contract/documents'
import type { DecisionDocument } from '../core/decision/facts.ts'
import type { Queryable } from '../store/db.ts'

/**
 * Every document in the file as it stands, in page order, and who has read it. A mark that was made on an older version
 * is of that version: nobody has read a newer one by it.
 */
export async function readEvidence(db: Queryable, caseId: string): Promise<DecisionDocument[]> {
  const [documents, marks] = await Promise.all([readDocuments(db, caseId), readMarks(db, caseId)])
  const marksOf = Map.groupBy(marks, ({ documentId }) => documentId)
  return documents.map(({ filedAt, ...document }) => ({
    ...document,
    filedAt: filedAt.toISOString(),
    readBy: (marksOf.get(document.documentId) ?? [])
      .filter(({ at }) => at >= filedAt)
      .map(({ id, name, at }) => ({ id, name, at: at.toISOString() })),
  }))
}

type DocumentRow = Omit<ManifestEntry, 'readBy' | 'content'> & { content: Content; filedAt: Date }

function readDocuments(db: Queryable, caseId: string): Promise<DocumentRow[]> {
  return db.rows<DocumentRow>(
    `select d.document_id as "documentId", d.version, d.name, d.receipt_date as "receiptDate",
       d.start_page as "startPage", d.end_page as "endPage", d.content, v.filed_at as "filedAt"
     from documents d join document_versions v using (case_id, document_id, version)
     where d.case_id = $1 and d.status = 'current' order by d.start_page`,
    [caseId],
  )
}

function readMarks(db: Queryable, caseId: string) {
  return db.rows<{ documentId: string; id: string; name: string; at: Date }>(
    `select r.document_id as "documentId", r.member_id as id, coalesce(m.username, r.member_id) as name, r.at
     from read_marks r left join members m on m.id = r.member_id
     where r.case_id = $1 and r.read order by r.at, r.member_id`,
    [caseId],
  )
}
