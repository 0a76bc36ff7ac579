import type { Queryable } from '../store/db.ts'
import { type Normalised, normalise } from './normalise.ts'
import type { Query } from './query.ts'
import { ruledOut } from './ruled-out.ts'
import { type Runs, runsOf } from './tokenise.ts'
import { isHit } from './verify.ts'

/** Which pages are looked at: behind a page, and of these documents, where some are named. */
export type Scope = { after?: number; documentIds?: readonly string[] | undefined }

export type PageRead = {
  page: number
  documentId: string
  text: string
  /** Where the page is what the query asks for. */
  hit?: { normalised: Normalised; runs: Runs }
}

const largestBatch = 400

/** The candidates for a query, read and verified, in page order: `size` of them at first, then as many as are taken. */
export async function* readPages(
  db: Queryable,
  caseId: string,
  query: Query,
  candidates: string | undefined,
  scope: Scope & { size: number },
): AsyncGenerator<PageRead> {
  if (candidates === undefined) return
  const isRuledOut = ruledOut(query)
  for await (const pages of candidatePages(db, caseId, candidates, scope)) {
    for (const page of pages) yield isRuledOut?.(page.text) ? page : verify(page, query)
  }
}

function verify(page: PageRead, query: Query): PageRead {
  const normalised = normalise(page.text)
  const runs = runsOf(normalised.text)
  return isHit(query, runs) ? { ...page, hit: { normalised, runs } } : page
}

/** Who wants more than the first pages may want them all, so the index is asked once more and not per batch. */
async function* candidatePages(
  db: Queryable,
  caseId: string,
  candidates: string,
  { after = -1, documentIds, size }: Scope & { size: number },
): AsyncGenerator<PageRead[]> {
  const ids = documentIds ?? null
  const first = await firstCandidates(db, [caseId, candidates, after, ids, size])
  yield first
  const last = first.at(-1)
  if (last === undefined || first.length < size) return
  const further = await furtherCandidates(db, [caseId, candidates, last.page, ids])
  for (let at = 0; at < further.length; at += largestBatch) {
    yield await textsOf(db, caseId, further.slice(at, at + largestBatch))
  }
}

/** A text is looked up for each page apart, so that no plan reads the texts of the whole case. */
function firstCandidates(db: Queryable, values: unknown[]): Promise<PageRead[]> {
  return db.rows(
    `select page, document_id as "documentId",
       (select text from page_texts where case_id = $1 and page = candidate.page) as text
     from candidate_pages($1, $2::tsquery) as candidate
     where page > $3 and ($4::text[] is null or document_id in (select unnest($4::text[])))
     order by page
     limit $5`,
    values,
  )
}

type Place = Pick<PageRead, 'page' | 'documentId'>

function furtherCandidates(db: Queryable, values: unknown[]): Promise<Place[]> {
  return db.rows(
    `select page, document_id as "documentId"
     from candidate_pages($1, $2::tsquery)
     where page > $3 and ($4::text[] is null or document_id in (select unnest($4::text[])))
     order by page`,
    values,
  )
}

async function textsOf(db: Queryable, caseId: string, places: Place[]): Promise<PageRead[]> {
  const rows = await db.rows<{ page: number; text: string }>(
    `select page, text from page_texts where case_id = $1 and page = any($2::int[])`,
    [caseId, places.map(({ page }) => page)],
  )
  const texts = new Map(rows.map(({ page, text }) => [page, text]))
  return places.map((place) => ({ ...place, text: texts.get(place.page) ?? '' }))
}
