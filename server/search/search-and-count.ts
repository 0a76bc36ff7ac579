import type { Queryable } from '../store/db.ts'
import { candidatesOf, isCountedByTokens, overfullPages, tokensOfQuery } from './candidates.ts'
import type { Query } from './query.ts'
import { type PageRead, readPages } from './read-pages.ts'
import { type Snippet, snippetWithMatches } from './snippet.ts'

export type PageHit = Snippet & { page: number; documentId: string }

export type PagesFound = {
  /** In page order, behind `after`, at most `limit`. */
  hits: PageHit[]
  hasMore: boolean
  /** Of all pages, also those before `after`. */
  counts: Map<string, number>
  /** False where pages were left uncounted: the counts are then of those that come first. */
  isExact: boolean
}

export type PagesWanted = {
  after: number
  limit: number
  /** Only pages of these documents, where some are named. */
  documentIds?: readonly string[] | undefined
}

/** A page is verified in some 100 µs. Where the index cannot count, so many pages are verified for the count alone. */
export const mostVerified = 2_000
const firstBatch = 400

/** A part of what a query finds, and how many pages of each document it finds. */
export async function searchAndCount(
  db: Queryable,
  caseId: string,
  query: Query,
  wanted: PagesWanted,
): Promise<PagesFound> {
  if (query.required.length === 0) return { hits: [], hasMore: false, counts: new Map(), isExact: true }
  if (!isCountedByTokens(query)) return countWhileReading(db, caseId, query, wanted)
  const [shown, counted] = await Promise.all([
    readShown(db, caseId, query, wanted),
    countByTokens(db, caseId, query, wanted),
  ])
  return { ...shown, ...counted }
}

async function countWhileReading(
  db: Queryable,
  caseId: string,
  query: Query,
  wanted: PagesWanted,
): Promise<PagesFound> {
  const { after, limit, documentIds } = wanted
  const counts = new Map<string, number>()
  const hits: PageHit[] = []
  let verified = 0
  for await (const read of readPages(db, caseId, query, candidatesOf(query), {
    documentIds,
    size: firstBatch,
  })) {
    const isFar = verified >= mostVerified
    if (isFar && read.page <= after) {
      return { ...(await readShown(db, caseId, query, wanted)), counts, isExact: false }
    }
    if (isFar && hits.length > limit) return { ...shownOf(hits, limit), counts, isExact: false }
    verified++
    if (!read.hit) continue
    add(counts, read.documentId, 1)
    if (read.page > after && hits.length <= limit) hits.push(hitOf(read, read.hit, query))
  }
  return { ...shownOf(hits, limit), counts, isExact: true }
}

async function readShown(db: Queryable, caseId: string, query: Query, wanted: PagesWanted) {
  const { after, limit, documentIds } = wanted
  const hits: PageHit[] = []
  const scope = { after, documentIds, size: limit + 1 }
  for await (const read of readPages(db, caseId, query, candidatesOf(query), scope)) {
    if (read.hit) hits.push(hitOf(read, read.hit, query))
    if (hits.length > limit) break
  }
  return shownOf(hits, limit)
}

/** One hit more than is shown tells that there are more. */
function shownOf(hits: PageHit[], limit: number) {
  return { hits: hits.slice(0, limit), hasMore: hits.length > limit }
}

function hitOf(
  { page, documentId, text }: PageRead,
  { normalised, runs }: NonNullable<PageRead['hit']>,
  query: Query,
) {
  return { page, documentId, ...snippetWithMatches(text, normalised, runs, query) }
}

async function countByTokens(db: Queryable, caseId: string, query: Query, { documentIds }: PagesWanted) {
  const counts = new Map<string, number>()
  const rows = await db.rows<{ documentId: string; count: number }>(
    `select document_id as "documentId", count(*)::int as count
     from candidate_pages($1, $2::tsquery)
     where $3::text[] is null or document_id in (select unnest($3::text[]))
     group by document_id`,
    [caseId, tokensOfQuery(query), documentIds ?? null],
  )
  for (const { documentId, count } of rows) add(counts, documentId, count)
  let verified = 0
  for await (const read of readPages(db, caseId, query, overfullPages, { documentIds, size: firstBatch })) {
    if (verified++ === mostVerified) return { counts, isExact: false }
    if (read.hit) add(counts, read.documentId, 1)
  }
  return { counts, isExact: true }
}

function add(counts: Map<string, number>, documentId: string, count: number) {
  counts.set(documentId, (counts.get(documentId) ?? 0) + count)
}
