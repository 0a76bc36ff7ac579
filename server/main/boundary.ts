import type { Logger } from 'pino'
import type { WorkFor } from '../app/engine/commit.ts'
import type { Portico } from '../app/portico.ts'
import type { Settings } from '../config.ts'
import type { Blobs } from '../files/blobs.ts'
import { jobsFor } from '../jobs/effects.ts'
import type { Bindings } from '../ports/delivery/binding.ts'
import { openCapabilities } from '../ports/delivery/capabilities.ts'
import type { Dispatcher } from '../ports/delivery/dispatcher.ts'
import { owedBy } from '../ports/delivery/owed.ts'
import type { Database } from '../store/db.ts'
import type { StoredEvent } from '../store/events.ts'

/** The bindings of the ports, what events owe to them, and whoever sends it. */
export type Boundary = {
  bindings: Bindings
  workFor: WorkFor
  /** What a bulk load asks for: it brings what happened elsewhere. */
  broughtWorkFor: WorkFor
  /** After a commit; without its events, whoever hears of anything looks. */
  nudge(events?: readonly StoredEvent[]): void
  /** Begins to send. */
  start(parts: {
    db: Database
    portico: Portico
    blobs: Blobs
    clock: () => Date
    log: Logger
  }): Promise<Dispatcher | undefined>
}

export async function openBoundary({ configuration, mode }: Settings): Promise<Boundary> {
  const { servedPorts } = await import('../ports/all.ts')
  const { bind } = await import('../ports/configuration/bind.ts')
  const bindings = await bind(servedPorts, { configuration, mode })
  const capabilities = openCapabilities()
  const owed = owedBy(bindings, capabilities)
  const brought = owedBy(bindings, capabilities, { brought: true })
  let dispatcher: Dispatcher | undefined
  return {
    bindings,
    workFor: (events) => ({ jobs: jobsFor(events), obligations: owed(events) }),
    broughtWorkFor: (events) => ({ jobs: jobsFor(events), obligations: brought(events) }),
    nudge: (events) => dispatcher?.nudge(events),
    async start({ log, ...parts }) {
      if (bindings.all.length === 0) return undefined
      const { startDispatcher } = await import('../ports/delivery/dispatcher.ts')
      const { createHostOf } = await import('../ports/delivery/host.ts')
      const told = (binding: Bindings['all'][number]) => ({
        port: binding.served.port.name,
        binding: binding.name,
      })
      dispatcher = startDispatcher({
        ...parts,
        execute: parts.portico.execute,
        parts,
        bindings,
        capabilities,
        hostOf: createHostOf({
          ...parts,
          log: (binding, level, what, facts) => log[level]({ ...told(binding), ...facts }, what),
        }),
        log: (binding, level, what, facts) => log[level]({ ...told(binding), ...facts }, what),
      })
      return dispatcher
    },
  }
}
