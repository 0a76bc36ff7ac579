import { createHash } from 'node:crypto'

/** A page as it is compared: the order of its words matters, how they are printed does not. */
export type Shingled = { hash: string; words: number; shingles: Set<number> }

export const wordsPerShingle = 3

export function shingle(text: string): Shingled {
  const words = wordsOf(text)
  const hashes = words.map(wordHash)
  const shingles = new Set<number>()
  for (let at = 0; at + wordsPerShingle <= hashes.length; at++) {
    let mixed = 0
    for (let offset = 0; offset < wordsPerShingle; offset++)
      mixed = Math.imul(mixed ^ hashes[at + offset]!, 0x9e3779b1) ^ (mixed >>> 15)
    shingles.add(finish(mixed))
  }
  const hash = createHash('sha256').update(words.join(' ')).digest('hex').slice(0, 32)
  return { hash, words: words.length, shingles }
}

export function jaccard(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const member of small) if (large.has(member)) shared += 1
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
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

function wordHash(word: string): number {
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
