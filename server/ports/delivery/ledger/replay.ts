import type { Replay, Replayed } from '@portico/contract/boundary'
import { heardBy } from '@portico/contract/ports/heard'
import { tenRandomBytes } from '../../../app/engine/random.ts'
import { newId } from '../../../core/kernel/ids.ts'
import type { Database, Queryable } from '../../../store/db.ts'
import { awaitCeiling } from '../../../store/events/positions.ts'
import { readAllEvents, type StoredEvent } from '../../../store/events/read.ts'
import type { NewObligation } from '../../../store/obligations/owe.ts'
import { lockReplays, replayObligations, standingOf } from '../../../store/obligations/replay.ts'
import type { Binding } from '../bindings/binding.ts'
import type { Capabilities } from '../bindings/capabilities.ts'
import { obligationsOf } from './owed.ts'
import { stillOwed } from './still-owed.ts'

const atOnce = 1000

/**
 * Owes to one binding what a range of events obliges it to, whether or not it was owed before. What waits, what has
 * failed and what somebody has dropped stays as it is; what is settled waits again, under its key, behind what waits
 * already.
 */
export function createReplay({
  db,
  clock,
  capabilities,
}: {
  db: Database
  clock: () => Date
  capabilities: Pick<Capabilities, 'does'>
}) {
  return async (binding: Binding, asked: Replay): Promise<Replayed> => {
    const hears = heardBy(binding.served.port).filter(([, call]) => capabilities.does(binding, call))
    const { caseId, isDryRun = false } = asked
    const ceiling = Math.min(asked.upTo ?? Number.MAX_SAFE_INTEGER, (await awaitCeiling(db)).position)
    const types = [...new Set(hears.map(([type]) => type))]
    const done: Replayed = { isDryRun, events: 0, deliveries: 0, unchanged: 0, dropped: 0, byCall: {} }
    let after = asked.after ?? 0
    for (;;) {
      const page = await readAllEvents(db, { after, ceiling, types, limit: atOnce })
      const events = page.filter((event) => event.data !== null && (!caseId || event.caseId === caseId))
      const commits = Map.groupBy(events, commitOf)
      const owed = events.flatMap((event) =>
        hears
          .filter(([type]) => type === event.type)
          .flatMap(([, call]) => obligationsOf(binding, call, event, commits.get(commitOf(event)) ?? [])),
      )
      const due = await stillOwed(db, binding, owed, events)
      done.unchanged += owed.length - due.length
      await take(due, asked, done)
      done.events += events.length
      const last = page.at(-1)
      if (page.length < atOnce || !last) return done
      after = last.position
    }
  }

  async function take(owed: readonly NewObligation[], asked: Replay, done: Replayed) {
    const [first] = owed
    if (!first) return
    const { isDryRun = false } = asked
    const { sent, dropped } = isDryRun
      ? await choose(db, owed, asked)
      : await db.transaction(async (tx) => {
          // One after the other: the second sees what the first has sent.
          await lockReplays(tx, first)
          const chosen = await choose(tx, owed, asked)
          return { ...chosen, sent: await send(tx, chosen.sent, asked) }
        })
    done.unchanged += owed.length - sent.length - dropped
    done.dropped += dropped
    done.deliveries += sent.length
    for (const { call } of sent) done.byCall[call] = (done.byCall[call] ?? 0) + 1
  }

  async function send(tx: Queryable, chosen: readonly NewObligation[], { hasNewKeys, hasDropped }: Replay) {
    const now = clock()
    const keyed = chosen.map((one) => ({
      ...one,
      at: now.toISOString(),
      ...(hasNewKeys ? { id: newId('obl', now, tenRandomBytes()) } : {}),
    }))
    const waiting = await replayObligations(tx, keyed, { hasDropped: hasDropped ?? false })
    return keyed.filter(({ id }) => waiting.has(id))
  }
}

/** What is sent of what is owed. Under a new key nothing is sent that is about to be sent anyway. */
async function choose(
  tx: Queryable,
  owed: readonly NewObligation[],
  { hasNewKeys = false, hasDropped = false }: Replay,
) {
  const standing = await standingOf(tx, owed, { hasNewKeys })
  const has = ({ id }: NewObligation, ...those: string[]) =>
    standing.get(id)?.some((status) => those.includes(status)) ?? false
  // A dead letter is redriven, which its case hears of.
  const open = ['waiting', 'sending', 'failed', 'moot', ...(hasNewKeys ? [] : ['accepted'])]
  const dropped = owed.filter((one) => !hasDropped && has(one, 'dropped') && !has(one, ...open))
  const sent = owed.filter((one) => !dropped.includes(one) && !has(one, ...open))
  return { sent, dropped: dropped.length }
}

/** What was committed together, as far as it can be told afterwards. */
const commitOf = ({ caseId, correlationId }: StoredEvent) => `${caseId} ${correlationId}`
