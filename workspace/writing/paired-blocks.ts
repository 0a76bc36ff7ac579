/** Below this share of words in common, a block is another block. */
const leastAlike = 0.3
/** Where more blocks than this have changed, they are paired in their order. */
const mostPairs = 250_000

type Pair = [was: string | undefined, now: string | undefined]

/**
 * Which block became which, in the order of the text: the pairs that have most words in common. What has no counterpart
 * was removed or added.
 */
export function pairedBlocks(before: readonly string[], after: readonly string[]): Pair[] {
  if (before.length * after.length > mostPairs)
    return Array.from({ length: Math.max(before.length, after.length) }, (_, at) => [before[at], after[at]])
  const old = before.map(countedWords)
  const next = after.map(countedWords)
  const width = after.length + 1
  /** The most words in common from here to the end. */
  const best = new Float64Array((before.length + 1) * width)
  const gain = (row: number, column: number) => inCommon(old[row] as Counted, next[column] as Counted)
  const gains = new Float64Array(before.length * after.length)
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const paired = gain(row, column)
      gains[row * after.length + column] = paired
      best[row * width + column] = Math.max(
        best[(row + 1) * width + column] as number,
        best[row * width + column + 1] as number,
        paired > 0 ? paired + (best[(row + 1) * width + column + 1] as number) : 0,
      )
    }
  const pairs: Pair[] = []
  let [row, column] = [0, 0]
  while (row < before.length && column < after.length) {
    const here = best[row * width + column]
    const paired = gains[row * after.length + column] as number
    if (paired > 0 && here === paired + (best[(row + 1) * width + column + 1] as number))
      pairs.push([before[row++], after[column++]])
    else if (here === best[(row + 1) * width + column]) pairs.push([before[row++], undefined])
    else pairs.push([undefined, after[column++]])
  }
  for (const block of before.slice(row)) pairs.push([block, undefined])
  for (const block of after.slice(column)) pairs.push([undefined, block])
  return pairs
}

type Counted = { total: number; words: Map<string, number> }

function countedWords(text: string): Counted {
  const all = text.split(/\s+/).filter(Boolean)
  const words = new Map<string, number>()
  for (const word of all) words.set(word, (words.get(word) ?? 0) + 1)
  return { total: all.length, words }
}

/** None where too few of them are. */
function inCommon(one: Counted, other: Counted): number {
  const most = Math.max(one.total, other.total)
  if (Math.min(one.total, other.total) < most * leastAlike) return 0
  let count = 0
  for (const [word, times] of one.words) count += Math.min(times, other.words.get(word) ?? 0)
  return count < most * leastAlike ? 0 : count
}
