import { isNoSpace } from '../../files/disk-space.ts'
import { caseByAlias } from '../../projections/cases.ts'
import type { Database } from '../../store/db.ts'
import { defaultSizes, externalIdOf } from '../../synth/names.ts'
import { type Made, type Synthesise, type SynthesisOrder, syntheticSource } from './synthesis-order.ts'

export type Sandbox = {
  /** Makes the first cases before the welcome and queues the rest; queues all if disk space is short. */
  prepare(
    onPages: (done: number, of: number) => void,
    signal?: AbortSignal,
  ): Promise<{ waiting: number; isShortOfSpace: boolean }>
  make(
    order: { seed: string; cases: number; pages: number },
    onPages: (done: number, of: number) => void,
  ): Promise<Made[]>
}

const readyAtStart = 2

export function openSandbox(options: {
  db: Database
  synthesise: Synthesise
  enqueue: (order: SynthesisOrder) => Promise<void>
  /** Where its cases are to be at work: adds the people who do it, and what they look at. */
  ensureWork?: (() => Promise<void>) | undefined
  seed: string
  sizes: readonly number[] | undefined
}): Sandbox {
  const { db, synthesise, enqueue, ensureWork, seed, sizes = defaultSizes } = options

  const makeAll = async (
    orders: readonly SynthesisOrder[],
    onPages: (done: number, of: number) => void,
    { signal: given, isAtWork = false }: { signal?: AbortSignal | undefined; isAtWork?: boolean } = {},
  ) => {
    const failing = new AbortController()
    const signal = given ? AbortSignal.any([given, failing.signal]) : failing.signal
    const of = orders.reduce((sum, { pages }) => sum + pages, 0)
    const done = orders.map(() => 0)
    const made: Made[] = []
    const tell = (index: number, pages: number) => {
      done[index] = pages
      onPages(
        done.reduce((sum, count) => sum + count, 0),
        of,
      )
    }
    const waiting = orders.entries()
    // Two at a time: one is drawn while the text of the other is read, each in its own thread.
    const lane = async () => {
      for (const [index, order] of waiting) {
        signal.throwIfAborted()
        made[index] = await synthesise(order, { signal, isAtWork, onPages: (pages) => tell(index, pages) })
        tell(index, order.pages)
      }
    }
    // Nothing keeps running after a failure: the caller may close the database.
    const lanes = [lane(), lane()]
    for (const begun of lanes) begun.catch((error) => failing.abort(error))
    await Promise.allSettled(lanes)
    await Promise.all(lanes)
    return made
  }

  return {
    async prepare(onPages, signal) {
      await ensureWork?.()
      const missing: SynthesisOrder[] = []
      for (const [index, pages] of sizes.entries()) {
        const externalId = externalIdOf(seed, index, pages)
        if (!(await caseByAlias(db, syntheticSource, externalId))) missing.push({ seed, index, pages })
      }
      // All are queued before any is made, so that workers finish what an interruption leaves.
      for (const order of missing) await enqueue(order)
      const first = missing.filter(({ index }) => index < readyAtStart)
      try {
        await makeAll(first, onPages, { signal, isAtWork: ensureWork !== undefined })
      } catch (error) {
        if (!isNoSpace(error)) throw error
        return { waiting: missing.length, isShortOfSpace: true }
      }
      return { waiting: missing.length - first.length, isShortOfSpace: false }
    },

    make({ seed: given, cases, pages }, onPages) {
      const orders = Array.from({ length: cases }, (_, index) => ({ seed: given, index, pages }))
      return makeAll(orders, onPages)
    },
  }
}
