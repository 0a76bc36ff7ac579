import type { Profile } from '@portico/contract/profile'
import type { Logger } from 'pino'
import { openLedger } from '../app/boundary/ledger.ts'
import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { WorkFor } from '../app/engine/commit.ts'
import type { Portico } from '../app/portico.ts'
import { bookedBy } from '../app/sessions/calendars/booked-by.ts'
import type { Settings } from '../config.ts'
import type { Blobs } from '../files/blobs.ts'
import { jobsFor } from '../jobs/effects.ts'
import { createOutsideEditor } from '../ports/authoring/page.ts'
import { createOutsideConference } from '../ports/conferencing/links.ts'
import { createAsk } from '../ports/delivery/bindings/ask.ts'
import type { Binding } from '../ports/delivery/bindings/binding.ts'
import { openCapabilities } from '../ports/delivery/bindings/capabilities.ts'
import { openPortsDesk } from '../ports/delivery/inbox/desk.ts'
import { openInbox } from '../ports/delivery/inbox/inbox.ts'
import type { Dispatcher } from '../ports/delivery/ledger/dispatcher.ts'
import { mootBy, owedBy } from '../ports/delivery/ledger/owed.ts'
import { openFileLinks } from '../ports/delivery/outside/file-links.ts'
import { type Outbound, openOutbound } from '../ports/delivery/outside/outbound.ts'
import { createSendLink } from '../ports/notifications/send-link.ts'
import { createLookUp } from '../ports/party-identity/look-up.ts'
import { createOutsideCalendar } from '../ports/scheduling/outside-calendar.ts'
import type { Database } from '../store/db.ts'
import type { StoredEvent } from '../store/events/read.ts'
import { type BindingName, configureBinding, seeBindings } from '../store/port-bindings.ts'

/** The bindings of the ports, what events owe to them, and whoever sends it. */
export type Boundary = Awaited<ReturnType<typeof openBoundary>>

export async function openBoundary({ configuration, mode, graceSeconds }: Settings) {
  const { servedPorts } = await import('../ports/all.ts')
  const { bind, refuseUnknownSettings } = await import('../ports/configuration/bind.ts')
  const bindings = await bind(servedPorts, { configuration, mode })
  const capabilities = openCapabilities()
  const owed = owedBy(bindings, capabilities)
  const brought = owedBy(bindings, capabilities, { brought: true })
  const moot = mootBy(bindings)
  let dispatcher: Dispatcher | undefined

  const workFor: WorkFor = (events) => ({
    jobs: jobsFor(events),
    obligations: owed(events),
    moot: moot(events),
    bookings: bookedBy(events),
  })
  /** What a bulk load asks for: it brings what happened elsewhere. */
  const broughtWorkFor: WorkFor = (events) => ({
    jobs: jobsFor(events),
    obligations: brought(events),
    moot: moot(events),
    bookings: bookedBy(events),
  })

  return {
    bindings,
    /** What bindings say in words of the profile is in it, or the service does not start. */
    checkWords: (profile: Profile) => refuseUnknownSettings(bindings, profile),
    workFor,
    broughtWorkFor,
    /** After a commit; without its events, whoever hears of anything looks. */
    nudge: (events?: readonly StoredEvent[]) => dispatcher?.nudge(events),

    /** Begins to send. */
    async start({ parts, inbox, mac }: OpenPorts, log: Logger) {
      const { watchUnbound } = await import('../ports/delivery/ledger/unbound.ts')
      const { db, clock, portico } = parts
      const unbound = watchUnbound({
        ...{ db, clock, bindings, execute: portico.execute },
        onFault: (error) =>
          log.warn({ err: error }, 'what waits for a removed binding could not be given up'),
      })
      if (bindings.all.length === 0) return unbound
      // At once: another process, which does not have them yet, must not take them for removed.
      await seeBindings(db, bindings.all.map(nameOf), clock())
      await Promise.all(
        bindings.all.map((binding) =>
          configureBinding(db, nameOf(binding), {
            as: mac(told(binding)).toString('base64url'),
            now: clock(),
          }),
        ),
      )
      const { startDispatcher } = await import('../ports/delivery/ledger/dispatcher.ts')
      const { createHostOf } = await import('../ports/delivery/bindings/host.ts')
      const outbound = new Map<Binding, Outbound>()
      const outboundFor = (binding: Binding): Outbound => {
        const reach = mode === 'sandbox' ? 'loopback' : binding.mayReachPrivate ? 'private' : 'public'
        const env = configuration?.env ?? {}
        const found = outbound.get(binding) ?? openOutbound({ reach, env, totalMs: binding.timeoutMs })
        outbound.set(binding, found)
        return found
      }
      const say = (
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
        hostOf: createHostOf({ db: parts.db, clock: parts.clock, parts, inbox, outboundFor, mac, log: say }),
        log: say,
      })
      const running = dispatcher
      return {
        dispatcher: running,
        async stop() {
          await Promise.all([unbound.stop(), running.stop(graceSeconds * 1000)])
          await Promise.all([...outbound.values()].map(({ close }) => close()))
        },
      }
    },
    capabilities,
    adapterOf: (binding: Binding) => dispatcher?.adapterOf(binding),
    look: async (binding: Binding) => dispatcher?.look(binding),
    wake: (port: string, binding: string) => dispatcher?.wake(port, binding),
  }
}

const nameOf = ({ served, name }: Binding): BindingName => ({ port: served.port.name, binding: name })

/** What the configuration says of a binding, as far as it matters to whoever calls it. */
const told = ({ definition, options, settings, secrets, mayReachPrivate, timeoutMs }: Binding) =>
  JSON.stringify([definition.name, options, settings, secrets, mayReachPrivate, timeoutMs])

export type OpenPorts = ReturnType<typeof openPorts>

/** What can be asked of the ports, once the service can be asked. */
export function openPorts({
  db,
  boundary: { bindings, capabilities, adapterOf, look, wake },
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
  const isBound = (port: string, binding: string) => bindings.find(port, binding) !== undefined
  const ledger = openLedger({ db, execute: portico.execute, clock, wake, isBound })
  const ask = createAsk(adapterOf)
  const desk: PortsDesk = {
    ...openPortsDesk({ db, bindings, capabilities, inbox, ledger, fileLinks, clock, look, wake }),
    sendLink: createSendLink(bindings, ask, clock),
    lookUpParty: createLookUp(bindings, ask),
    calendar: createOutsideCalendar(bindings, ask),
    conference: createOutsideConference(bindings, ask),
    editor: createOutsideEditor(bindings, ask, parts),
  }
  return {
    parts,
    inbox,
    desk,
    mac,
    serveAt(url: string) {
      servedAt = url
    },
  }
}
