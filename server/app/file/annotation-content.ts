import type { NewAnnotation } from '@portico/contract/documents'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Queryable } from '../../store/db.ts'

export type AnnotationContent = NewAnnotation & { teams?: string[] }
type Of = { caseId: string; documentId: string; annotationId: string }
type Row = { type: string; data: Record<string, unknown> | null; author_id: string }

/** What an annotation says, or said when its author removed it, from the events that made it. */
export async function annotationContent(
  tx: Queryable,
  { caseId, documentId, annotationId }: Of,
  memberId: string,
): Promise<AnnotationContent> {
  const rows = await tx.rows<Row>(
    `select type, data, coalesce(on_behalf_of, actor)->>'id' as author_id from events
     where case_id = $1 and subject = $2 and data->>'annotationId' = $3
       and type in ('document.annotated', 'document.annotationEdited', 'document.annotationMoved')
     order by sequence`,
    [caseId, documentId, annotationId],
  )
  const first = rows.findLastIndex(({ type }) => type === 'document.annotated')
  const made = rows[first]
  if (!made?.data || made.author_id !== memberId)
    throw new Refusal('notFound', 'You have no such annotation on this document.')
  let { documentId: _, annotationId: __, alias: ___, ...content } = made.data
  for (const { type, data } of rows.slice(first + 1)) {
    const { documentId: _, annotationId: __, visibility: ___, teams: ____, ...said } = data ?? {}
    const { comment, relevantDate, x, y, rects, ...kept } = content
    const words = { comment, relevantDate }
    const place = { x, y, rects }
    content = { ...kept, ...(type === 'document.annotationEdited' ? place : words), ...said }
  }
  return JSON.parse(JSON.stringify(content)) as AnnotationContent
}

/** An annotation that somebody else has removed, as an administrator may, stays removed. */
export async function refuseIfOthersRemoved(
  tx: Queryable,
  { caseId, documentId, annotationId }: Of,
  memberId: string,
) {
  const [last] = await tx.rows<{ type: string; actor_id: string }>(
    `select type, actor->>'id' as actor_id from events
     where case_id = $1 and subject = $2 and data->>'annotationId' = $3
       and type in ('document.annotated', 'document.annotationRemoved')
     order by sequence desc limit 1`,
    [caseId, documentId, annotationId],
  )
  if (last?.type === 'document.annotationRemoved' && last.actor_id !== memberId)
    throw new Refusal('forbidden', 'An administrator has deleted this annotation.')
}

/** Who answers writes for those who see what is answered: they stay the same. */
export async function refuseOtherReaders(
  tx: Queryable,
  { caseId, documentId, annotationId }: Of,
  { replyTo }: AnnotationContent,
) {
  if (replyTo !== undefined)
    throw new Refusal(
      'invalid',
      'visibility must not be given for a reply: who sees what it answers sees it.',
    )
  const [answer] = await tx.rows(
    `select 1 from annotations where case_id = $1 and document_id = $2 and reply_to = $3 limit 1`,
    [caseId, documentId, annotationId],
  )
  if (answer) throw new Refusal('invalid', 'visibility must stay as it is: this annotation has replies.')
}
