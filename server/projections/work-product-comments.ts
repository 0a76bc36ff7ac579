import type { Actor } from '@portico/contract/envelope'
import type { Comment, CommentPlace } from '@portico/contract/work-products'
import type { WrittenOn } from '../core/decision/comment-place.ts'
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
      resolved_by, resolved_at, place_sha256, mentions)
    select b.case_id, b.data->>'workProductId', b.data->>'commentId', b.sequence, (b.data->>'version')::int,
      b.data->>'textSha256', b.data->'place', b.data->>'inReplyTo', b.doer, b.at,
      case when s.resolved then s.actor end, case when s.resolved then s.at end, b.data->>'placeSha256',
      case when b.data ? 'mentions' then array(select jsonb_array_elements_text(b.data->'mentions')) end
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
  place_body: string | null
  mentions: { id: string; name: string }[] | null
  in_reply_to: string | null
  created_by: Actor
  created_at: Date
  resolved_by: Actor | null
  resolved_at: Date | null
}

/** A comment, and what it was written on; that is missing for one of before it was kept, and where it was erased. */
export type StoredComment = Omit<Comment, 'state' | 'now'> & { on?: WrittenOn }

export async function listComments(
  db: Queryable,
  caseId: string,
  workProductId: string,
  commentId?: string,
): Promise<StoredComment[]> {
  const rows = await db.rows<CommentRow>(
    `select c.comment_id, c.version, t.body, c.place, o.body as place_body, c.in_reply_to, c.created_by, c.created_at,
       c.resolved_by, c.resolved_at,
       (select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.username) order by m.id)
        from members m where m.id = any(c.mentions)) as mentions
     from work_product_comments c
     left join work_product_texts t on t.case_id = c.case_id and t.sha256 = c.text_sha256
     left join work_product_texts o on o.case_id = c.case_id and o.sha256 = c.place_sha256
     where c.case_id = $1 and c.work_product_id = $2 and ($3::text is null or c.comment_id = $3)
     order by c.sequence`,
    [caseId, workProductId, commentId ?? null],
  )
  return rows.map((row) => {
    const on = row.place_body === null ? undefined : (JSON.parse(row.place_body) as WrittenOn)
    return {
      id: row.comment_id,
      version: row.version,
      text: row.body === null ? '' : JSON.parse(row.body),
      ...(row.place === null ? {} : { place: { ...row.place, ...(on?.quote ? { quote: on.quote } : {}) } }),
      ...(on ? { on } : {}),
      ...(row.in_reply_to === null ? {} : { inReplyTo: row.in_reply_to }),
      ...(row.mentions === null ? {} : { mentions: row.mentions }),
      by: row.created_by,
      at: row.created_at.toISOString(),
      ...(row.resolved_by && row.resolved_at
        ? { resolved: { by: row.resolved_by, at: row.resolved_at.toISOString() } }
        : {}),
    }
  })
}
