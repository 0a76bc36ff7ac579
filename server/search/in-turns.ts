import { setImmediate } from 'node:timers/promises'

const longestTurnMs = 5

/** What `work` makes of each item, with a break for others now and then. */
export async function inTurns<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let turnEnds = performance.now() + longestTurnMs
  for (const item of items) {
    results.push(work(item))
    if (performance.now() < turnEnds) continue
    await setImmediate()
    turnEnds = performance.now() + longestTurnMs
  }
  return results
}
