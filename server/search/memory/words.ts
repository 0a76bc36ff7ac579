import type { PatternRun } from '../query.ts'
import { rootOf } from '../word-forms.ts'
import type { PageSet } from './page-set.ts'
import type { Segment } from './segment.ts'

/** Some words of a segment: those from `low` on and before `high`; not all of them where `some` marks which. */
export type Words = { low: number; high: number; some?: Uint8Array }

export function wordOf({ words, wordEnds }: Segment, index: number): string {
  return words.slice(index === 0 ? 0 : wordEnds[index - 1], wordEnds[index])
}

export function isAmong({ low, high, some }: Words, word: number): boolean {
  return word >= low && word < high && (some === undefined || some[word - low] === 1)
}

/** The words that a run of a query takes; or, of a number that it is part of, as a whole. */
export function wordsFor(segment: Segment, run: PatternRun, text = run.text): Words {
  switch (run.match) {
    case 'exact': {
      const low = placeOf(segment, text)
      const isThere = low < segment.wordEnds.length && wordOf(segment, low) === text
      return { low, high: isThere ? low + 1 : low }
    }
    case 'prefix':
      return wordsFrom(segment, text)
    case 'forms': {
      const { low, high } = wordsFrom(segment, run.beginning)
      const some = new Uint8Array(high - low)
      for (let word = low; word < high; word++) {
        const text = wordOf(segment, word)
        if (text === run.text || rootOf(text) === run.root) some[word - low] = 1
      }
      return { low, high, some }
    }
  }
}

export function addPagesOf(set: PageSet, { postings, postingEnds }: Segment, { low, high, some }: Words) {
  for (let word = low; word < high; word++) {
    if (!some || some[word - low] === 1) addList(set, postings, postingEnds, word)
  }
}

/** Adds the pages that have one word and then the other; false where the two are too rare to be known as a pair. */
export function addPagesOfPair(set: PageSet, segment: Segment, one: Words, other: Words): boolean {
  const { common, pairs, pairEnds } = segment
  const first = rankOf(common, one)
  const second = rankOf(common, other)
  if (first === -1 || second === -1) return false
  addList(set, pairs, pairEnds, first * common.length + second)
  return true
}

function rankOf(common: Uint32Array, { low, high, some }: Words): number {
  return high - low === 1 && !some ? common.indexOf(low) : -1
}

function addList(set: PageSet, lists: Uint8Array, ends: Uint32Array, list: number) {
  let page = 0
  for (let at = list === 0 ? 0 : ends[list - 1]!, end = ends[list]!; at < end; ) {
    let byte = lists[at++]!
    let distance = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = lists[at++]!
      distance |= (byte & 127) << shift
    }
    page += distance
    set[page >>> 5]! |= 1 << (page & 31)
  }
}

function wordsFrom(segment: Segment, beginning: string): Words {
  const low = placeOf(segment, beginning)
  let high = segment.wordEnds.length
  for (let least = low; least < high; ) {
    const middle = (least + high) >> 1
    if (compare(segment, middle, beginning, true) > 0) high = middle
    else least = middle + 1
  }
  return { low, high }
}

/** The first word that is not before the given one. */
function placeOf(segment: Segment, word: string): number {
  let low = 0
  let high = segment.wordEnds.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(segment, middle, word) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** As strings are sorted; a word that only goes on where the other ends counts as the same if asked so. */
function compare({ words, wordEnds }: Segment, index: number, other: string, isBeginning = false): number {
  const start = index === 0 ? 0 : wordEnds[index - 1]!
  const length = wordEnds[index]! - start
  const shared = Math.min(length, other.length)
  for (let at = 0; at < shared; at++) {
    const difference = words.charCodeAt(start + at) - other.charCodeAt(at)
    if (difference !== 0) return difference
  }
  return isBeginning && length > other.length ? 0 : length - other.length
}
