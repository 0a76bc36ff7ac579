import type { Adapter, PortError } from '@portico/contract/ports/kit'
import type { Execute } from '../../app/engine/execute.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Database } from '../../store/db.ts'
import {
  type ClaimedObligation,
  claimObligations,
  renewLeases,
  type Settlement,
} from '../../store/obligations.ts'
import { asPortError } from './adapter-host.ts'
import { attemptObligation, type Outcome } from './attempt.ts'
import { backoffMs, giveUpAfterMs } from './backoff.ts'
import type { Binding } from './binding.ts'
import { openBreaker } from './breaker.ts'
import { concludeWith, giveUp } from './conclude.ts'
import type { BindingHealth } from './health.ts'
import type { PortParts } from './serve-port.ts'
import { openSettlements } from './settlements.ts'

export type LaneOptions = {
  db: Database
  execute: Execute
  parts: PortParts
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

export function openLane(binding: Binding, options: LaneOptions): Lane {
  const { db, clock, holder, health } = options
  const { name } = binding
  const port = binding.served.port.name
  const breaker = openBreaker()
  const settle = openSettlements(db, holder)
  const stopping = new AbortController()
  const aborting = new AbortController()
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

  const afterOutcome = async (one: ClaimedObligation, outcome: Outcome): Promise<void> => {
    const now = clock()
    const { id, attempt } = one
    const around = { execute: options.execute, binding, by: holder, now, one }
    switch (outcome.type) {
      case 'cancelled':
        return settle({ id, attempt, status: 'cancelled', at: now, error: outcome.why })
      case 'answered': {
        breaker.succeeded()
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
        if (!isOurs) noteFailure(error, now)
        const failingSince = one.failingSince ?? now
        const isOver = now.getTime() - failingSince.getTime() >= giveUpAfterMs
        if (!error.retryable || isOver) {
          const other = await giveUp(outcome.due, error, around)
          return other && settle(other)
        }
        const waitMs = backoffMs(attempt, options.random, error.retryAfterMs)
        const lastMs = failingSince.getTime() + giveUpAfterMs
        const dueAt = new Date(Math.min(now.getTime() + waitMs, Math.max(lastMs, now.getTime() + 1000)))
        const { code, message } = error
        return settle({ id, attempt, status: 'waiting', at: now, dueAt, failingSince, code, error: message })
      }
    }
  }

  const noteFailure = (error: PortError, now: Date) => {
    const isAway = error.code === 'unavailable' || error.code === 'timeout' || error.code === 'unauthorized'
    if (isAway) breaker.failed(now)
    else if (error.code !== 'rateLimited') breaker.succeeded()
    if (error.retryAfterMs !== undefined) breaker.pause(new Date(now.getTime() + error.retryAfterMs))
    health.failed(now, error, breaker.pausedUntil())
  }

  const send = async (one: ClaimedObligation, adapter: Adapter, signal: AbortSignal): Promise<void> => {
    const outcome = await attemptObligation(one, { binding, adapter, parts: options.parts, signal })
    await afterOutcome(one, outcome)
  }

  const begin = (one: ClaimedObligation, adapter: Adapter) => {
    const lost = new AbortController()
    const work = send(one, adapter, AbortSignal.any([aborting.signal, lost.signal]))
      // What was not written down is sent again, under the same key, when its lease is over.
      .catch(async (error) => {
        if (!aborting.signal.aborted) return options.onFault(error)
        await settle({ id: one.id, attempt: one.attempt, status: 'waiting', at: clock(), dueAt: clock() })
      })
      .catch(options.onFault)
      .finally(() => {
        underWay.delete(one.id)
        wake()
      })
    underWay.set(one.id, { work, lost })
  }

  const round = async (): Promise<number> => {
    const now = clock()
    const free = Math.min(breaker.room(now, underWay.size), binding.concurrency - underWay.size)
    if (free < 1) return underWay.size > 0 ? lookMs : pauseMs(breaker.pausedUntil(), now)
    const until = new Date(now.getTime() + leaseMs)
    const claimed = await claimObligations(
      db,
      { port, binding: name },
      { now, until, by: holder, most: free },
    )
    if (claimed.length === 0) return lookMs
    let adapter: Adapter
    try {
      adapter = await options.adapter()
    } catch (error) {
      const failure = asPortError(error)
      noteFailure(failure, clock())
      await Promise.all(claimed.map((one) => putBack(one, failure)))
      return 0
    }
    for (const one of claimed) begin(one, adapter)
    return 0
  }

  const putBack = async (one: ClaimedObligation, error: PortError) => {
    if (!one.event) return afterOutcome(one, { type: 'cancelled', why: 'The case was purged.' })
    const due = {
      id: one.id,
      binding: name,
      settings: binding.settings,
      caseId: one.caseId,
      event: one.event,
    }
    await afterOutcome(one, { type: 'failed', due, error, isOurs: true })
  }

  const renewing = setInterval(async () => {
    if (underWay.size === 0) return
    const ids = [...underWay.keys()]
    const held = await renewLeases(db, holder, ids, new Date(clock().getTime() + leaseMs)).catch(() => ids)
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
      const cut = setTimeout(() => aborting.abort(new Error('the process stops')), graceMs)
      await Promise.all([...underWay.values()].map(({ work }) => work))
      clearTimeout(cut)
      clearInterval(renewing)
    },
  }
}

/** The clock may be one that a test moves: it looks again in any case. */
function pauseMs(until: Date | undefined, now: Date): number {
  return until ? Math.max(1, Math.min(lookMs, until.getTime() - now.getTime())) : lookMs
}
