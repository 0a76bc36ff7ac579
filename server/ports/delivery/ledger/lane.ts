import { type Adapter, PortError } from '@portico/contract/ports/kit'
import type { Execute } from '../../../app/engine/execute.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import { withoutUndefined } from '../../../core/kernel/without-undefined.ts'
import { earliest, latest, msBetween, msEarlier, msLater } from '../../../core/time/moments.ts'
import type { Database } from '../../../store/db.ts'
import {
  type ClaimedObligation,
  claimObligations,
  claimOverdue,
  forgetFailure,
  renewLeases,
  spreadFailure,
} from '../../../store/obligations/claim.ts'
import type { Settlement } from '../../../store/obligations/settle.ts'
import { wasResumed } from '../../../store/port-bindings.ts'
import { asPortError } from '../bindings/adapter-host.ts'
import type { Binding } from '../bindings/binding.ts'
import type { BindingHealth } from '../bindings/health.ts'
import type { AllParts } from '../bindings/serve-port.ts'
import { attemptObligation, dueOf, type Outcome } from './attempt.ts'
import { askedMs, backoffMs, giveUpAfterMs } from './backoff.ts'
import { openBreaker } from './breaker.ts'
import { concludeWith, giveUp } from './conclude.ts'
import { openSettlements } from './settlements.ts'

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

export const leaseMs = 60_000
const renewMs = 20_000
/** Without being woken it looks this often. */
const lookMs = 2000
/** So long a place may stay free until others are, too: they are filled together. */
const gatherMs = 10
const awayCodes: readonly string[] = ['unavailable', 'timeout', 'unauthorized']
/** How many are given up in one go. */
const mostGivenUp = 100

export function openLane(binding: Binding, options: LaneOptions): Lane {
  const { db, clock, holder, health } = options
  const { name } = binding
  const port = binding.served.port.name
  const at = { port, binding: name }
  const breaker = openBreaker()
  // What a process before this one found failing may be well by now.
  let mayHaveFailed = true
  let pausedAt = new Date(0)
  const settle = openSettlements(db, holder)
  const stopping = new AbortController()
  let isCut = false
  const underWay = new Map<string, { work: Promise<void>; lost: AbortController }>()
  let isWoken = false
  let rouse = () => {}

  const sleep = (ms: number) =>
    new Promise<void>((awake) => {
      if (isWoken || stopping.signal.aborted) return awake()
      const timer = setTimeout(awake, ms)
      rouse = () => {
        clearTimeout(timer)
        awake()
      }
    }).then(() => {
      isWoken = false
    })
  const wake = () => {
    isWoken = true
    rouse()
  }

  let isGathering = false
  /** Half of the places are filled at once, or after a moment those that are free. */
  const freed = () => {
    if (underWay.size <= binding.concurrency / 2) return wake()
    if (isGathering) return
    isGathering = true
    setTimeout(() => {
      isGathering = false
      wake()
    }, gatherMs)
  }

  const afterOutcome = async (one: ClaimedObligation, outcome: Outcome): Promise<void> => {
    const now = clock()
    const { id, attempt } = one
    const around = { execute: options.execute, binding, by: holder, now, one }
    switch (outcome.type) {
      case 'cancelled':
        return settle({ id, attempt, status: 'cancelled', at: now, error: outcome.why, isUncalled: true })
      case 'putOff':
        return settle({
          id,
          attempt,
          status: 'waiting',
          at: now,
          dueAt: outcome.until,
          isUncalled: true,
          isPutOff: true,
        })
      case 'answered': {
        await isThere()
        if (one.failingSince) await forgetFailure(db, at, one.caseId)
        health.succeeded(now)
        const { commands = [], isReceiptToCome } = outcome.answered
        const settled: Settlement = {
          id,
          attempt,
          status: isReceiptToCome ? 'accepted' : 'delivered',
          at: now,
        }
        if (commands.length === 0) return settle(settled)
        return concludeWith(commands, settled, around).catch((error) => {
          // It was sent all the same.
          if (error instanceof Refusal) return settle({ ...settled, error: error.message })
          throw error
        })
      }
      case 'failed': {
        const { error, isOurs } = outcome
        if (!isOurs) await noteFailure(error, now)
        const failingSince = one.failingSince ?? now
        const isOver = msBetween(failingSince, now) >= giveUpAfterMs
        const isTaken = error.code === 'conflict' && binding.served.port.calls[one.call]?.endsInConflict
        if (!error.retryable || isTaken || isOver) {
          const other = await giveUp(outcome.due, error, around)
          return other && settle(other)
        }
        const waitMs = backoffMs(attempt - one.attemptsBefore, options.random, error.retryAfterMs)
        const last = latest(msLater(failingSince, giveUpAfterMs), msLater(now, 1000))
        const dueAt = earliest(msLater(now, waitMs), last)
        const { code, message } = error
        await settle({ id, attempt, status: 'waiting', at: now, dueAt, failingSince, code, error: message })
        const { caseId, recipient, channel } = one
        const line = withoutUndefined({ caseId, recipient, channel })
        return spreadFailure(db, at, { ...(breaker.isOpen() ? {} : line), since: now })
      }
    }
  }

  /** The other side is there: what has waited for it, untried, has all its time again. */
  const isThere = async () => {
    const wasAway = breaker.isOpen() || mayHaveFailed
    breaker.succeeded()
    mayHaveFailed = false
    if (wasAway) await forgetFailure(db, at)
  }

  const noteFailure = async (error: PortError, now: Date, { isOpen = true } = {}) => {
    const isAway = !isOpen || awayCodes.includes(error.code)
    if (isAway) breaker.failed(now)
    else if (error.code !== 'rateLimited') await isThere()
    const { retryAfterMs } = error
    // A conflict is about what was sent, not about the other side: only that waits.
    if (retryAfterMs !== undefined && error.code !== 'conflict')
      breaker.pause(msLater(now, askedMs(retryAfterMs)))
    if (breaker.pausedUntil()) pausedAt = now
    if (!error.isOfRecipient) health.failed(now, error, breaker.pausedUntil() ?? null)
  }

  const send = async (one: ClaimedObligation, adapter: Adapter, signal: AbortSignal): Promise<void> => {
    const outcome = await attemptObligation(one, { binding, adapter, parts: options.parts, signal })
    await afterOutcome(one, outcome)
  }

  const begin = (one: ClaimedObligation, adapter: Adapter) => {
    const lost = new AbortController()
    const work = send(one, adapter, lost.signal)
      // What was not written down is sent again, under the same key, when its lease is over.
      .catch(async (error) => {
        if (!isCut) return options.onFault(error)
        await settle(again(one))
      })
      .catch(options.onFault)
      .finally(() => {
        underWay.delete(one.id)
        freed()
      })
    underWay.set(one.id, { work, lost })
  }

  const isPaused = (now: Date) => (breaker.pausedUntil() ?? now) > now

  const round = async (): Promise<number> => {
    const now = clock()
    if (isPaused(now) && (await wasResumed(db, at, pausedAt))) breaker.resume()
    const free = Math.min(breaker.room(now, underWay.size), binding.concurrency - underWay.size)
    const until = msLater(now, leaseMs)
    if (isPaused(now)) {
      const overdue = await giveUpOverdue(now, until)
      if (overdue === mostGivenUp) return 0
    }
    if (free < 1) return underWay.size > 0 ? lookMs : pauseMs(breaker.pausedUntil(), now)
    const claimed = await claimObligations(db, at, { now, until, by: holder, most: free })
    if (claimed.length === 0) return lookMs
    let adapter: Adapter
    try {
      adapter = await options.adapter()
    } catch (error) {
      if (stopping.signal.aborted) {
        await Promise.all(claimed.map((one) => settle({ ...again(one), isUncalled: true })))
        return 0
      }
      const failure = asPortError(error)
      await noteFailure(failure, clock(), { isOpen: false })
      await Promise.all(claimed.map((one) => putBack(one, failure)))
      return 0
    }
    for (const one of claimed) begin(one, adapter)
    return lookMs
  }

  /** It was cut off by the stop of this process: the next one goes on with it. */
  const again = ({ id, attempt, failingSince }: ClaimedObligation): Settlement => ({
    id,
    attempt,
    status: 'waiting',
    at: clock(),
    dueAt: clock(),
    ...(failingSince === undefined ? {} : { failingSince }),
  })

  const putBack = async (one: ClaimedObligation, error: PortError) => {
    if (!one.event) return afterOutcome(one, { type: 'cancelled', why: 'The case was purged.' })
    await afterOutcome(one, { type: 'failed', due: dueOf(one, binding), error, isOurs: true })
  }

  /** Nobody is called for it while the binding is paused: what has run out of time does not wait for its turn. */
  const giveUpOverdue = async (now: Date, until: Date): Promise<number> => {
    const failingSince = msEarlier(now, giveUpAfterMs)
    const lease = { now, until, by: holder, most: mostGivenUp, failingSince }
    const overdue = await claimOverdue(db, at, lease)
    const error = new PortError(
      'unavailable',
      'The binding was not there for three days: it was never tried.',
    )
    for (const one of overdue) {
      const around = { execute: options.execute, binding, by: holder, now, one }
      const { id, attempt } = one
      const settled = one.event
        ? await giveUp(dueOf(one, binding), error, around, { isUncalled: true })
        : ({ id, attempt, status: 'cancelled', at: now, error: 'The case was purged.' } as const)
      if (settled) await settle(settled)
    }
    return overdue.length
  }

  const renewing = setInterval(async () => {
    if (underWay.size === 0) return
    const ids = [...underWay.keys()]
    const held = await renewLeases(db, holder, ids, msLater(clock(), leaseMs)).catch(() => ids)
    // Somebody else sends it by now.
    for (const id of ids) if (!held.includes(id)) underWay.get(id)?.lost.abort(new Error('the lease is lost'))
  }, renewMs)

  const running = (async () => {
    while (!stopping.signal.aborted) {
      const waitMs = await round().catch((error) => {
        options.onFault(error)
        return lookMs
      })
      if (waitMs > 0) await sleep(waitMs)
    }
  })()

  return {
    binding,
    wake,
    pausedUntil: breaker.pausedUntil,
    async stop(graceMs) {
      stopping.abort()
      wake()
      await running
      const cut = setTimeout(() => {
        isCut = true
        for (const { lost } of underWay.values()) lost.abort(new Error('the process stops'))
      }, graceMs)
      await Promise.all([...underWay.values()].map(({ work }) => work))
      clearTimeout(cut)
      clearInterval(renewing)
    },
  }
}

/** The clock may be one that a test moves: it looks again in any case. */
function pauseMs(until: Date | undefined, now: Date): number {
  return until ? Math.max(1, Math.min(lookMs, msBetween(now, until))) : lookMs
}
