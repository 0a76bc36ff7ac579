import { countShared, jaccard, type Shingled, shingle, wordHash, wordsOf } from './shingles.ts'

/** A page with all that it takes to tell whether another one is the same, in a few kilobytes. */
export type ComparedPage = Shingled & {
  /** Its dates and numbers, as hashes: sorted, each as often as it stands there. */
  figures: Uint32Array
}

export type Likeness = { kind: 'exact' | 'near'; similarity: number }

/** Fewer words than this say too little: a blank page, a separator, a stamp. */
export const fewestWords = 15
export const leastSimilar = 0.6

const months = new Set(
  `january february march april may june july august september october november december
   jan feb mar apr jun jul aug sep sept oct nov dec`.split(/\s+/),
)

export function comparedPage(text: string): ComparedPage {
  const words = wordsOf(text)
  const figures = words.filter((word) => /\p{N}/u.test(word) || months.has(word))
  return { ...shingle(words), figures: Uint32Array.from(figures, wordHash).sort() }
}

/**
 * Two sheets of one form share most of their words and are not the same: what differs is dates and numbers. So figures
 * may differ only as much as the other words do, by misreading for instance.
 */
export function likeness(a: ComparedPage, b: ComparedPage): Likeness | undefined {
  if (a.words < fewestWords || b.words < fewestWords) return undefined
  if (a.hash === b.hash) return { kind: 'exact', similarity: 1 }
  const similarity = jaccard(a.shingles, b.shingles)
  if (similarity < leastSimilar || figuresDiffer(a, b, similarity)) return undefined
  return { kind: 'near', similarity: Math.round(similarity * 1000) / 1000 }
}

const verySimilar = 0.9

/** Figures in the place of others; those that one page has more, such as those of a stamp, do not count. */
function figuresDiffer(a: ComparedPage, b: ComparedPage, similarity: number): boolean {
  const count = Math.min(a.figures.length, b.figures.length)
  const replaced = count - countShared(a.figures, b.figures)
  // Each shingle has three words, so that this share of the words accounts for the shingles that differ.
  const changed = 1 - Math.cbrt((2 * similarity) / (1 + similarity))
  const expected = count * changed
  const deviation = Math.sqrt(expected * (1 - changed))
  const most =
    similarity >= verySimilar ? expected + 1.5 * deviation : Math.max(2, expected + 2.8 * deviation)
  return replaced > most
}
