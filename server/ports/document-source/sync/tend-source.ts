import type { Tended, Tending } from '../../delivery/serve-port.ts'
import type { Around } from './around.ts'
import { pollArrivals } from './poll-arrivals.ts'
import { pullDocuments } from './pull-documents.ts'

/** Without being woken it looks this often. */
const lookMs = 2000

/** Asks a source for what has arrived, and fetches what it has for the cases: each in turns of its own. */
export function tendSource(tending: Tending): Tended {
  const stopping = new AbortController()
  const around: Around = {
    ...tending,
    adapter: tending.adapter as Around['adapter'],
    signal: stopping.signal,
  }
  const polling = inTurns(() => pollArrivals(around), around)
  const pulls = pullDocuments(around)
  const pulling = inTurns(pulls.turn, around)
  return {
    on: ['source.listed', 'source.submitted'],
    wake: pulling.wake,
    async stop() {
      stopping.abort(new Error('the process stops'))
      await Promise.all([polling.stop(), pulling.stop()])
      await pulls.stop()
    },
  }
}

/** Takes one turn after the other; a turn that says that there is more is followed by the next at once. */
function inTurns(turn: (wake: () => void) => Promise<boolean>, { signal, onFault }: Around) {
  let isWoken = false
  let rouse = () => {}
  const wake = () => {
    isWoken = true
    rouse()
  }
  const sleep = () =>
    new Promise<void>((awake) => {
      if (isWoken || signal.aborted) return awake()
      const timer = setTimeout(awake, lookMs)
      rouse = () => {
        clearTimeout(timer)
        awake()
      }
    })
  const running = (async () => {
    while (!signal.aborted) {
      isWoken = false
      const hasMore = await turn(wake).catch((error) => {
        if (!signal.aborted) onFault(error)
        return false
      })
      if (!hasMore) await sleep()
    }
  })()
  return {
    wake,
    async stop() {
      wake()
      await running
    },
  }
}
