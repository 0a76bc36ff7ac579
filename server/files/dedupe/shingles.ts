import { createHash } from 'node:crypto'

/** A page as it is compared: the order of its words matters, how they are printed does not. */
export type Shingled = {
  hash: string
  words: number
  /** Sorted, each once. */
  shingles: Uint32Array
}

export const wordsPerShingle = 3

export function shingle(words: readonly string[]): Shingled {
  const hashes = words.map(wordHash)
  const shingles = new Set<number>()
  for (let at = 0; at + wordsPerShingle <= hashes.length; at++) {
    let mixed = 0
    for (let offset = 0; offset < wordsPerShingle; offset++)
      mixed = Math.imul(mixed ^ hashes[at + offset]!, 0x9e3779b1) ^ (mixed >>> 15)
    shingles.add(finish(mixed))
  }
  const hash = createHash('sha256').update(words.join(' ')).digest('hex').slice(0, 32)
  return { hash, words: words.length, shingles: Uint32Array.from(shingles).sort() }
}

export function jaccard(a: Uint32Array, b: Uint32Array): number {
  const shared = countShared(a, b)
  const all = a.length + b.length - shared
  return all === 0 ? 0 : shared / all
}

/** Of two sorted lists; what stands in both several times counts as often. */
export function countShared(a: Uint32Array, b: Uint32Array): number {
  let shared = 0
  for (let left = 0, right = 0; left < a.length && right < b.length; ) {
    const difference = a[left]! - b[right]!
    if (difference === 0) shared += 1
    if (difference <= 0) left += 1
    if (difference >= 0) right += 1
  }
  return shared
}

export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[-\u00ad\u2010\u2011]\r?\n/g, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

export function wordHash(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash
}

/** Spreads what is nearly the same over all of 32 bits. */
function finish(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
