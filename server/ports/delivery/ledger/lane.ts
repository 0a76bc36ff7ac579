import type { Adapter } from '@portico/contract/ports/kit'
import type { Execute } from '../../../app/engine/execute.ts'
import { msBetween, msLater } from '../../../core/time/moments.ts'
import type { Database } from '../../../store/db.ts'
import { type ClaimedObligation, claimObligations } from '../../../store/obligations/claim.ts'
import type { Settlement } from '../../../store/obligations/settle.ts'
import { asPortError } from '../bindings/adapter-host.ts'
import type { Binding } from '../bindings/binding.ts'
import type { BindingHealth } from '../bindings/health.ts'
import type { AllParts } from '../bindings/serve-port.ts'
import { attemptObligation, dueOf } from './attempt.ts'
import { leaseMs, openAttemptsUnderWay } from './attempts-under-way.ts'
import { openAvailability } from './availability.ts'
import { createGiveUpOverdue } from './give-up-overdue.ts'
import { createSettleOutcome } from './settle-outcome.ts'
import { openSettlements } from './settlements.ts'
import { gathered, openWakeable } from './wakeable.ts'

export type LaneOptions = {
  db: Database
  execute: Execute
  parts: AllParts
  clock: () => Date
  random: () => number
  /** Who holds the leases: one name a process. */
  holder: string
  /** Opens the adapter when it is first needed, and again after it has failed to open. */
  adapter: () => Promise<Adapter>
  health: BindingHealth
  onFault: (error: unknown) => void
}

/** What is owed to one binding, sent: each case in its order, many cases at once. No lane waits for another. */
export type Lane = {
  binding: Binding
  wake(): void
  pausedUntil(): Date | undefined
  stop(graceMs: number): Promise<void>
}

/** Without being woken it looks this often. */
const lookMs = 2000
/** So long a place may stay free until others are, too: they are filled together. */
const gatherMs = 10

export function openLane(binding: Binding, options: LaneOptions): Lane {
  const { db, clock, holder, onFault } = options
  const bindingName = { port: binding.served.port.name, binding: binding.name }
  const settle = openSettlements(db, holder)
  const availability = openAvailability({ db, bindingName, health: options.health })
  const settleOutcome = createSettleOutcome({ ...options, binding, availability, settle })
  const giveUpOverdue = createGiveUpOverdue({ ...options, binding, settle })
  const stopping = new AbortController()
  const { sleep, wake } = openWakeable(stopping.signal)
  const wakeSoon = gathered(wake, gatherMs)
  /** What the stop of this process cut off: the next one goes on with it. */
  const again = ({ id, attempt, failingSince }: ClaimedObligation): Settlement => ({
    id,
    attempt,
    status: 'waiting',
    at: clock(),
    dueAt: clock(),
    ...(failingSince === undefined ? {} : { failingSince }),
  })
  const underWay = openAttemptsUnderWay({
    ...{ db, holder, clock, onFault },
    /** Half of the places are filled at once, or after a moment those that are free. */
    onEnd: () => (underWay.count() <= binding.concurrency / 2 ? wake() : wakeSoon()),
    onCut: (obligation) => settle(again(obligation)),
  })

  const send = async (obligation: ClaimedObligation, adapter: Adapter, signal: AbortSignal): Promise<void> =>
    settleOutcome(
      obligation,
      await attemptObligation(obligation, { binding, adapter, parts: options.parts, signal }),
    )

  /** What was claimed for an adapter that could not be opened waits again. */
  const putBack = async (claimed: readonly ClaimedObligation[], cause: unknown): Promise<void> => {
    if (stopping.signal.aborted) {
      await Promise.all(claimed.map((obligation) => settle({ ...again(obligation), isUncalled: true })))
      return
    }
    const error = asPortError(cause)
    await availability.failed(error, clock(), { isOpened: false })
    await Promise.all(
      claimed.map((obligation) => {
        if (!obligation.event)
          return settleOutcome(obligation, { type: 'cancelled', why: 'The case was purged.' })
        const due = dueOf(obligation, binding)
        return settleOutcome(obligation, { type: 'failed', due, error, isOurs: true })
      }),
    )
  }

  /** Begins what there is a place for; resolves to how long to sleep then. */
  const round = async (): Promise<number> => {
    const now = clock()
    await availability.resumeIfAsked(now)
    const count = underWay.count()
    const free = Math.min(availability.room(now, count), binding.concurrency - count)
    const until = msLater(now, leaseMs)
    if (availability.isPaused(now) && (await giveUpOverdue(now, until))) return 0
    if (free < 1) return underWay.count() > 0 ? lookMs : pauseMs(availability.pausedUntil(), now)
    const claimed = await claimObligations(db, bindingName, { now, until, by: holder, most: free })
    if (claimed.length === 0) return lookMs
    let adapter: Adapter
    try {
      adapter = await options.adapter()
    } catch (error) {
      await putBack(claimed, error)
      return 0
    }
    for (const obligation of claimed)
      underWay.begin(obligation, (signal) => send(obligation, adapter, signal))
    return lookMs
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      const waitMs = await round().catch((error) => {
        onFault(error)
        return lookMs
      })
      if (waitMs > 0) await sleep(waitMs)
    }
  })()

  return {
    binding,
    wake,
    pausedUntil: availability.pausedUntil,
    async stop(graceMs) {
      stopping.abort()
      wake()
      await running
      await underWay.stop(graceMs)
    },
  }
}

/** The clock may be one that a test moves: it looks again in any case. */
function pauseMs(until: Date | undefined, now: Date): number {
  return until ? Math.max(1, Math.min(lookMs, msBetween(now, until))) : lookMs
}
