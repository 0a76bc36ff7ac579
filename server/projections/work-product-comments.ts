import type { Actor } from '@portico/contract/envelope'
import type { Comment, CommentPlace } from '@portico/contract/work-products'
import type { Queryable } from '../store/db.ts'
import { batch, doer, type Projection } from './projection.ts'

export const workProductComments: Projection = {
  name: 'workProductComments',
  tables: ['work_product_comments'],
  types: ['workProduct.commented', 'workProduct.commentResolved', 'workProduct.commentReopened'],
  statement: `
    with ${batch},
    settled as (
      select distinct on (case_id, data->>'workProductId', data->>'commentId')
        case_id, data->>'workProductId' as work_product_id, data->>'commentId' as comment_id,
        type = 'workProduct.commentResolved' as resolved, ${doer} as actor, at
      from batch where type <> 'workProduct.commented'
      order by case_id, data->>'workProductId', data->>'commentId', sequence desc
    ),
    settled_before as (
      update work_product_comments c set
        resolved_by = case when s.resolved then s.actor end, resolved_at = case when s.resolved then s.at end
      from settled s
      where c.case_id = s.case_id and c.work_product_id = s.work_product_id and c.comment_id = s.comment_id
    )
    insert into work_product_comments (
      case_id, work_product_id, comment_id, sequence, version, text_sha256, place, in_reply_to, created_by, created_at,
      resolved_by, resolved_at)
    select b.case_id, b.data->>'workProductId', b.data->>'commentId', b.sequence, (b.data->>'version')::int,
      b.data->>'textSha256', b.data->'place', b.data->>'inReplyTo', b.doer, b.at,
      case when s.resolved then s.actor end, case when s.resolved then s.at end
    from (select *, ${doer} as doer from batch) b
    left join settled s on s.case_id = b.case_id and s.work_product_id = b.data->>'workProductId'
      and s.comment_id = b.data->>'commentId'
    where b.type = 'workProduct.commented'`,
}

type CommentRow = {
  comment_id: string
  version: number
  body: string | null
  place: CommentPlace | null
  in_reply_to: string | null
  created_by: Actor
  created_at: Date
  resolved_by: Actor | null
  resolved_at: Date | null
}

export async function listComments(
  db: Queryable,
  caseId: string,
  workProductId: string,
  commentId?: string,
): Promise<Comment[]> {
  const rows = await db.rows<CommentRow>(
    `select c.comment_id, c.version, t.body, c.place, c.in_reply_to, c.created_by, c.created_at,
       c.resolved_by, c.resolved_at
     from work_product_comments c
     left join work_product_texts t on t.case_id = c.case_id and t.sha256 = c.text_sha256
     where c.case_id = $1 and c.work_product_id = $2 and ($3::text is null or c.comment_id = $3)
     order by c.sequence`,
    [caseId, workProductId, commentId ?? null],
  )
  return rows.map((row) => ({
    id: row.comment_id,
    version: row.version,
    text: row.body === null ? '' : JSON.parse(row.body),
    ...(row.place === null ? {} : { place: row.place }),
    ...(row.in_reply_to === null ? {} : { inReplyTo: row.in_reply_to }),
    by: row.created_by,
    at: row.created_at.toISOString(),
    ...(row.resolved_by && row.resolved_at
      ? { resolved: { by: row.resolved_by, at: row.resolved_at.toISOString() } }
      : {}),
  }))
}
