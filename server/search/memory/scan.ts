import type { Pattern, PatternRun } from '../query.ts'
import { isGap, mostSteps } from '../verify.ts'
import { endOfPage, joinedGap, nextRun, runAt, type Segment, wordBits, wordMask } from './segment.ts'
import { isAmong, type Words, wordOf } from './words.ts'

/** A run of a pattern, in the words and gaps of one segment. */
type Step = {
  words: Words
  /** Which gaps may stand before it and behind it; any where there is none. */
  before: Uint8Array | undefined
  after: Uint8Array | undefined
  isWholeBefore: boolean
  isWholeAfter: boolean
}

export type Steps = readonly Step[]

/** A pattern as it is looked for in the runs of a segment: it is found there exactly where `verify.ts` finds it. */
export function stepsOf(segment: Segment, pattern: Pattern, wordsOf: (run: PatternRun) => Words): Steps {
  return pattern.map((_, index) => stepOf(segment, pattern, index, wordsOf))
}

function stepOf(
  { gaps }: Segment,
  pattern: Pattern,
  index: number,
  wordsOf: (run: PatternRun) => Words,
): Step {
  const run = pattern[index]!
  const before = pattern[index - 1]
  const following = pattern[index + 1]
  const { signBefore, signAfter } = run
  const isRightBefore = (gap: string) =>
    (!before || isGap(before, run, gap)) && (!signBefore || gap.endsWith(signBefore))
  const isAnyBefore = (!before || run.gap === ' ') && !signBefore
  return {
    words: wordsOf(run),
    before: isAnyBefore ? undefined : Uint8Array.from(gaps, (gap) => Number(isRightBefore(gap))),
    after: signAfter ? Uint8Array.from(gaps, (gap) => Number(gap.startsWith(signAfter))) : undefined,
    isWholeBefore: run.whole && run.gap === ' ',
    isWholeAfter: run.whole && !(following && following.gap !== ' '),
  }
}

/** Where a term stands on a page: from one run to before another. */
export function* matchesIn(segment: Segment, index: number, patterns: readonly Steps[]) {
  const { runs, runEnds } = segment
  const start = index === 0 ? 0 : runEnds[index - 1]!
  const effort = { steps: 0 }
  let low = endOfPage
  let high = 0
  for (const [first] of patterns) {
    low = Math.min(low, first!.words.low)
    high = Math.max(high, first!.words.high)
  }
  let free = start
  for (let at = start, last = runEnds[index]! - 1; at < last && effort.steps < mostSteps; at++) {
    const word = runs[at]! & wordMask
    if (word < low || word >= high || at < free || !isBeginning(patterns, word)) continue
    const from = runAt(runs, at)
    const to = endOfTerm(segment, patterns, start, from, effort)
    if (to === -1) continue
    yield { from, to }
    free = to
  }
}

function isBeginning(patterns: readonly Steps[], word: number): boolean {
  for (let index = 0; index < patterns.length; index++) {
    if (isAmong(patterns[index]![0]!.words, word)) return true
  }
  return false
}

function endOfTerm(
  segment: Segment,
  patterns: readonly Steps[],
  start: number,
  at: number,
  effort: { steps: number },
): number {
  for (const steps of patterns) {
    const end = endOfMatch(segment, steps, start, at, effort)
    if (end !== -1) return end
  }
  return -1
}

/** The run behind a match that begins at a run; -1 where none does. */
export function endOfMatch(
  segment: Segment,
  steps: Steps,
  start: number,
  at: number,
  effort: { steps: number },
): number {
  const { runs } = segment
  let run = at
  for (let index = 0; index < steps.length; index++) {
    if (runs[run + 1]! >>> wordBits === joinedGap) return endOfAny(segment, steps, index, start, run, effort)
    if (index > 0) effort.steps++
    if (!isAmong(steps[index]!.words, runs[run]! & wordMask)) return -1
    if (!isFree(steps[index]!) && !isBetween(segment, steps[index]!, start, run, run + 1)) return -1
    run++
  }
  return run
}

/** The same from a step on where a run may be joined with what follows it, so that there are several ways. */
function endOfAny(
  segment: Segment,
  steps: Steps,
  from: number,
  start: number,
  at: number,
  effort: { steps: number },
): number {
  let reached = [at]
  for (let index = from; index < steps.length && reached.length > 0; index++) {
    const further: number[] = []
    for (const run of reached) addEnds(segment, steps[index]!, start, run, further)
    if (index > 0) effort.steps += reached.length
    reached = further
  }
  return reached.length === 0 ? -1 : Math.max(...reached)
}

function addEnds(segment: Segment, step: Step, start: number, at: number, ends: number[]) {
  const { runs } = segment
  let next = at
  for (let word = at; word === at || runs[word]! >>> wordBits === joinedGap; word++) {
    next = nextRun(runs, next)
    if (!isAmong(step.words, runs[word]! & wordMask)) continue
    if (isBetween(segment, step, start, at, next) && !ends.includes(next)) ends.push(next)
  }
}

function isFree({ before, after, isWholeBefore, isWholeAfter }: Step): boolean {
  return !before && !after && !isWholeBefore && !isWholeAfter
}

/** Whether what stands before a run and behind it is right. */
function isBetween(segment: Segment, step: Step, start: number, at: number, next: number): boolean {
  const { runs } = segment
  if (step.before && step.before[runs[at]! >>> wordBits] === 0) return false
  if (step.after && step.after[runs[next]! >>> wordBits] === 0) return false
  if (step.isWholeBefore && at > start && isDecimal(segment, at, runAt(runs, at - 1))) return false
  return !(step.isWholeAfter && isDecimal(segment, next, next))
}

/** Whether a point or comma before a run joins it to a number. */
function isDecimal(segment: Segment, at: number, number: number): boolean {
  const gap = segment.gaps[segment.runs[at]! >>> wordBits]
  if (gap !== '.' && gap !== ',') return false
  const word = segment.runs[number]! & wordMask
  return word !== endOfPage && /^\p{N}/u.test(wordOf(segment, word))
}
