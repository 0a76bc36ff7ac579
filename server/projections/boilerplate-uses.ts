import type { BoilerplateUse } from '@portico/contract/boilerplate'
import type { WorkProductStatus } from '@portico/contract/work-products'
import type { Queryable } from '../store/db.ts'
import { batch, type Projection } from './projection.ts'

/**
 * The texts are kept before the events that name them. What jsonb refuses stands in words, never in the name of an entry:
 * it is read as another character.
 */
export const boilerplateUses: Projection = {
  name: 'boilerplateUses',
  tables: ['boilerplate_uses'],
  types: ['workProduct.drafted', 'workProduct.saved'],
  statement: `
    with ${batch},
    last as (
      select distinct on (case_id, data->>'workProductId')
        case_id, data->>'workProductId' as work_product_id, data->>'contentSha256' as sha256, at
      from batch order by case_id, data->>'workProductId', sequence desc
    )
    insert into boilerplate_uses (case_id, work_product_id, saved_at, entries, versions)
    select l.case_id, l.work_product_id, l.at, coalesce(u.entries, '{}'), coalesce(u.versions, '{}')
    from last l
    cross join lateral (
      select array_agg(distinct entry order by entry) as entries,
        jsonb_object_agg(entry || ' ' || version, jsonb_build_object('count', times, 'edited', edited)) as versions
      from (
        select b->>'entryId' as entry, b->>'version' as version, count(*) as times,
          count(*) filter (where b ? 'edited') as edited
        from work_product_texts t
        cross join lateral (
          select regexp_replace(t.body, '\\\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\\\u0001', 'g')::jsonb as body
        ) as read
        cross join lateral (
          select section from (values (read.body->'opening'), (read.body->'closing')) as s (section)
          union all
          select i->'content' from jsonb_array_elements(read.body->'issues') as i
        ) as sections
        cross join lateral jsonb_array_elements(sections.section) as b
        where t.case_id = l.case_id and t.sha256 = l.sha256 and t.body like '%"type":"boilerplate"%'
          and b->>'type' = 'boilerplate' and b->>'entryId' ~ '^[a-z][A-Za-z0-9]{0,59}$'
        group by entry, version
      ) as found
    ) as u
    on conflict (case_id, work_product_id) do update set
      saved_at = excluded.saved_at, entries = excluded.entries, versions = excluded.versions`,
}

type Row = {
  case_id: string
  docket_number: string
  work_product_id: string
  status: WorkProductStatus
  saved_at: Date
  signed_at: Date | null
  versions: Record<string, { count: number; edited: number }>
}

/** Newest first; only of cases that whoever asks may read. */
export async function listBoilerplateUses(
  db: Queryable,
  { entryId, version }: { entryId: string; version?: number | undefined },
  read: { upTo: number; barred: readonly string[]; after?: string | undefined; limit: number },
): Promise<{ uses: BoilerplateUse[]; next?: string }> {
  const { upTo, barred, after, limit } = read
  const [afterMs, afterId = ''] = after === undefined ? [] : after.split('_at_')
  const rows = await db.rows<Row>(
    `select u.case_id, c.docket_number, u.work_product_id, p.status, u.saved_at, p.signed_at, u.versions
     from boilerplate_uses u
     join cases c using (case_id)
     join work_products p using (case_id, work_product_id)
     left join case_work w using (case_id)
     where u.entries @> array[$1] and ($2::int is null or u.versions ? ($1 || ' ' || $2))
       and coalesce(w.sensitivity, 0) <= $3 and u.case_id <> all($4)
       and ($5::bigint is null or (u.saved_at, u.work_product_id) < (to_timestamp($5 / 1000.0), $6))
     order by u.saved_at desc, u.work_product_id desc limit $7`,
    [entryId, version ?? null, upTo, barred, afterMs ?? null, afterId, limit + 1],
  )
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    uses: page.map((row) => asUse(row, entryId, version)),
    ...(last ? { next: `${last.saved_at.getTime()}_at_${last.work_product_id}` } : {}),
  }
}

function asUse(row: Row, entryId: string, only: number | undefined): BoilerplateUse {
  const versions = Object.entries(row.versions).flatMap(([key, { count, edited }]) => {
    const [name, version] = key.split(' ')
    const isAsked = name === entryId && (only === undefined || Number(version) === only)
    return isAsked ? [{ version: Number(version), count, edited }] : []
  })
  return {
    caseId: row.case_id,
    docketNumber: row.docket_number,
    workProductId: row.work_product_id,
    status: row.status,
    saved: row.saved_at.toISOString(),
    ...(row.signed_at ? { signed: row.signed_at.toISOString() } : {}),
    versions: versions.toSorted((one, other) => other.version - one.version),
  }
}
