import { wordDiff } from '../kernel/word-diff.ts'

/** Words, and the characters between them. */
export const wordsIn = (text: string): string[] =>
  text.match(/[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? []

/** The words from `from` up to `to` were replaced by those from `at` up to `end`, both exclusive. */
export type Change = { from: number; to: number; at: number; end: number }

const maxWords = 20_000
const maxChanges = 500

/** A minimal list of changes, in order; undefined if there are too many to compute. */
export function changesBetween(before: readonly string[], after: readonly string[]): Change[] | undefined {
  if (before.length > maxWords || after.length > maxWords) return undefined
  const parts = wordDiff().diffArrays([...before], [...after], { maxEditLength: maxChanges })
  if (!parts) return undefined
  const changes: Change[] = []
  let [from, at] = [0, 0]
  for (const { added, removed, value } of parts) {
    const [to, end] = [added ? from : from + value.length, removed ? at : at + value.length]
    if (added || removed) {
      const last = changes.at(-1)
      if (last && last.to === from && last.end === at) Object.assign(last, { to, end })
      else changes.push({ from, to, at, end })
    }
    from = to
    at = end
  }
  return changes
}
