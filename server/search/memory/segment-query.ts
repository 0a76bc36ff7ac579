import { isNumber, numbersOf } from '../candidates.ts'
import type { Pattern, PatternRun, Query, Term } from '../query.ts'
import { mostSteps } from '../verify.ts'
import { addAll, hasPage, keepOnly, noPages, type PageSet } from './page-set.ts'
import { endOfMatch, type Steps, stepsOf } from './scan.ts'
import { joinedGap, runAt, type Segment, wordBits, wordMask } from './segment.ts'
import { addPagesOf, addPagesOfPair, type Words, wordsFor } from './words.ts'

export type TermHere = {
  /** The pages that may have the term. */
  pages: PageSet
  /** Those pages do have it. */
  isSettled: boolean
  patterns: readonly Steps[]
}

/** A query in the words of one segment. Each word is looked up once, however often it is asked for. */
export type SegmentQuery = {
  term(term: Term): TermHere
  /** Whether the page at a place is what the query asks for. */
  isFound(place: number, page: number): boolean
}

export function askSegment(segment: Segment, query: Query, lastPage: number): SegmentQuery {
  const words = new Map<string, Words>()
  const terms = new Map<string, TermHere>()
  const wordsOf = (run: PatternRun, text = run.text) => {
    const key = `${run.match} ${text}`
    const known = words.get(key)
    if (known) return known
    const found = wordsFor(segment, run, text)
    words.set(key, found)
    return found
  }
  const term = (asked: Term) => {
    const key = `${asked.quoted} ${asked.source}`
    const known = terms.get(key)
    if (known) return known
    const parts = asked.patterns.map((pattern) => pagesOfPattern(segment, pattern, lastPage, wordsOf))
    const pages = noPages(lastPage)
    for (const part of parts) addAll(pages, part.pages)
    const found = {
      pages,
      isSettled: parts.every(({ isSettled }) => isSettled),
      patterns: asked.patterns.map((pattern) => stepsOf(segment, pattern, wordsOf)),
    }
    terms.set(key, found)
    return found
  }
  let finder: SegmentQuery['isFound'] | undefined
  return {
    term,
    isFound(place, page) {
      finder ??= finderOf(segment, query, term)
      return finder(place, page)
    },
  }
}

function pagesOfPattern(
  segment: Segment,
  pattern: Pattern,
  lastPage: number,
  wordsOf: (run: PatternRun, text?: string) => Words,
) {
  let pages: PageSet | undefined
  const narrow = (set: PageSet) => {
    if (pages) keepOnly(pages, set)
    else pages = set
  }
  let isPair = false
  for (const [index, run] of pattern.entries()) {
    const set = noPages(lastPage)
    const next = pattern[index + 1]
    if (next && next.gap === ' ' && addPagesOfPair(set, segment, wordsOf(run), wordsOf(next))) isPair = true
    else addPagesOf(set, segment, wordsOf(run))
    narrow(set)
  }
  for (const { run, text } of numbersOf(pattern)) {
    const set = noPages(lastPage)
    addPagesOf(set, segment, wordsOf(run, text))
    narrow(set)
  }
  const [run, next, ...others] = pattern
  const isPlain = !pattern.some(({ signBefore, signAfter }) => signBefore || signAfter)
  const isWhole = next === undefined || isPair || isNumber(run!, next)
  return { pages: pages ?? noPages(lastPage), isSettled: isPlain && others.length === 0 && isWhole }
}

type Beginning = { term: number; steps: Steps }

/** Looks at a page's runs once for all the terms that the words alone do not settle. */
function finderOf(
  segment: Segment,
  { required, excluded }: Query,
  term: (asked: Term) => TermHere,
): SegmentQuery['isFound'] {
  const groups = required.map((terms) => terms.map(term))
  const unwanted = excluded.map(term)
  const settledPages = (terms: TermHere[]) => terms.filter((one) => one.isSettled).map(({ pages }) => pages)
  const settled = groups.map(settledPages)
  const settledUnwanted = settledPages(unwanted)
  const asked = [...new Set([...groups.flat(), ...unwanted])].filter(({ isSettled }) => !isSettled)
  const groupsOf = asked.map((one) => groups.flatMap((terms, group) => (terms.includes(one) ? [group] : [])))
  const isUnwanted = asked.map((one) => unwanted.includes(one))
  const unwantedSets = asked.filter((_, term) => isUnwanted[term]).map(({ pages }) => pages)
  const { begins, beginnings } = beginningsOf(segment, asked)
  const isThere = new Uint8Array(groups.length)
  const efforts = asked.map(() => ({ steps: 0 }))
  const isDone = new Uint8Array(asked.length)
  const { runs, runEnds } = segment

  return (place, page) => {
    if (settledUnwanted.some((set) => hasPage(set, page))) return false
    let missing = groups.length
    for (let group = 0; group < groups.length; group++) {
      isThere[group] = settled[group]!.some((set) => hasPage(set, page)) ? 1 : 0
      missing -= isThere[group]!
    }
    const mayBeUnwanted = unwantedSets.some((set) => hasPage(set, page))
    if (missing === 0 && !mayBeUnwanted) return true
    for (let term = 0; term < asked.length; term++) {
      isDone[term] = hasPage(asked[term]!.pages, page) ? 0 : 1
      efforts[term]!.steps = 0
    }
    const start = place === 0 ? 0 : runEnds[place - 1]!
    for (let at = start, end = runEnds[place]! - 1; at < end; at++) {
      const word = runs[at]! & wordMask
      if (begins[word] === 0) continue
      const first = runs[at]! >>> wordBits === joinedGap ? runAt(runs, at) : at
      for (const { term, steps } of beginnings.get(word)!) {
        if (isDone[term] || efforts[term]!.steps >= mostSteps) continue
        if (endOfMatch(segment, steps, start, first, efforts[term]!) === -1) continue
        if (isUnwanted[term]) return false
        isDone[term] = 1
        for (const group of groupsOf[term]!) {
          missing -= 1 - isThere[group]!
          isThere[group] = 1
        }
        if (missing === 0 && !mayBeUnwanted) return true
      }
    }
    return missing === 0
  }
}

/** By which words the terms begin. */
function beginningsOf(segment: Segment, asked: readonly TermHere[]) {
  const begins = new Uint8Array(segment.wordEnds.length)
  const beginnings = new Map<number, Beginning[]>()
  for (const [term, { patterns }] of asked.entries()) {
    for (const steps of patterns) {
      const { low, high, some } = steps[0]!.words
      for (let word = low; word < high; word++) {
        if (some && some[word - low] === 0) continue
        begins[word] = 1
        const known = beginnings.get(word)
        if (known) known.push({ term, steps })
        else beginnings.set(word, [{ term, steps }])
      }
    }
  }
  return { begins, beginnings }
}
