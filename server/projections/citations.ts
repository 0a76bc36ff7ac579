import type { Anchor } from '@portico/contract/anchors'
import type { Citation } from '@portico/contract/issues'
import type { Box } from '@portico/contract/marks'
import type { Queryable } from '../store/db.ts'
import { batch, doer, type Projection, rowBefore } from './projection.ts'

/** A citation is made once, may move while its document is revised, and may be taken back for good. */
export const citations: Projection = {
  name: 'citations',
  tables: ['citations'],
  types: ['issue.cited', 'issue.uncited', 'issue.citationMoved', 'issue.citationOrphaned'],
  statement: `
    with ${batch},
    words as (
      select case_id, data->>'issueId' as issue_id, data->>'citationId' as citation_id,
        (array_agg(jsonb_build_object('at', at, 'by', ${doer}->>'name', 'note', data->>'note'))
          filter (where type = 'issue.cited'))[1] as made,
        (array_agg(data->'anchor' order by sequence desc)
          filter (where type in ('issue.cited', 'issue.citationMoved')))[1] as anchor,
        (array_agg(type = 'issue.citationOrphaned' order by sequence desc)
          filter (where type <> 'issue.uncited'))[1] as orphaned,
        bool_or(type = 'issue.uncited') as is_gone
      from batch group by case_id, issue_id, citation_id
    ),
    gone as (
      delete from citations c using words w
      where w.is_gone and c.case_id = w.case_id and c.issue_id = w.issue_id and c.citation_id = w.citation_id
    )
    insert into citations (
      case_id, issue_id, citation_id, document_id, version, sha256, page, rect, quote, note, orphaned, created_by,
      created_at)
    select w.case_id, w.issue_id, w.citation_id,
      coalesce(anchor->>'documentId', c.document_id),
      coalesce((anchor->>'version')::int, c.version),
      coalesce(anchor->>'sha256', c.sha256),
      coalesce((anchor->>'page')::int, c.page),
      case when anchor is null then c.rect else anchor->'rect' end,
      case when anchor is null then c.quote else anchor->>'quote' end,
      case when made is null then c.note else made->>'note' end,
      w.orphaned,
      coalesce(made->>'by', c.created_by), coalesce((made->>'at')::timestamptz, c.created_at)
    from words w left join ${rowBefore('citations', ['w.case_id', 'w.issue_id', 'w.citation_id'])} c on true
    where not is_gone and (made is not null or c.citation_id is not null)
    on conflict (case_id, issue_id, citation_id) do update set
      document_id = excluded.document_id, version = excluded.version, sha256 = excluded.sha256,
      page = excluded.page, rect = excluded.rect, quote = excluded.quote, orphaned = excluded.orphaned`,
}

type CitationRow = {
  issue_id: string
  citation_id: string
  document_id: string
  name: string
  version: number
  sha256: string
  page: number
  rect: Box | null
  quote: string | null
  note: string | null
  orphaned: boolean
  created_by: string
  created_at: Date
}

/**
 * Of one issue or on one page, and else of all issues, in the order in which the issues come and then of the pages.
 * Without an issue, only what issues of the list cite: what was split or merged is cited by those that took its place.
 */
export async function listCitations(
  db: Queryable,
  caseId: string,
  { issueId, page }: { issueId?: string; page?: number } = {},
): Promise<Citation[]> {
  const rows = await db.rows<CitationRow>(
    `select c.issue_id, c.citation_id, c.document_id, d.name, c.version, c.sha256, c.page, c.rect, c.quote, c.note,
       c.orphaned, c.created_by, c.created_at
     from documents d
     join issues i using (case_id)
     join citations c using (case_id, issue_id, document_id)
     where c.case_id = $1 and ($2::text is null and i.left_as is null or c.issue_id = $2)
       and ($3::int is null or c.page = $3)
     order by i.position, c.issue_id, c.page, c.created_at, c.citation_id`,
    [caseId, issueId ?? null, page ?? null],
  )
  return rows.map(asCitation)
}

function asCitation(row: CitationRow): Citation {
  return {
    id: row.citation_id,
    issueId: row.issue_id,
    anchor: anchorOf(row),
    documentName: row.name,
    ...(row.note === null ? {} : { note: row.note }),
    ...(row.orphaned ? { orphaned: true as const } : {}),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  }
}

export type AnchorRow = Pick<CitationRow, 'document_id' | 'version' | 'sha256' | 'page' | 'rect' | 'quote'>

export function anchorOf(row: AnchorRow): Anchor {
  return {
    documentId: row.document_id,
    version: row.version,
    sha256: row.sha256,
    page: row.page,
    ...(row.rect === null ? {} : { rect: row.rect }),
    ...(row.quote === null ? {} : { quote: row.quote }),
  }
}

/** Citations of pages that their document does not have any more; what a signed decision cites stays as it was. */
export async function staleCitations(
  db: Queryable,
  caseId: string,
): Promise<{ issueId: string; citationId: string; anchor: Anchor }[]> {
  const rows = await db.rows<AnchorRow & { issue_id: string; citation_id: string }>(
    `select c.issue_id, c.citation_id, c.document_id, c.version, c.sha256, c.page, c.rect, c.quote
     from documents d
     join issues i using (case_id)
     join citations c using (case_id, issue_id, document_id)
     where c.case_id = $1 and i.signed_in is null and (i.left_as is null or i.removal is not null)
       and (c.version < d.version or c.page not between d.start_page and d.end_page)
     order by c.issue_id, c.citation_id`,
    [caseId],
  )
  return rows.map((row) => ({
    issueId: row.issue_id,
    citationId: row.citation_id,
    anchor: anchorOf(row),
  }))
}
