import type { DuplicateRun } from '@portico/contract/documents'
import type { Likeness } from './likeness.ts'

/** Which page of the file a page repeats. */
export type Match = { page: number; of: number } & Likeness

/**
 * Of all pages that one repeats: the one behind that which the page before repeats, so that a document that came twice
 * is one run; else one that is the same to the word; else the most similar; the earliest of equals.
 */
export function chooseMatch(options: readonly Match[], before: Match | undefined): Match | undefined {
  const best = options.reduce<Match | undefined>(
    (best, option) => (best && !isBetter(option, best) ? best : option),
    undefined,
  )
  const next = options.find(({ of, page }) => before && page === before.page + 1 && of === before.of + 1)
  return next && (next.kind === 'exact' || best?.kind === 'near') ? next : best
}

function isBetter(a: Match, b: Match): boolean {
  if (a.kind !== b.kind) return a.kind === 'exact'
  return a.similarity === b.similarity ? a.of < b.of : a.similarity > b.similarity
}

export function runsOf(matches: readonly Match[]): DuplicateRun[] {
  const runs: DuplicateRun[] = []
  for (const { page, of, kind, similarity } of matches) {
    const last = runs.at(-1)
    const isNext = last && page === last.endPage + 1 && of === last.ofStartPage + page - last.startPage
    if (isNext && last.kind === kind) {
      last.endPage = page
      last.similarity = Math.min(last.similarity, similarity)
    } else runs.push({ startPage: page, endPage: page, ofStartPage: of, kind, similarity })
  }
  return runs
}
