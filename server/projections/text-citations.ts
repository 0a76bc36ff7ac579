import type { TextCitation } from '@portico/contract/issues'
import type { Queryable } from '../store/db.ts'

/** Where the texts of work products cite a page, as they were last saved; those that came to nothing are left out. */
export async function listTextCitations(
  db: Queryable,
  caseId: string,
  page: number,
): Promise<TextCitation[]> {
  const rows = await db.rows<Omit<TextCitation, 'issueId'> & { issueId: string | null }>(
    `select w.work_product_id as "workProductId", w.title, w.status, s.part, c.citation->'anchor' as anchor,
       s."issueId"
     from work_products w
     join work_product_texts t on t.case_id = $1 and t.sha256 = w.content_sha256
     cross join lateral (select t.body::jsonb as body) b
     cross join lateral (
       select 0 as place, 'opening' as part, null as "issueId", b.body->'opening' as content
       union all
       select nth::int, 'issue', i->>'issueId', i->'content'
       from jsonb_array_elements(b.body->'issues') with ordinality as e (i, nth)
       union all
       select 1000000, 'closing', null, b.body->'closing'
     ) s
     cross join lateral jsonb_path_query(s.content,
       'strict $.** ? (@.type == "citation" && @.anchor.page == $page)', jsonb_build_object('page', $2::int)
     ) with ordinality as c (citation, nth)
     where w.case_id = $1 and w.status not in ('recalled', 'discarded')
     order by w.drafted_at, w.work_product_id, s.place, c.nth`,
    [caseId, page],
  )
  return rows.map(({ issueId, ...citation }) => ({ ...citation, ...(issueId === null ? {} : { issueId }) }))
}
