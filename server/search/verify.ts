import { doubtfulHyphen } from './normalise.ts'
import type { Pattern, PatternRun, Query, Term } from './query.ts'
import { joinedAt, numberMarks, type Runs, wordAt } from './tokenise.ts'
import { rootOf } from './word-forms.ts'

/** A stretch of the normalised text. */
export type Match = { start: number; end: number }

/** Whether a page is what the query asks for: this decides, and no index. */
export function isHit(query: Query, runs: Runs): boolean {
  if (query.required.length === 0) return false
  if (!query.required.every((terms) => terms.some((term) => isFound(term, runs)))) return false
  return !query.excluded.some((term) => isFound(term, runs))
}

/** Steps past the first run of a phrase: a page takes hundreds; one that takes more than this is made to harm. */
export const mostSteps = 100_000

/** Where a term stands on the page, from the top. */
export function* matchesOf(term: Term, runs: Runs): Generator<Match> {
  const effort = { steps: 0 }
  let index = 0
  while (index < runs.count && effort.steps < mostSteps) {
    const end = endOfTerm(term, runs, index, effort)
    if (end !== undefined) yield { start: runs.starts[index]!, end: runs.ends[end - 1]! }
    index = end ?? index + 1
  }
}

function isFound(term: Term, runs: Runs): boolean {
  return matchesOf(term, runs).next().done === false
}

function endOfTerm(term: Term, runs: Runs, index: number, effort: { steps: number }): number | undefined {
  const initial = runs.text.charCodeAt(runs.starts[index]!)
  for (const pattern of term.patterns) {
    if (pattern[0]?.text.charCodeAt(0) !== initial) continue
    const end = endOfMatch(pattern, runs, index, effort)
    if (end !== undefined) return end
  }
  return undefined
}

/** The run after the last of a match that begins at `first`. */
function endOfMatch(
  pattern: Pattern,
  runs: Runs,
  first: number,
  effort: { steps: number },
): number | undefined {
  if (pattern.length === 1) return endsOfRun(pattern, 0, runs, first).at(-1)
  let reached = [first]
  for (let step = 0; step < pattern.length; step++) {
    const further = new Set<number>()
    for (const index of reached) {
      for (const next of endsOfRun(pattern, step, runs, index)) further.add(next)
    }
    if (step > 0) effort.steps += reached.length
    if (further.size === 0) return undefined
    reached = [...further]
  }
  return Math.max(...reached)
}

/** A run of the pattern may take one run of the page, or several that a hyphen or an apostrophe joins. */
function endsOfRun(pattern: Pattern, step: number, runs: Runs, index: number): number[] {
  const wanted = pattern[step]!
  if (index >= runs.count || runs.digits[index] !== wanted.digits) return []
  if (step > 0 && !isGap(pattern[step - 1]!, wanted, gapBefore(runs, index))) return []
  const ends: number[] = []
  if (isWord(wanted, wordAt(runs, index))) ends.push(index + 1)
  for (const { word, next } of joinedAt(runs, index)) {
    if (isWord(wanted, word)) ends.push(next)
  }
  return ends.filter((next) => isSigned(wanted, pattern[step + 1], runs, index, next))
}

function isWord(wanted: PatternRun, word: string): boolean {
  switch (wanted.match) {
    case 'exact':
      return word === wanted.text
    case 'prefix':
      return word.startsWith(wanted.text)
    case 'forms':
      return word === wanted.text || (word.startsWith(wanted.beginning) && rootOf(word) === wanted.root)
  }
}

function gapBefore(runs: Runs, index: number): string {
  return runs.text.slice(runs.ends[index - 1], runs.starts[index])
}

/** Whether what stands between two runs of a page may stand between two of a pattern. */
export function isGap(before: PatternRun, wanted: PatternRun, gap: string): boolean {
  if (wanted.gap === ' ') return true
  const marks = gap.replace(/\s+/g, '').replace(doubtfulHyphen, '-')
  const wantedMarks = wanted.gap.replace(doubtfulHyphen, '-')
  if (numberMarks.test(wantedMarks)) return gap === wantedMarks
  if (before.digits && wanted.digits) return marks === wantedMarks
  if (wantedMarks === '') {
    const letters = before.digits ? wanted.text : before.text
    return (marks === '' || marks === '-') && (letters.length > 1 || !/\s/.test(gap))
  }
  if (wantedMarks === '-' || wantedMarks === "'") return marks === wantedMarks || marks === ''
  return marks === wantedMarks
}

function isSigned(
  wanted: PatternRun,
  following: PatternRun | undefined,
  runs: Runs,
  index: number,
  next: number,
): boolean {
  const start = runs.starts[index]!
  const end = runs.ends[next - 1]!
  if (wanted.signBefore && runs.text.charAt(start - 1) !== wanted.signBefore) return false
  if (wanted.signAfter && runs.text.charAt(end) !== wanted.signAfter) return false
  if (!wanted.whole) return true
  if (wanted.gap === ' ' && /\p{N}[.,]$/u.test(runs.text.slice(Math.max(0, start - 3), start))) return false
  return (following && following.gap !== ' ') || !/^[.,]\p{N}/u.test(runs.text.slice(end, end + 3))
}
