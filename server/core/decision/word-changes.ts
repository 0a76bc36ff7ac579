/** Words, and what stands between them. */
export const wordsIn = (text: string): string[] =>
  text.match(/[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? []

/** What stood from `from` to before `to` is now what stands from `at` to before `end`. */
export type Change = { from: number; to: number; at: number; end: number }

const mostWords = 20_000
const mostChanges = 1000

/** The fewest words that were changed (Myers), in order; undefined where they are too many to be found soon. */
export function changesBetween(was: readonly string[], is: readonly string[]): Change[] | undefined {
  if (was.length > mostWords || is.length > mostWords) return undefined
  const shortest = Math.min(was.length, is.length)
  let start = 0
  while (start < shortest && was[start] === is[start]) start += 1
  let same = 0
  while (same < shortest - start && was.at(-1 - same) === is.at(-1 - same)) same += 1
  const kept = pairsOf(was.slice(start, was.length - same), is.slice(start, is.length - same))
  if (!kept) return undefined
  const changes: Change[] = []
  let [from, at] = [start, start]
  const ends = [was.length - same - start, is.length - same - start] as const
  for (const [x, y] of [...kept, ends]) {
    const [to, end] = [x + start, y + start]
    if (to > from || end > at) changes.push({ from, to, at, end })
    from = to + 1
    at = end + 1
  }
  return changes
}

/** The places of what both have, in order. */
function pairsOf(was: readonly string[], is: readonly string[]): [number, number][] | undefined {
  const rounds: Map<number, number>[] = []
  let reached = new Map([[1, 0]])
  const far = (of: ReadonlyMap<number, number>, diagonal: number) => of.get(diagonal) ?? -1
  const isDown = (of: ReadonlyMap<number, number>, diagonal: number, round: number) =>
    diagonal === -round || (diagonal !== round && far(of, diagonal - 1) < far(of, diagonal + 1))
  for (let round = 0; round <= Math.min(was.length + is.length, mostChanges); round += 1) {
    rounds.push(reached)
    const next = new Map<number, number>()
    for (let diagonal = -round; diagonal <= round; diagonal += 2) {
      let x = isDown(reached, diagonal, round) ? far(reached, diagonal + 1) : far(reached, diagonal - 1) + 1
      while (x < was.length && x - diagonal < is.length && was[x] === is[x - diagonal]) x += 1
      next.set(diagonal, x)
      if (x >= was.length && x - diagonal >= is.length) return walkedBack(rounds, [was.length, is.length])
    }
    reached = next
  }
  return undefined

  function walkedBack(all: readonly Map<number, number>[], [endX, endY]: readonly [number, number]) {
    const pairs: [number, number][] = []
    let [x, y] = [endX, endY]
    for (let round = all.length - 1; round >= 0; round -= 1) {
      const before = all[round] as Map<number, number>
      const diagonal = x - y
      const previous = isDown(before, diagonal, round) ? diagonal + 1 : diagonal - 1
      const [fromX, fromY] = round === 0 ? [0, 0] : [far(before, previous), far(before, previous) - previous]
      while (x > fromX && y > fromY) {
        x -= 1
        y -= 1
        pairs.push([x, y])
      }
      ;[x, y] = [fromX, fromY]
    }
    return pairs.reverse()
  }
}
