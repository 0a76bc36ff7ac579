import { reads } from '@portico/contract/audience'
import type { Actor } from '@portico/contract/envelope'
import type {
  WorkProductStatus,
  WorkProductSummary,
  WorkProductVersion,
} from '@portico/contract/work-products'
import type { Reader } from '../core/file/reader.ts'
import { Refusal } from '../core/kernel/decider.ts'
import type { Queryable } from '../store/db.ts'
import { batch, doer, type Projection, rowBefore } from './projection.ts'

/** The row as it was, with the last word of each kind laid over it. */
export const workProducts: Projection = {
  name: 'workProducts',
  tables: ['work_products'],
  types: [
    'workProduct.drafted',
    'workProduct.saved',
    'workProduct.submitted',
    'workProduct.returned',
    'workProduct.discarded',
    'workProduct.reinstated',
    'workProduct.signed',
    'workProduct.cleared',
    'workProduct.released',
    'workProduct.recalled',
    'workProduct.sealed',
  ],
  statement: `
    with ${batch},
    happened as (
      select case_id, data->>'workProductId' as work_product_id, sequence, type,
        data || jsonb_build_object('by', case when actor->>'kind' = 'system' then author else ${doer} end, 'at', at, 'sequence', sequence) as word
      from batch
    ),
    words as (
      select case_id, work_product_id,
        (array_agg(word) filter (where type = 'workProduct.drafted'))[1] as drafted,
        (array_agg(word order by sequence desc) filter (
          where type in ('workProduct.drafted', 'workProduct.saved')))[1] as saved,
        (array_agg(word order by sequence desc) filter (where type = 'workProduct.submitted'))[1] as submitted,
        (array_agg(word order by sequence desc) filter (where type = 'workProduct.returned'))[1] as returned,
        (array_agg(word) filter (where type = 'workProduct.signed'))[1] as signed,
        (array_agg(word) filter (where type = 'workProduct.cleared'))[1] as cleared,
        (array_agg(word) filter (where type = 'workProduct.released'))[1] as released,
        (array_agg(word || jsonb_build_object('type', type) order by sequence desc) filter (
          where type in ('workProduct.discarded', 'workProduct.reinstated', 'workProduct.recalled')))[1] as ended,
        (array_agg(word) filter (where type = 'workProduct.sealed'))[1] as sealed,
        (array_agg(type order by sequence desc) filter (
          where type not in ('workProduct.saved', 'workProduct.cleared', 'workProduct.sealed')))[1] as last_step
      from happened group by case_id, work_product_id
    )
    insert into work_products (
      case_id, work_product_id, sequence, title, status, version, content_sha256, drafted_by, drafted_at,
      saved_by, saved_at, submitted_by, submitted_at, returned_by, returned_at, reasons_sha256, signed_by, signed_at, signed_sequence,
      package_sha256, released_by, released_at, ended_by, ended_at, ended_why, sealed_sha256, sealed_bytes,
      cleared_by, cleared_at)
    select n.case_id, n.work_product_id, coalesce(w.sequence, (drafted->>'sequence')::int),
      coalesce(saved->>'title', w.title),
      case last_step
        when 'workProduct.drafted' then 'draft'
        when 'workProduct.submitted' then 'inReview'
        when 'workProduct.returned' then 'draft'
        when 'workProduct.discarded' then 'discarded'
        when 'workProduct.reinstated' then ended->>'status'
        when 'workProduct.signed' then 'signed'
        when 'workProduct.released' then 'released'
        when 'workProduct.recalled' then 'recalled'
        else w.status end,
      coalesce((saved->>'version')::int, w.version),
      coalesce(saved->>'contentSha256', w.content_sha256),
      coalesce(w.drafted_by, drafted->'by'), coalesce(w.drafted_at, (drafted->>'at')::timestamptz),
      coalesce(saved->'by', w.saved_by), coalesce((saved->>'at')::timestamptz, w.saved_at),
      coalesce(submitted->'by', w.submitted_by), coalesce((submitted->>'at')::timestamptz, w.submitted_at),
      coalesce(returned->'by', w.returned_by), coalesce((returned->>'at')::timestamptz, w.returned_at),
      coalesce(returned->>'reasonsSha256', w.reasons_sha256),
      coalesce(signed->'by', w.signed_by), coalesce((signed->>'at')::timestamptz, w.signed_at),
      coalesce((signed->>'sequence')::int, w.signed_sequence), coalesce(signed->>'packageSha256', w.package_sha256),
      coalesce(released->'by', w.released_by), coalesce((released->>'at')::timestamptz, w.released_at),
      case when ended is null then w.ended_by when ended->>'type' <> 'workProduct.reinstated' then ended->'by' end,
      case when ended is null then w.ended_at
        when ended->>'type' <> 'workProduct.reinstated' then (ended->>'at')::timestamptz end,
      case when ended is null then w.ended_why when ended->>'type' <> 'workProduct.reinstated' then ended->>'why' end,
      coalesce(sealed->>'sha256', w.sealed_sha256), coalesce((sealed->>'bytes')::bigint, w.sealed_bytes),
      coalesce(cleared->'by', w.cleared_by), coalesce((cleared->>'at')::timestamptz, w.cleared_at)
    from words n left join ${rowBefore('work_products', ['n.case_id', 'n.work_product_id'])} w on true
    where drafted is not null or w.work_product_id is not null
    on conflict (case_id, work_product_id) do update set
      title = excluded.title, status = excluded.status, version = excluded.version,
      content_sha256 = excluded.content_sha256, saved_by = excluded.saved_by, saved_at = excluded.saved_at,
      submitted_by = excluded.submitted_by, submitted_at = excluded.submitted_at,
      returned_by = excluded.returned_by, returned_at = excluded.returned_at, reasons_sha256 = excluded.reasons_sha256,
      signed_by = excluded.signed_by, signed_at = excluded.signed_at, signed_sequence = excluded.signed_sequence,
      package_sha256 = excluded.package_sha256, released_by = excluded.released_by,
      released_at = excluded.released_at, ended_by = excluded.ended_by, ended_at = excluded.ended_at,
      ended_why = excluded.ended_why, sealed_sha256 = excluded.sealed_sha256, sealed_bytes = excluded.sealed_bytes,
      cleared_by = excluded.cleared_by, cleared_at = excluded.cleared_at`,
}

export const workProductVersions: Projection = {
  name: 'workProductVersions',
  tables: ['work_product_versions'],
  types: ['workProduct.drafted', 'workProduct.saved'],
  statement: `
    with ${batch}
    insert into work_product_versions (case_id, work_product_id, version, title, content_sha256, saved_by, saved_at)
    select case_id, data->>'workProductId', (data->>'version')::int, data->>'title', data->>'contentSha256',
      case when actor->>'kind' = 'system' then author else ${doer} end, at
    from batch`,
}

type ProductRow = {
  work_product_id: string
  title: string
  status: WorkProductStatus
  version: number
  content_sha256: string
  drafted_by: Actor
  drafted_at: Date
  saved_by: Actor
  saved_at: Date
  submitted_by: Actor | null
  submitted_at: Date | null
  returned_by: Actor | null
  returned_at: Date | null
  reasons: string | null
  signed_by: Actor | null
  signed_at: Date | null
  signed_sequence: number | null
  package_sha256: string | null
  cleared_by: Actor | null
  cleared_at: Date | null
  released_by: Actor | null
  released_at: Date | null
  ended_by: Actor | null
  ended_at: Date | null
  ended_why: string | null
  sealed_sha256: string | null
  sealed_bytes: number | null
  open_comments: number
  open_proposals: number
}

export type WorkProductFacts = WorkProductSummary & {
  contentSha256: string
  signedSequence?: number
  sealed?: { sha256: string; bytes: number }
}

/** The case of a work product, as another system names it: by its id alone. */
export async function findWorkProductCase(db: Queryable, workProductId: string): Promise<string | undefined> {
  const [row] = await db.rows<{ case_id: string }>(
    `select case_id from work_products where work_product_id = $1`,
    [workProductId],
  )
  return row?.case_id
}

/** Newest first; of one work product, or of all of the case. */
export async function listWorkProducts(
  db: Queryable,
  caseId: string,
  workProductId?: string,
): Promise<WorkProductFacts[]> {
  const rows = await db.rows<ProductRow>(
    `select w.*, t.body as reasons,
       (select count(*)::int from work_product_comments c
        where c.case_id = w.case_id and c.work_product_id = w.work_product_id
          and c.in_reply_to is null and c.resolved_at is null) as open_comments,
       (select count(*)::int from work_product_proposals p
        where p.case_id = w.case_id and p.work_product_id = w.work_product_id and p.status = 'open') as open_proposals
     from work_products w
     left join work_product_texts t on t.case_id = w.case_id and t.sha256 = w.reasons_sha256
     where w.case_id = $1 and ($2::text is null or w.work_product_id = $2)
     order by w.sequence desc`,
    [caseId, workProductId ?? null],
  )
  return rows.map(factsOf)
}

/**
 * What was signed last, also where it was recalled since; or one that is asked for. Before its release a decision is only
 * for those who know how it came about.
 */
export async function findSigned(
  db: Queryable,
  caseId: string,
  { audience }: Pick<Reader, 'audience'>,
  workProductId?: string,
): Promise<WorkProductFacts> {
  const products = await listWorkProducts(db, caseId, workProductId)
  const last = products.find(
    ({ signed, released }) => signed && (released || reads(audience, 'deliberation')),
  )
  if (!last) throw new Refusal('notFound', 'No decision has been signed on this case yet.')
  return last
}

function factsOf(row: ProductRow): WorkProductFacts {
  const ended = row.ended_by &&
    row.ended_at && { ...done(row.ended_by, row.ended_at), why: row.ended_why ?? '' }
  return {
    id: row.work_product_id,
    title: row.title,
    status: row.status,
    version: row.version,
    contentSha256: row.content_sha256,
    drafted: done(row.drafted_by, row.drafted_at),
    saved: done(row.saved_by, row.saved_at),
    ...(row.submitted_by && row.submitted_at ? { submitted: done(row.submitted_by, row.submitted_at) } : {}),
    ...(row.returned_by && row.returned_at
      ? { returned: { ...done(row.returned_by, row.returned_at), reasons: JSON.parse(row.reasons ?? '[]') } }
      : {}),
    ...(row.signed_by && row.signed_at && row.package_sha256
      ? { signed: { ...done(row.signed_by, row.signed_at), packageSha256: row.package_sha256 } }
      : {}),
    ...(row.signed_sequence === null ? {} : { signedSequence: row.signed_sequence }),
    ...(row.cleared_by && row.cleared_at ? { cleared: done(row.cleared_by, row.cleared_at) } : {}),
    ...(row.released_by && row.released_at ? { released: done(row.released_by, row.released_at) } : {}),
    ...(ended ? { [row.status === 'recalled' ? 'recalled' : 'discarded']: ended } : {}),
    ...(row.sealed_sha256 === null
      ? {}
      : { sealed: { sha256: row.sealed_sha256, bytes: row.sealed_bytes ?? 0 } }),
    openComments: row.open_comments,
    openProposals: row.open_proposals,
  }
}

const done = (by: Actor, at: Date) => ({ by, at: at.toISOString() })

export function asSummary(facts: WorkProductFacts): WorkProductSummary {
  const { contentSha256: _, signedSequence: __, sealed: ___, ...summary } = facts
  return summary
}

/** Newest first, from behind a version on. */
export async function listVersions(
  db: Queryable,
  caseId: string,
  workProductId: string,
  { after, limit }: { after?: number | undefined; limit: number },
): Promise<WorkProductVersion[]> {
  const rows = await db.rows<{
    version: number
    title: string
    content_sha256: string
    saved_by: Actor
    saved_at: Date
  }>(
    `select version, title, content_sha256, saved_by, saved_at from work_product_versions
     where case_id = $1 and work_product_id = $2 and ($3::int is null or version < $3)
     order by version desc limit $4`,
    [caseId, workProductId, after ?? null, limit],
  )
  return rows.map(({ version, title, content_sha256, saved_by, saved_at }) => ({
    version,
    title,
    contentSha256: content_sha256,
    saved: done(saved_by, saved_at),
  }))
}
