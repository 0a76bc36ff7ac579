import type { Queryable } from '../store/db.ts'
import { tokensOfTerm } from './candidates.ts'
import { type Query, type Term, termOf } from './query.ts'

const shortestWord = 4
const mostSuggestions = 5
const mostNeighbours = 20
const mostWords = 10

/**
 * The query with each word that the case does not have put as the nearest words it does have. Undefined where no
 * word is missing, or nothing is near.
 */
export async function respell(db: Queryable, caseId: string, query: Query): Promise<Query | undefined> {
  const words = [...new Set(query.required.flat().flatMap(spellableWords))].slice(0, mostWords)
  const pages = await pagesWith(db, caseId, words)
  const suggestions = new Map<string, string[]>()
  for (const word of words.filter((word) => !pages.get(word))) {
    const near = await nearestWords(db, caseId, word)
    if (near.length > 0) suggestions.set(word, near)
  }
  if (suggestions.size === 0) return undefined
  return {
    ...query,
    required: query.required.map((terms) => terms.flatMap((term) => respellTerm(term, suggestions))),
  }
}

/** Two letters may be wrong in a long word, one in a shorter one; a number is always meant as it is. */
function tolerance(word: string): number {
  return word.length >= 8 ? 2 : 1
}

function spellableWords({ source }: Term): string[] {
  return source
    .split(/\s+/)
    .filter((literal) => !/[\p{N}*]/u.test(literal))
    .flatMap((literal) => literal.match(/\p{L}+/gu) ?? [])
    .filter((word) => word.length >= shortestWord)
}

function respellTerm(term: Term, suggestions: Map<string, string[]>): Term[] {
  const alternatives = term.quoted ? undefined : suggestions.get(term.source)
  const sources = alternatives ?? [
    term.source.replace(/\p{L}+/gu, (word) => suggestions.get(word)?.[0] ?? word),
  ]
  return sources.map((source) => termOf(source, term.quoted) ?? term)
}

async function nearestWords(db: Queryable, caseId: string, word: string): Promise<string[]> {
  const limit = tolerance(word)
  const known = await db.rows<{ word: string }>(
    `select word from case_words where case_id = $1 and char_length(word) between $2 and $3 limit 200000`,
    [caseId, word.length - limit, word.length + limit],
  )
  const near = known
    .map((row) => ({ word: row.word, distance: editDistance(word, row.word, limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((one, another) => one.distance - another.distance)
  const nearest = near.filter(({ distance }) => distance === near[0]?.distance).slice(0, mostNeighbours)
  const pages = await pagesWith(
    db,
    caseId,
    nearest.map(({ word }) => word),
  )
  return [...pages]
    .filter(([, count]) => count > 0)
    .sort(([one, fewer], [another, more]) => more - fewer || (one < another ? -1 : 1))
    .slice(0, mostSuggestions)
    .map(([known]) => known)
}

async function pagesWith(db: Queryable, caseId: string, words: string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const terms = words.flatMap((word) => termOf(word) ?? [])
  const rows = await db.rows<{ word: string; pages: number }>(
    `select word, (select count(*)::int from candidate_pages($1, query::tsquery)) as pages
     from unnest($2::text[], $3::text[]) as asked (word, query)`,
    [caseId, terms.map(({ source }) => source), terms.map(tokensOfTerm)],
  )
  return new Map(rows.map((row) => [row.word, row.pages]))
}

/** Letters put in, left out, changed, or swapped with their neighbour; counted no further than past the limit. */
export function editDistance(one: string, another: string, limit: number): number {
  if (Math.abs(one.length - another.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: another.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= another.length; column++) {
      const isSame = one[row - 1] === another[column - 1]
      const isSwap =
        row > 1 && column > 1 && one[row - 1] === another[column - 2] && one[row - 2] === another[column - 1]
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwap ? beforeLast[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    if (Math.min(...current) > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return last[another.length]!
}
