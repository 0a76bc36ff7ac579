import { wordDiff } from '../kernel/word-diff.ts'

/** Words, and what stands between them. */
export const wordsIn = (text: string): string[] =>
  text.match(/[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? []

/** What stood from `from` to before `to` is now what stands from `at` to before `end`. */
export type Change = { from: number; to: number; at: number; end: number }

const mostWords = 20_000
const mostChanges = 500

/** The fewest words that were changed, in order; undefined where they are too many to be found soon. */
export function changesBetween(was: readonly string[], is: readonly string[]): Change[] | undefined {
  if (was.length > mostWords || is.length > mostWords) return undefined
  const parts = wordDiff().diffArrays([...was], [...is], { maxEditLength: mostChanges })
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
