import { Refusal } from '../../core/kernel/decider.ts'
import type { Database } from '../../store/db.ts'
import { beginEpoch } from '../../store/events/epochs.ts'
import { type LogEnd, newestCommitted, readCeiling } from '../../store/events/positions.ts'
import { forgetAll } from '../../store/put-back.ts'

const firstCeilingMs = 20_000

/** Where the log ends, as far as it is durable and complete. */
export function createReadEnd(db: Database): () => Promise<LogEnd & { isFresh: boolean }> {
  let known: LogEnd | undefined

  async function readEnd(): Promise<LogEnd & { isFresh: boolean }> {
    const before = known
    const newest = before && (await newestCommitted(db))
    // Nothing with a lower position can come any more: the fence was taken for this one.
    if (before && newest && isSame(before, newest)) return { ...before, isFresh: true }
    const giveUpAt = performance.now() + firstCeilingMs
    for (;;) {
      const ceiling = await readCeiling(db)
      // What was seen here is gone, and nothing else has shown that the log was put back.
      if (ceiling && before?.epoch === ceiling.epoch && ceiling.position < before.position) {
        await beginEpoch(db)
        continue
      }
      if (ceiling) {
        known = ceiling
        if (before && before.epoch !== ceiling.epoch) forgetAll()
        return { ...ceiling, isFresh: true }
      }
      // One of another epoch is no ceiling of this.
      if (before && before.epoch === newest?.epoch) return { ...before, isFresh: false }
      if (performance.now() > giveUpAt) throw new Refusal('tooMany', 'The log is busy: try again.', 5)
    }
  }

  return readEnd
}

const isSame = (one: LogEnd, other: LogEnd) => one.position === other.position && one.epoch === other.epoch
