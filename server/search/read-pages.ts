import type { Queryable } from '../store/db.ts'
import type { PageHit } from './case-pages.ts'
import { ownerAt, type PageOwners, stretchesOf } from './page-owners.ts'
import type { Query } from './query.ts'
import { readPage } from './read-page.ts'
import { ruledOut } from './ruled-out.ts'

/** Which pages are looked at: behind a page, and of these documents. */
export type Scope = { after?: number; owners: PageOwners }

/** A candidate; where the page is what the query asks for, with what was read. */
export type Candidate = { page: number; hit?: PageHit }

const largestBatch = 400

/** The candidates for a query, read and verified, in page order: `size` of them at first, then as many as are taken. */
export async function* readPages(
  db: Queryable,
  caseId: string,
  query: Query,
  candidates: string | undefined,
  scope: Scope & { size: number },
): AsyncGenerator<Candidate> {
  if (candidates === undefined) return
  const isRuledOut = ruledOut(query)
  for await (const pages of candidatePages(db, caseId, candidates, scope)) {
    for (const { page, text } of pages) {
      const read = isRuledOut?.(text) ? undefined : readPage(text)
      const owner = scope.owners[ownerAt(scope.owners, page)]
      if (owner && read?.isHit(query)) yield { page, hit: { page, documentId: owner.documentId, read } }
      else yield { page }
    }
  }
}

/** The pages of these documents, as PostgreSQL reads a multirange. */
export function multirangeOf(owners: PageOwners): string {
  return `{${stretchesOf(owners)
    .map(({ start, end }) => `[${start},${end}]`)
    .join()}}`
}

type Text = { page: number; text: string }

/** Who wants more than the first pages may want them all, so the index is asked once more and not per batch. */
async function* candidatePages(
  db: Queryable,
  caseId: string,
  candidates: string,
  { after = -1, owners, size }: Scope & { size: number },
): AsyncGenerator<Text[]> {
  const allowed = multirangeOf(owners)
  const first = await firstCandidates(db, [caseId, candidates, after, allowed, size])
  yield first
  const last = first.at(-1)
  if (last === undefined || first.length < size) return
  const further = await furtherCandidates(db, [caseId, candidates, last.page, allowed])
  for (let at = 0; at < further.length; at += largestBatch) {
    yield await textsOf(db, caseId, further.slice(at, at + largestBatch))
  }
}

/** A text is looked up for each page apart, so that no plan reads the texts of the whole case. */
function firstCandidates(db: Queryable, values: unknown[]): Promise<Text[]> {
  return db.rows(
    `select page, coalesce((select text from page_texts where case_id = $1 and page = candidate.page), '') as text
     from candidate_pages($1, $2::tsquery) as candidate
     where page > $3 and page <@ $4::int4multirange
     order by page
     limit $5`,
    values,
  )
}

async function furtherCandidates(db: Queryable, values: unknown[]): Promise<number[]> {
  const rows = await db.rows<{ page: number }>(
    `select page from candidate_pages($1, $2::tsquery)
     where page > $3 and page <@ $4::int4multirange
     order by page`,
    values,
  )
  return rows.map(({ page }) => page)
}

async function textsOf(db: Queryable, caseId: string, pages: number[]): Promise<Text[]> {
  const rows = await db.rows<Text>(
    `select page, text from page_texts where case_id = $1 and page = any($2::int[])`,
    [caseId, pages],
  )
  const texts = new Map(rows.map(({ page, text }) => [page, text]))
  return pages.map((page) => ({ page, text: texts.get(page) ?? '' }))
}
