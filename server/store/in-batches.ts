/**
 * Does one by one what is asked for one by one, but all that is asked for while a batch is under way goes into the next:
 * the busier it is, the fewer statements each needs.
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
      // A moment later, so that what comes together is done together.
      setImmediate(run)
    })
}
