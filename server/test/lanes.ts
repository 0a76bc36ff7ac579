import { caseStatus } from '@portico/contract/ports/case-status'
import type { Adapter, Host } from '@portico/contract/ports/kit'
import { openLedger } from '../app/boundary/ledger.ts'
import { createExecute, type Execute } from '../app/engine/execute.ts'
import type { Binding, Bindings } from '../ports/delivery/bindings/binding.ts'
import { openCapabilities } from '../ports/delivery/bindings/capabilities.ts'
import { type AllParts, type ServedPort, servePort } from '../ports/delivery/bindings/serve-port.ts'
import { type Dispatcher, startDispatcher } from '../ports/delivery/ledger/dispatcher.ts'
import { owedBy } from '../ports/delivery/ledger/owed.ts'
import { allProjections } from '../projections/all.ts'
import type { Database } from '../store/db.ts'
import type { StoredEvent } from '../store/events/read.ts'
import { noReactions, openDesk } from './case-desk.ts'
import { noon } from './given.ts'
import { until } from './until.ts'

export type LedgerRow = {
  id: string
  binding: string
  status: string
  attempts: number
  due_at: Date
  tried_at: Date | null
  error_code: string | null
  error: string | null
}

/** A port that announces each opened case by its id. */
export const announcing = servePort(caseStatus, {
  input: {
    announceCreated: async ({ caseId }) => ({ caseId }) as never,
    announceTransition: async ({ caseId }) => ({ caseId }) as never,
    announceClosure: async ({ caseId }) => ({ caseId }) as never,
  },
  heard: {} as never,
})

export type Lanes = Awaited<ReturnType<typeof openLanes>>

/** A service that consists of its log, its ledger and its lanes, one for each adapter; time is what a test says it is. */
export async function openLanes(
  db: Database,
  adapters: Record<string, (host: Host) => Adapter | Promise<Adapter>>,
  {
    served = announcing,
    hostOf = () => ({}) as Host,
    at = noon,
    afterCommit = () => {},
    isSending = true,
  }: {
    served?: ServedPort
    hostOf?: (binding: Binding, now: () => Date) => Host
    at?: Date
    afterCommit?: (events: readonly StoredEvent[]) => void
    isSending?: boolean
  } = {},
) {
  let now = at
  const all = Object.entries(adapters).map(
    ([name, open]): Binding => ({
      served,
      name,
      definition: {
        port: served.port,
        name,
        does: name,
        options: {} as never,
        open: (_: unknown, host: Host) => open(host),
      } as never,
      isBaseline: false,
      options: {},
      settings: {},
      secrets: [],
      mayReachPrivate: true,
      timeoutMs: 60_000,
      concurrency: 8,
    }),
  )
  const bindings: Bindings = {
    all,
    ports: [served],
    find: (_, name) => all.find((binding) => binding.name === name),
  }
  const capabilities = openCapabilities()
  const owed = owedBy(bindings, capabilities)
  let dispatcher: Dispatcher | undefined
  const execute: Execute = createExecute({
    db,
    projections: allProjections,
    reactions: noReactions,
    workFor: (events) => ({ jobs: [], obligations: owed(events) }),
    afterCommit: (events) => {
      afterCommit(events)
      dispatcher?.nudge(events)
    },
  })
  const clock = () => now
  if (isSending)
    dispatcher = startDispatcher({
      db,
      execute,
      parts: { fileLinks: {}, blobs: {} } as AllParts,
      bindings,
      capabilities,
      clock,
      random: () => 1,
      hostOf: (binding) => hostOf(binding, clock),
      log: () => {},
    })
  const wake = (port: string, binding: string) => dispatcher?.wake(port, binding)
  const desk = openDesk(db, execute)
  const rows = (binding: string) =>
    db.rows<LedgerRow>(
      `select id, binding, status, attempts, due_at, tried_at, error_code, error from obligations
       where binding = $1 order by number`,
      [binding],
    )
  return {
    db,
    execute,
    bindings,
    ledger: openLedger({ db, execute, clock, wake }),
    open: async () => (await desk.open([])).caseId,
    now: clock,
    moveTo(time: Date) {
      now = time
      for (const lane of dispatcher?.lanes ?? []) lane.wake()
    },
    rows,
    settled: (binding: string, count: number) =>
      until(
        async () => (await rows(binding)).filter(({ status }) => status === 'delivered').length === count,
        10,
      ),
    stop: async () => dispatcher?.stop(0),
  }
}
