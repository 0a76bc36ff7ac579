import type { Queryable } from '../store/db.ts'

/** The comments and tags of a case, from the first document on, at most so many of each. */
export async function listRemarks(
  db: Queryable,
  caseId: string,
  { documentIds, most }: { documentIds?: readonly string[] | undefined; most: number },
) {
  const values = [caseId, documentIds ?? null, most]
  const [comments, tags] = await Promise.all([
    db.rows<{ documentId: string; annotationId: string; page: number; comment: string }>(
      `select document_id as "documentId", annotation_id as "annotationId", page, comment from annotations
       where case_id = $1 and comment is not null and visibility = 'case' and ($2::text[] is null or document_id in (select unnest($2::text[])))
       order by page, created_at, annotation_id
       limit $3`,
      values,
    ),
    db.rows<{ documentId: string; text: string }>(
      `select t.document_id as "documentId", t.text from tags t join documents d using (case_id, document_id)
       where t.case_id = $1 and ($2::text[] is null or t.document_id in (select unnest($2::text[])))
       order by d.start_page, t.created_at, t.text
       limit $3`,
      values,
    ),
  ])
  return { comments, tags }
}
