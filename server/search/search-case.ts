import { Refusal } from '../core/kernel/decider.ts'
import type { CasePages } from './case-pages.ts'
import { inTurns } from './in-turns.ts'
import type { PageOwners } from './page-owners.ts'
import { parseQuery, type Query, writeQuery } from './query.ts'
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
  pages: CasePages,
  written: string,
  { owners, limit = 50 }: { owners: PageOwners; limit?: number },
): Promise<SearchResult> {
  const query = readQuery(written)
  const find = async (query: Query) => {
    const { hits } = await pages.find(query, { after: -1, limit, owners })
    return inTurns(hits, ({ page, read }) => ({ page, snippet: snippetOf(read, query) }))
  }
  const hits = await find(query)
  if (hits.length > 0) return { hits }
  const respelt = await respell(pages, query, owners)
  if (!respelt) return { hits }
  return { hits: await find(respelt), corrected: writeQuery(respelt) }
}

export function readQuery(written: string): Query {
  if (written.length > longestQuery) {
    throw new Refusal('invalid', `A search may have at most ${longestQuery} characters.`)
  }
  return parseQuery(written)
}
