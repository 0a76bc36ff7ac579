import { Refusal } from '../core/kernel.ts'
import type { Queryable } from '../store/db.ts'
import { candidatesOf } from './candidates.ts'
import { normalise } from './normalise.ts'
import { parseQuery, type Query, writeQuery } from './query.ts'
import { snippetOf } from './snippet.ts'
import { respell } from './spelling.ts'
import { runsOf } from './tokenise.ts'
import { isHit } from './verify.ts'

export type SearchHit = { page: number; snippet: string }

export type SearchResult = {
  hits: SearchHit[]
  /** The query that was tried instead, in the same language, where nothing was found as it was written. */
  corrected?: string
}

const longestQuery = 1_000
const largestBatch = 400

/** The pages of a case that a query finds: in page order, each once, from the first page on. */
export async function searchCase(
  db: Queryable,
  caseId: string,
  written: string,
  { limit = 50 }: { limit?: number } = {},
): Promise<SearchResult> {
  if (written.length > longestQuery) {
    throw new Refusal('invalid', `A search may have at most ${longestQuery} characters.`)
  }
  const query = parseQuery(written)
  const hits = await findHits(db, caseId, query, limit)
  if (hits.length > 0) return { hits }
  const respelt = await respell(db, caseId, query)
  if (!respelt) return { hits }
  return { hits: await findHits(db, caseId, respelt, limit), corrected: writeQuery(respelt) }
}

async function findHits(db: Queryable, caseId: string, query: Query, limit: number): Promise<SearchHit[]> {
  const hits: SearchHit[] = []
  const candidates = candidatesOf(query)
  if (candidates === undefined || limit < 1) return hits
  let after = -1
  let size = limit
  while (true) {
    const pages = await readCandidates(db, caseId, candidates, after, size)
    for (const { page, text } of pages) {
      const normalised = normalise(text)
      const runs = runsOf(normalised.text)
      if (!isHit(query, runs)) continue
      hits.push({ page, snippet: snippetOf(text, normalised, runs, query) })
      if (hits.length === limit) return hits
    }
    if (pages.length < size) return hits
    after = pages.at(-1)?.page ?? after
    size = Math.min(size * 4, largestBatch)
  }
}

/** A text is looked up for each page apart, so that no plan reads the texts of the whole case. */
function readCandidates(db: Queryable, caseId: string, candidates: string, after: number, size: number) {
  return db.rows<{ page: number; text: string }>(
    `select page, (select text from page_texts where case_id = $1 and page = candidate.page) as text
     from candidate_pages($1, $2::tsquery) as candidate
     where page > $3
     order by page
     limit $4`,
    [caseId, candidates, after, size],
  )
}
