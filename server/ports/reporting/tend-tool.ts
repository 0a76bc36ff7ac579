import type { Tended, Tending } from '../delivery/bindings/serve-port.ts'
import { inTurns } from '../delivery/ledger/in-turns.ts'
import { type Around, handOver } from './hand-over.ts'

/** Hands a reporting tool what is new, whenever it wants it. */
export function tendTool(tending: Tending<'live' | 'profiles'>): Tended {
  const stopping = new AbortController()
  const around: Around = {
    ...tending,
    adapter: tending.adapter as Around['adapter'],
    signal: stopping.signal,
  }
  const handing = inTurns(() => handOver(around), around)
  return {
    on: [],
    wake: handing.wake,
    async stop() {
      stopping.abort(new Error('the process stops'))
      await handing.stop()
    },
  }
}
