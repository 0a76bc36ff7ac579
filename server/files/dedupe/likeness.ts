import { jaccard, type Shingled, shingle, wordsOf } from './shingles.ts'

/** A page with all that it takes to tell whether another one is the same. */
export type ComparedPage = Shingled & { figures: ReadonlyMap<string, number> }

export type Likeness = { kind: 'exact' | 'near'; similarity: number }

/** Fewer words than this say too little: a blank page, a separator, a stamp. */
export const fewestWords = 15
export const leastSimilar = 0.6

const months = new Set(
  `january february march april may june july august september october november december
   jan feb mar apr jun jul aug sep sept oct nov dec`.split(/\s+/),
)

export function comparedPage(text: string): ComparedPage {
  const figures = new Map<string, number>()
  for (const word of wordsOf(text))
    if (/\p{N}/u.test(word) || months.has(word)) figures.set(word, (figures.get(word) ?? 0) + 1)
  return { ...shingle(text), figures }
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
  const replaced = Math.min(missing(a.figures, b.figures), missing(b.figures, a.figures))
  const count = Math.min(total(a.figures), total(b.figures))
  // Each shingle has three words, so that this share of the words accounts for the shingles that differ.
  const changed = 1 - Math.cbrt((2 * similarity) / (1 + similarity))
  const expected = count * changed
  const deviation = Math.sqrt(expected * (1 - changed))
  const most =
    similarity >= verySimilar ? expected + 1.5 * deviation : Math.max(2, expected + 2.8 * deviation)
  return replaced > most
}

function missing(from: ReadonlyMap<string, number>, there: ReadonlyMap<string, number>): number {
  let count = 0
  for (const [figure, times] of from) count += Math.max(0, times - (there.get(figure) ?? 0))
  return count
}

function total(figures: ReadonlyMap<string, number>): number {
  let count = 0
  for (const times of figures.values()) count += times
  return count
}
