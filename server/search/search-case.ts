import { Refusal } from '../core/kernel.ts'
import type { Queryable } from '../store/db.ts'
import { candidatesOf } from './candidates.ts'
import { parseQuery, type Query, writeQuery } from './query.ts'
import { readPages } from './read-pages.ts'
import { snippetOf } from './snippet.ts'
import { respell } from './spelling.ts'

export type SearchHit = { page: number; snippet: string }

export type SearchResult = {
  hits: SearchHit[]
  /** The query that was tried instead, in the same language, where nothing was found as it was written. */
  corrected?: string
}

const longestQuery = 1_000

/** The pages of a case that a query finds: in page order, each once, from the first page on. */
export async function searchCase(
  db: Queryable,
  caseId: string,
  written: string,
  { limit = 50 }: { limit?: number } = {},
): Promise<SearchResult> {
  const query = readQuery(written)
  const hits = await findHits(db, caseId, query, limit)
  if (hits.length > 0) return { hits }
  const respelt = await respell(db, caseId, query)
  if (!respelt) return { hits }
  return { hits: await findHits(db, caseId, respelt, limit), corrected: writeQuery(respelt) }
}

export function readQuery(written: string): Query {
  if (written.length > longestQuery) {
    throw new Refusal('invalid', `A search may have at most ${longestQuery} characters.`)
  }
  return parseQuery(written)
}

async function findHits(db: Queryable, caseId: string, query: Query, limit: number): Promise<SearchHit[]> {
  const hits: SearchHit[] = []
  if (limit < 1) return hits
  for await (const { page, text, hit } of readPages(db, caseId, query, candidatesOf(query), {
    size: limit,
  })) {
    if (!hit) continue
    hits.push({ page, snippet: snippetOf(text, hit.normalised, hit.runs, query) })
    if (hits.length === limit) break
  }
  return hits
}
