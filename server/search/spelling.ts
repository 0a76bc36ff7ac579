import type { CasePages } from './case-pages.ts'
import type { PageOwners } from './page-owners.ts'
import { type Query, type Term, termOf } from './query.ts'

const shortestWord = 4
const mostSuggestions = 5
const mostNeighbours = 50
const mostWords = 10

/** The words of the pages that are searched. */
export type Vocabulary = Pick<CasePages, 'countWords' | 'wordsNear'>

/**
 * The query with each word that the case does not have put as the nearest words it does have. Undefined where no
 * word is missing, or nothing is near.
 */
export async function respell(
  pages: Vocabulary,
  query: Query,
  owners: PageOwners,
): Promise<Query | undefined> {
  const words = [...new Set(query.required.flat().flatMap(spellableWords))].slice(0, mostWords)
  const counts = await countPages(pages, words, owners)
  const suggestions = new Map<string, string[]>()
  for (const word of words.filter((word) => !counts.get(word))) {
    const near = await nearestWords(pages, word, owners)
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

async function nearestWords(pages: Vocabulary, word: string, owners: PageOwners): Promise<string[]> {
  const near = await pages.wordsNear(word, tolerance(word))
  near.sort((one, another) => one.distance - another.distance || (one.word < another.word ? -1 : 1))
  const neighbours = near.slice(0, mostNeighbours)
  const counts = await countPages(
    pages,
    neighbours.map(({ word }) => word),
    owners,
  )
  const used = neighbours.filter(({ word }) => counts.get(word))
  return used
    .filter(({ distance }) => distance === used[0]?.distance)
    .map(({ word }) => word)
    .sort((one, another) => counts.get(another)! - counts.get(one)! || (one < another ? -1 : 1))
    .slice(0, mostSuggestions)
}

async function countPages(
  pages: Vocabulary,
  words: string[],
  owners: PageOwners,
): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const terms = words.flatMap((word) => termOf(word) ?? [])
  const counts = await pages.countWords(terms, owners)
  return new Map(terms.map(({ source }, index) => [source, counts[index] ?? 0]))
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
