import type { Replay, Replayed } from '@portico/contract/boundary'
import type { EventType } from '@portico/contract/events'
import { tenRandomBytes } from '../../app/engine/random.ts'
import { newId } from '../../core/kernel/ids.ts'
import type { Database } from '../../store/db.ts'
import { eventCeiling, newestPosition, readAllEvents, type StoredEvent } from '../../store/events.ts'
import { type NewObligation, replayObligations, standingOf } from '../../store/obligations.ts'
import type { Binding } from './binding.ts'
import { obligationsOf } from './owed.ts'

const atOnce = 1000

/**
 * Owes to one binding what a range of events obliges it to, whether or not it was owed before. What waits stays as it
 * is; what is settled waits again, under its key, behind what waits already.
 */
export function createReplay({ db, clock }: { db: Database; clock: () => Date }) {
  return async (binding: Binding, asked: Replay): Promise<Replayed> => {
    const { hears } = binding.served.port
    const { caseId, isDryRun = false, hasNewKeys = false } = asked
    const ceiling = Math.min(
      asked.upTo ?? Number.MAX_SAFE_INTEGER,
      (await eventCeiling(db)) ?? (await newestPosition(db)),
    )
    const types = Object.keys(hears) as EventType[]
    const done: Replayed = { isDryRun, events: 0, deliveries: 0, unchanged: 0, byCall: {} }
    let after = asked.after ?? 0
    for (;;) {
      const page = await readAllEvents(db, { after, ceiling, types, limit: atOnce })
      const events = page.filter((event) => event.data !== null && (!caseId || event.caseId === caseId))
      const owed = events.flatMap((event) =>
        obligationsOf(binding, hears[event.type] as string, event, sameCommit(events, event)),
      )
      await take(owed, { isDryRun, hasNewKeys, done })
      done.events += events.length
      const last = page.at(-1)
      if (page.length < atOnce || !last) return done
      after = last.position
    }
  }

  async function take(
    owed: readonly NewObligation[],
    { isDryRun, hasNewKeys, done }: { isDryRun: boolean; hasNewKeys: boolean; done: Replayed },
  ) {
    const now = clock()
    const standing = hasNewKeys ? new Map<string, string>() : await standingOf(db, owed)
    const isOpen = ({ id }: NewObligation) =>
      ['waiting', 'sending', 'accepted'].includes(standing.get(id) ?? '')
    const sent = owed.filter((one) => !isOpen(one))
    done.unchanged += owed.length - sent.length
    done.deliveries += sent.length
    for (const { call } of sent) done.byCall[call] = (done.byCall[call] ?? 0) + 1
    if (isDryRun || sent.length === 0) return
    const keyed = sent.map((one) => ({
      ...one,
      at: now.toISOString(),
      ...(hasNewKeys ? { id: newId('obl', now, tenRandomBytes()) } : {}),
    }))
    await replayObligations(db, keyed)
  }
}

/** What was committed together, as far as it can be told afterwards. */
function sameCommit(events: readonly StoredEvent[], { caseId, correlationId }: StoredEvent): StoredEvent[] {
  return events.filter((other) => other.caseId === caseId && other.correlationId === correlationId)
}
