import type { Tended } from '../../delivery/bindings/serve-port.ts'
import { inTurns } from '../../delivery/ledger/in-turns.ts'
import type { Around, SourceTending } from './around.ts'
import { pollArrivals } from './poll-arrivals.ts'
import { pullDocuments } from './pull-documents.ts'

/** Asks a source for what has arrived, and fetches what it has for the cases: each in turns of its own. */
export function tendSource(tending: SourceTending): Tended {
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
