import { normalise } from './normalise.ts'
import type { Query, Term } from './query.ts'
import { runsOf } from './tokenise.ts'
import { isHit, matchesOf } from './verify.ts'

/** A stretch of a text as it is written. */
export type Place = { start: number; end: number }

/** A text of which parts can be read, and that can be asked where the terms of a query stand in it. */
export type ReadablePage = {
  length: number
  slice(start: number, end: number): string
  placesOf(term: Term): Iterable<Place>
}

export type TextPage = ReadablePage & { isHit(query: Query): boolean }

export function readPage(text: string): TextPage {
  const normalised = normalise(text)
  const runs = runsOf(normalised.text)
  return {
    length: text.length,
    slice: (start, end) => text.slice(start, end),
    isHit: (query) => isHit(query, runs),
    *placesOf(term) {
      const { before, after } = signsOf(term)
      for (const { start, end } of matchesOf(term, runs)) {
        yield normalised.original(
          before && runs.text[start - 1] === before ? start - 1 : start,
          after && runs.text[end] === after ? end + 1 : end,
        )
      }
    },
  }
}

/** The signs that belong to a term: they are no part of any run. */
export function signsOf({ patterns: [pattern] }: Term): { before: string; after: string } {
  return { before: pattern?.[0]?.signBefore ?? '', after: pattern?.at(-1)?.signAfter ?? '' }
}
