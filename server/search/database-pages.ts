import type { Queryable } from '../store/db.ts'
import { candidatesOf, isCountedByTokens, overfullPages, tokensOfQuery, tokensOfTerm } from './candidates.ts'
import {
  type CasePages,
  countFor,
  type PageHit,
  type PagesFound,
  type PagesWanted,
  shownOf,
} from './case-pages.ts'
import type { PageOwners } from './page-owners.ts'
import type { Query } from './query.ts'
import { multirangeOf, readPages } from './read-pages.ts'
import { editDistance } from './spelling.ts'

/** A page is verified in some 50 µs. Where the index cannot count, so many pages are verified for the count alone. */
export const mostVerified = 2_000
const firstBatch = 400
const mostWordsCompared = 200_000

/** The pages of a case as its tables have them. */
export function databasePages(db: Queryable, caseId: string): CasePages {
  return {
    find: (query, wanted) => findShown(db, caseId, query, wanted),

    async findAndCount(query, wanted) {
      if (query.required.length === 0) return { hits: [], hasMore: false, counts: new Map(), isExact: true }
      if (!isCountedByTokens(query)) return countWhileReading(db, caseId, query, wanted)
      const [shown, counted] = await Promise.all([
        findShown(db, caseId, query, wanted),
        countByTokens(db, caseId, query, wanted.owners),
      ])
      return { ...shown, ...counted }
    },

    async countWords(words, owners) {
      const rows = await db.rows<{ pages: number }>(
        `select (
           select count(*)::int from candidate_pages($1, query::tsquery) where page <@ $3::int4multirange) as pages
         from unnest($2::text[]) with ordinality as asked (query, number)
         order by number`,
        [caseId, words.map(tokensOfTerm), multirangeOf(owners)],
      )
      return rows.map(({ pages }) => pages)
    },

    async wordsNear(word, limit) {
      const known = await db.rows<{ word: string }>(
        `select word from case_words where case_id = $1 and char_length(word) between $2 and $3 limit $4`,
        [caseId, word.length - limit, word.length + limit, mostWordsCompared],
      )
      return known
        .map((row) => ({ word: row.word, distance: editDistance(word, row.word, limit) }))
        .filter(({ distance }) => distance <= limit)
    },
  }
}

async function countWhileReading(
  db: Queryable,
  caseId: string,
  query: Query,
  wanted: PagesWanted,
): Promise<PagesFound> {
  const { after, limit, owners } = wanted
  const counts = new Map<string, number>()
  const hits: PageHit[] = []
  let verified = 0
  const scope = { owners, size: firstBatch }
  for await (const { page, hit } of readPages(db, caseId, query, candidatesOf(query), scope)) {
    const isFar = verified >= mostVerified
    if (isFar && page <= after) {
      return { ...(await findShown(db, caseId, query, wanted)), counts, isExact: false }
    }
    if (isFar && hits.length > limit) return { ...shownOf(hits, limit), counts, isExact: false }
    verified++
    if (!hit) continue
    countFor(counts, hit.documentId, 1)
    if (page > after && hits.length <= limit) hits.push(hit)
  }
  return { ...shownOf(hits, limit), counts, isExact: true }
}

async function findShown(db: Queryable, caseId: string, query: Query, { after, limit, owners }: PagesWanted) {
  const hits: PageHit[] = []
  const scope = { after, owners, size: limit + 1 }
  for await (const { hit } of readPages(db, caseId, query, candidatesOf(query), scope)) {
    if (hit) hits.push(hit)
    if (hits.length > limit) break
  }
  return shownOf(hits, limit)
}

async function countByTokens(db: Queryable, caseId: string, query: Query, owners: PageOwners) {
  const counts = new Map<string, number>()
  const rows = await db.rows<{ owner: number; count: number }>(
    `select width_bucket(page, $4::int[]) as owner, count(*)::int as count
     from candidate_pages($1, $2::tsquery)
     where page <@ $3::int4multirange
     group by owner`,
    [caseId, tokensOfQuery(query), multirangeOf(owners), owners.map(({ startPage }) => startPage)],
  )
  for (const { owner, count } of rows) countFor(counts, owners[owner - 1]!.documentId, count)
  let verified = 0
  for await (const { hit } of readPages(db, caseId, query, overfullPages, { owners, size: firstBatch })) {
    if (verified++ === mostVerified) return { counts, isExact: false }
    if (hit) countFor(counts, hit.documentId, 1)
  }
  return { counts, isExact: true }
}
