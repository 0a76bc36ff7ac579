/**
 * Batches items: whatever arrives while a batch is running goes into the next one, so the load determines the batch size.
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; done: (result: Result) => void; failed: (error: unknown) => void }
  let waiting: Waiting[] = []
  let isWorking = false

  const run = async () => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const results = await work(batch.map(({ item }) => item))
        for (const [index, { done }] of batch.entries()) done(results[index] as Result)
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    isWorking = false
  }

  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed })
      if (isWorking) return
      isWorking = true
      // Deferred, so that simultaneous items share a batch.
      setImmediate(run)
    })
}
