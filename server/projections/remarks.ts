import { reads } from '@portico/contract/audience'
import type { Reader } from '../core/file/reader.ts'
import type { Queryable } from '../store/db.ts'
import { isListed, isSeenBy, isTagSeen } from './documents.ts'

/** The comments that a reader may see and the tags of a case, from the first document on, at most so many of each. */
export async function listRemarks(
  db: Queryable,
  caseId: string,
  {
    reader,
    documentIds,
    most,
  }: { reader: Reader; documentIds?: readonly string[] | undefined; most: number },
) {
  const isStaff = reads(reader.audience, 'staff')
  const { concealed = [] } = reader
  const [comments, tags] = await Promise.all([
    db.rows<{ documentId: string; annotationId: string; page: number; comment: string }>(
      `select document_id as "documentId", annotation_id as "annotationId", page, comment
       from annotations a join documents d using (case_id, document_id)
       where a.case_id = $1 and a.comment is not null and ${isListed('d', '$7')}
         and ($2::text[] is null or a.document_id in (select unnest($2::text[])))
         and ${isSeenBy('$4', '$5', '$6')}
       order by a.page, a.created_at, a.annotation_id
       limit $3`,
      [caseId, documentIds ?? null, most, reader.id, reader.teams, isStaff, concealed],
    ),
    db.rows<{ documentId: string; text: string }>(
      `select t.document_id as "documentId", t.text from tags t join documents d using (case_id, document_id)
       where t.case_id = $1 and ${isListed('d', '$5')} and ${isTagSeen('$4')}
         and ($2::text[] is null or t.document_id in (select unnest($2::text[])))
       order by d.start_page, t.created_at, t.text
       limit $3`,
      [caseId, documentIds ?? null, most, isStaff, concealed],
    ),
  ])
  return { comments, tags }
}
