import { type Reading, reads } from '@portico/contract/audience'
import type { Queryable } from '../store/db.ts'
import { isListed, isTagSeen } from './documents.ts'

export type DocumentFilter = {
  documentId?: string
  category?: string
  tag?: string
  documentType?: string
  read?: boolean
  /** By receipt date, both days included. */
  receivedFrom?: string
  receivedTo?: string
}

/** Dates are compared as they are written: a day that no calendar has is then no error of the database. */
export async function filterDocuments(
  db: Queryable,
  caseId: string,
  memberId: string,
  { documentId, category, tag, documentType, read, receivedFrom, receivedTo }: DocumentFilter,
  reading: Reading = 'staff',
  concealed: readonly string[] = [],
): Promise<string[]> {
  const rows = await db.rows<{ document_id: string }>(
    `select document_id from documents d
     where case_id = $1 and ${isListed('d', '$11')}
       and ($3::text is null or document_id = $3)
       and ($4::text is null or $4 = any(categories))
       and ($5::text is null or exists (
         select from tags t where t.case_id = $1 and t.document_id = d.document_id and t.text = $5 and ${isTagSeen('$9')}))
       and ($6::boolean is null or $6 = coalesce((
         select r.read from read_marks r
         where r.case_id = $1 and r.member_id = $2 and r.document_id = d.document_id), false))
       and ($7::text is null or to_char(receipt_date, 'YYYY-MM-DD') >= $7)
       and ($8::text is null or to_char(receipt_date, 'YYYY-MM-DD') <= $8)
       and ($10::text is null or document_type = $10)`,
    [
      caseId,
      memberId,
      documentId ?? null,
      category ?? null,
      tag ?? null,
      read ?? null,
      receivedFrom ?? null,
      receivedTo ?? null,
      reads(reading, 'staff'),
      documentType ?? null,
      concealed,
    ],
  )
  return rows.map(({ document_id }) => document_id)
}

export type CurrentDocument = { documentId: string; name: string; startPage: number; endPage: number }

/** The documents that are read and searched, each with the pages of its current version, in page order. */
export function currentDocuments(db: Queryable, caseId: string): Promise<CurrentDocument[]> {
  return db.rows(
    `select document_id as "documentId", name, start_page as "startPage", end_page as "endPage"
     from documents where case_id = $1 and status = 'current'
     order by start_page`,
    [caseId],
  )
}
