import { editDistance } from '../spelling.ts'
import type { CaseIndex } from './case-index.ts'
import { bitCount } from './page-set.ts'
import type { Segment } from './segment.ts'
import { wordOf } from './words.ts'

const shortestWord = 3
const longestWord = 40
const letters = new WeakMap<Segment, Uint32Array>()

/** Two words that are near have most of their letters in common: that is known long before their distance. */
export function wordsNear(index: CaseIndex, word: string, limit: number) {
  const wanted = lettersOf(word)
  const near = new Map<string, number>()
  for (const segment of index.segments) {
    const known = letters.get(segment) ?? lettersOfAll(segment)
    letters.set(segment, known)
    for (let at = 0; at < known.length; at++) {
      if (bitCount(known[at]! ^ wanted) > 2 * limit) continue
      const length = segment.wordEnds[at]! - (at === 0 ? 0 : segment.wordEnds[at - 1]!)
      if (Math.abs(length - word.length) > limit || length < shortestWord || length > longestWord) continue
      const other = wordOf(segment, at)
      if (near.has(other) || !/^\p{L}/u.test(other)) continue
      const distance = editDistance(word, other, limit)
      if (distance <= limit) near.set(other, distance)
    }
  }
  return [...near].map(([word, distance]) => ({ word, distance }))
}

function lettersOfAll(segment: Segment): Uint32Array {
  return Uint32Array.from(segment.wordEnds, (_, index) => lettersOf(wordOf(segment, index)))
}

function lettersOf(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits >>> 0
}
