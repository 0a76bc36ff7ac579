import type { PageOwners } from './page-owners.ts'
import type { Query, Term } from './query.ts'
import type { ReadablePage } from './read-page.ts'

export type PageHit = { page: number; documentId: string; read: ReadablePage }

export type PagesShown = {
  /** In page order, behind `after`, at most `limit`. */
  hits: PageHit[]
  hasMore: boolean
}

export type PagesFound = PagesShown & {
  /** Of all pages, also those before `after`: how many of each document. */
  counts: Map<string, number>
  /** False where pages were left uncounted: the counts are then of those that come first. */
  isExact: boolean
}

export type PagesWanted = { after: number; limit: number; owners: PageOwners }

/** The pages of a case as a search asks them: the database has them, and memory may. Both give the same. */
export type CasePages = {
  find(query: Query, wanted: PagesWanted): Promise<PagesShown>
  findAndCount(query: Query, wanted: PagesWanted): Promise<PagesFound>
  /** How many pages have each word, in any of its forms. */
  countWords(words: readonly Term[], owners: PageOwners): Promise<number[]>
  /** Words of the case that are not far from a word: some may have left its pages since. */
  wordsNear(word: string, distance: number): Promise<{ word: string; distance: number }[]>
}

export function countFor(counts: Map<string, number>, documentId: string, count: number) {
  counts.set(documentId, (counts.get(documentId) ?? 0) + count)
}

/** One hit more than is shown tells that there are more. */
export function shownOf(hits: PageHit[], limit: number): PagesShown {
  return { hits: hits.slice(0, limit), hasMore: hits.length > limit }
}
