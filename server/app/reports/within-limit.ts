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

/** Whoever asked for it waits no more: it is neither begun nor finished. */
export class ReportAbandoned extends Error {
  constructor(name: string) {
    super(`Whoever asked for the report ${name} has left.`)
    this.name = 'ReportAbandoned'
  }
}

const mostWaiting = 50
const nobodyLeaves = new AbortController().signal

/**
 * Reports read long: each has a time limit, changes nothing, and few run at once, so that connections are left for
 * everything else.
 */
export function openLimit(db: Database, { limitMs, mostAtOnce }: { limitMs: number; mostAtOnce: number }) {
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(name: string, left: AbortSignal) {
    if (left.aborted) throw new ReportAbandoned(name)
    if (running < mostAtOnce) {
      running += 1
      return
    }
    if (waiting.length >= mostWaiting)
      throw new Refusal('tooMany', 'Too many reports are waiting already: try again in a moment.', 10)
    await new Promise<void>((go, leaveQueue) => {
      const give = () => {
        left.removeEventListener('abort', giveUp)
        go()
      }
      const giveUp = () => {
        waiting.splice(waiting.indexOf(give), 1)
        leaveQueue(new ReportAbandoned(name))
      }
      waiting.push(give)
      left.addEventListener('abort', giveUp, { once: true })
    })
  }
  /** Whoever waits takes the place at once. */
  function leave() {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  /** What is read for somebody who has left is cancelled. Until that is done, nobody else gets the connection. */
  async function unlessLeft<Result>(
    { pid }: { pid: number | undefined },
    left: AbortSignal,
    read: () => Promise<Result>,
  ) {
    let cancelled: Promise<unknown> | undefined
    const cancel = () => {
      cancelled = db.rows(`select pg_cancel_backend($1)`, [pid]).catch(() => {})
    }
    left.addEventListener('abort', cancel, { once: true })
    try {
      left.throwIfAborted()
      return await read()
    } finally {
      left.removeEventListener('abort', cancel)
      await cancelled
    }
  }

  return async <Result>(
    name: string,
    read: (tx: Queryable) => Promise<Result>,
    left: AbortSignal = nobodyLeaves,
  ): Promise<Result> => {
    await enter(name, left)
    try {
      return await db.transaction(async (tx) => {
        // In one trip, since a small report takes no longer than a few.
        const [[own]] = await Promise.all([
          tx.rows<{ pid: number }>(`select pg_backend_pid() as pid`),
          tx.rows('set transaction read only'),
          tx.rows(`set local statement_timeout = ${Math.ceil(limitMs)}`),
        ])
        return unlessLeft({ pid: own?.pid }, left, () => read(tx))
      })
    } catch (error) {
      if (left.aborted) throw new ReportAbandoned(name)
      if ((error as { code?: unknown }).code === '57014') throw new ReportTooSlow(name, limitMs)
      throw error
    } finally {
      leave()
    }
  }
}
