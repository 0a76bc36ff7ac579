import type { Database } from '../../store/db.ts'
import { type Settlement, settleObligations } from '../../store/obligations.ts'

/** Writes what became of attempts: all that come while one batch is being written go into the next. */
export function openSettlements(db: Database, by: string) {
  let waiting: { settlement: Settlement; done: () => void; failed: (error: unknown) => void }[] = []
  let isWriting = false

  const write = async () => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await settleObligations(
          db,
          by,
          batch.map(({ settlement }) => settlement),
        )
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    isWriting = false
  }

  return (settlement: Settlement): Promise<void> =>
    new Promise((done, failed) => {
      waiting.push({ settlement, done, failed })
      // A moment later, so that what ends together is written together.
      if (isWriting) return
      isWriting = true
      setImmediate(write)
    })
}
