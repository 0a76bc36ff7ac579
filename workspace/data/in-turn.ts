import { PorticoError } from '@portico/sdk'

/** What became of many writes: those that were done, and why it went no further. */
export type Written<Item> = { done: Item[]; changed: Item[]; error?: unknown }

/** Few at a time, so that a hundred documents do not stand in the way of everything else. */
export async function inTurn<Item>(
  items: readonly Item[],
  write: (item: Item) => Promise<unknown>,
  atOnce = 4,
): Promise<Written<Item>> {
  const done: Item[] = []
  for (let at = 0; at < items.length; at += atOnce) {
    const batch = items.slice(at, at + atOnce)
    const results = await Promise.allSettled(batch.map(write))
    done.push(...batch.filter((_, index) => results[index]?.status === 'fulfilled'))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) return { done, changed: [], error: failed.reason }
  }
  return { done, changed: [] }
}

/** On a case where so much happens that it is never still for two requests, the refusal is told. */
const mostAttempts = 8

/**
 * Writes over what its writer has seen, one after the other, and leaves alone what somebody else has changed meanwhile.
 * Each write goes with the version of the case that the one before has made: if anything else has happened to the case,
 * the service refuses it, and what there is now is looked at again.
 */
export async function inTurnUnlessChanged<Item, Found>({
  items,
  look,
  isSeen,
  write,
}: {
  items: readonly Item[]
  /** The version of the case, and what is there now, read after it. */
  look: () => Promise<{ version: number; found: Found }>
  isSeen: (item: Item, found: Found) => boolean
  write: (item: Item, options: { ifMatch: number }) => Promise<unknown>
}): Promise<Written<Item>> {
  const done: Item[] = []
  const changed: Item[] = []
  const left = [...items]
  let known: { version: number; found: Found } | undefined
  let attempts = 0
  for (let item = left[0]; item !== undefined; item = left[0]) {
    try {
      known ??= await look()
      if (isSeen(item, known.found)) {
        await write(item, { ifMatch: known.version })
        known = { ...known, version: known.version + 1 }
        done.push(item)
      } else changed.push(item)
      left.shift()
      attempts = 0
    } catch (error) {
      const isStale = error instanceof PorticoError && error.code === 'conflict'
      if (!isStale || ++attempts === mostAttempts) return { done, changed, error }
      known = undefined
    }
  }
  return { done, changed }
}
