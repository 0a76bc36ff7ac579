import { Refusal } from '../../core/kernel/decider.ts'
import type { Database, Queryable } from '../../store/db.ts'

/** A report took longer than it may. */
export class ReportTooSlow extends Error {
  constructor(name: string, limitMs: number) {
    const seconds = limitMs / 1000
    super(
      `The report ${name} was stopped after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, its time limit: ask for a shorter time or fewer dimensions, or try again later.`,
    )
    this.name = 'ReportTooSlow'
  }
}

const mostWaiting = 50

/**
 * Reports read long: each has a time limit, changes nothing, and few run at once, so that connections are left for
 * everything else.
 */
export function openLimit(db: Database, { limitMs, mostAtOnce }: { limitMs: number; mostAtOnce: number }) {
  const waiting: (() => void)[] = []
  let running = 0

  async function enter() {
    if (running < mostAtOnce) {
      running += 1
      return
    }
    if (waiting.length >= mostWaiting)
      throw new Refusal('tooMany', 'Too many reports are waiting already: try again in a moment.', 10)
    await new Promise<void>((go) => waiting.push(go))
  }
  /** Whoever waits takes the place at once. */
  function leave() {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return async <Result>(name: string, read: (tx: Queryable) => Promise<Result>): Promise<Result> => {
    await enter()
    try {
      return await db.transaction(async (tx) => {
        await tx.rows('set transaction read only')
        await tx.rows(`set local statement_timeout = ${Math.ceil(limitMs)}`)
        return read(tx)
      })
    } catch (error) {
      if ((error as { code?: unknown }).code === '57014') throw new ReportTooSlow(name, limitMs)
      throw error
    } finally {
      leave()
    }
  }
}
