import type { Profile } from '@portico/contract/profile'
import type { Logger } from 'pino'
import { openLedger } from '../app/boundary/ledger.ts'
import type { WorkFor } from '../app/engine/commit.ts'
import type { Portico } from '../app/portico.ts'
import type { Settings } from '../config.ts'
import type { Blobs } from '../files/blobs.ts'
import { jobsFor } from '../jobs/effects.ts'
import type { Binding } from '../ports/delivery/binding.ts'
import { openCapabilities } from '../ports/delivery/capabilities.ts'
import { openPortsDesk } from '../ports/delivery/desk.ts'
import type { Dispatcher } from '../ports/delivery/dispatcher.ts'
import { openFileLinks } from '../ports/delivery/file-links.ts'
import { openInbox } from '../ports/delivery/inbox.ts'
import { type Outbound, openOutbound } from '../ports/delivery/outbound.ts'
import { owedBy } from '../ports/delivery/owed.ts'
import type { Database } from '../store/db.ts'
import type { StoredEvent } from '../store/events.ts'

/** The bindings of the ports, what events owe to them, and whoever sends it. */
export type Boundary = Awaited<ReturnType<typeof openBoundary>>

export async function openBoundary({ configuration, mode, graceSeconds }: Settings) {
  const { servedPorts } = await import('../ports/all.ts')
  const { bind, refuseUnknownSettings } = await import('../ports/configuration/bind.ts')
  const bindings = await bind(servedPorts, { configuration, mode })
  const capabilities = openCapabilities()
  const owed = owedBy(bindings, capabilities)
  const brought = owedBy(bindings, capabilities, { brought: true })
  let dispatcher: Dispatcher | undefined

  const workFor: WorkFor = (events) => ({ jobs: jobsFor(events), obligations: owed(events) })
  /** What a bulk load asks for: it brings what happened elsewhere. */
  const broughtWorkFor: WorkFor = (events) => ({ jobs: jobsFor(events), obligations: brought(events) })

  return {
    bindings,
    /** What bindings say in words of the profile is in it, or the service does not start. */
    checkWords: (profile: Profile) => refuseUnknownSettings(bindings, profile),
    workFor,
    broughtWorkFor,
    /** After a commit; without its events, whoever hears of anything looks. */
    nudge: (events?: readonly StoredEvent[]) => dispatcher?.nudge(events),

    /** Begins to send. */
    async start({ parts, inbox }: OpenPorts, log: Logger) {
      if (bindings.all.length === 0) return undefined
      const { startDispatcher } = await import('../ports/delivery/dispatcher.ts')
      const { createHostOf } = await import('../ports/delivery/host.ts')
      const outbound = new Map<Binding, Outbound>()
      const fetchFor = (binding: Binding) => {
        const reach = mode === 'sandbox' ? 'loopback' : binding.mayReachPrivate ? 'private' : 'public'
        const env = configuration?.env ?? {}
        const found = outbound.get(binding) ?? openOutbound({ reach, env, totalMs: binding.timeoutMs })
        outbound.set(binding, found)
        return found.fetch
      }
      const told = (
        { served, name }: Binding,
        level: 'info' | 'warn',
        what: string,
        facts?: Record<string, unknown>,
      ) => log[level]({ port: served.port.name, binding: name, ...facts }, what)
      dispatcher = startDispatcher({
        db: parts.db,
        execute: parts.portico.execute,
        parts,
        bindings,
        capabilities,
        clock: parts.clock,
        hostOf: createHostOf({ db: parts.db, clock: parts.clock, parts, inbox, fetchFor, log: told }),
        log: told,
      })
      const running = dispatcher
      return {
        dispatcher: running,
        async stop() {
          await running.stop(graceSeconds * 1000)
          await Promise.all([...outbound.values()].map(({ close }) => close()))
        },
      }
    },
    look: async (binding: Binding) => dispatcher?.look(binding),
    wake: (port: string, binding: string) => dispatcher?.wake(port, binding),
  }
}

export type OpenPorts = ReturnType<typeof openPorts>

/** What can be asked of the ports, once the service can be asked. */
export function openPorts({
  db,
  boundary: { bindings, look, wake },
  portico,
  blobs,
  clock,
  mac,
  publicUrl,
}: {
  db: Database
  boundary: Boundary
  portico: Portico
  blobs: Blobs
  clock: () => Date
  mac: (text: string) => Buffer
  publicUrl: string
}) {
  let servedAt = publicUrl
  const fileLinks = openFileLinks({ blobs, mac, clock, publicUrl: () => servedAt })
  const parts = { db, portico, blobs, clock, fileLinks }
  const inbox = openInbox({ db, bindings, execute: portico.execute, parts, clock })
  const ledger = openLedger({ db, execute: portico.execute, clock, wake })
  const desk = openPortsDesk({ db, bindings, inbox, ledger, fileLinks, clock, look, wake })
  return {
    parts,
    inbox,
    desk,
    serveAt(url: string) {
      servedAt = url
    },
  }
}
