/**
 * Looks things up by name, many in one request: what is asked for in the same moment goes out together, at most `most` at
 * a time. Null is what is not found.
 */
export function inBatches<Found>(
  find: (names: string[]) => Promise<ReadonlyMap<string, Found>>,
  { most, soon = (run) => void setTimeout(run) }: { most: number; soon?: (run: () => void) => void },
): (name: string) => Promise<Found | null> {
  let waiting = new Map<string, PromiseWithResolvers<Found | null>>()

  async function settle(batch: typeof waiting) {
    try {
      const found = await find([...batch.keys()])
      for (const [name, { resolve }] of batch) resolve(found.get(name) ?? null)
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
    }
  }

  return (name) => {
    const known = waiting.get(name)
    if (known) return known.promise
    if (waiting.size >= most) waiting = new Map()
    const batch = waiting
    const asked = Promise.withResolvers<Found | null>()
    batch.set(name, asked)
    if (batch.size === 1)
      soon(() => {
        if (waiting === batch) waiting = new Map()
        void settle(batch)
      })
    return asked.promise
  }
}
