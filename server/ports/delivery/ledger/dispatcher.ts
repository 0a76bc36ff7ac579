import { randomUUID } from 'node:crypto'
import { heardBy } from '@portico/contract/ports/heard'
import type { Adapter, Host } from '@portico/contract/ports/kit'
import type { Execute } from '../../../app/engine/execute.ts'
import type { Database } from '../../../store/db.ts'
import type { StoredEvent } from '../../../store/events/read.ts'
import { asPortError, openAdapter } from '../bindings/adapter-host.ts'
import { actorOf, type Binding, type Bindings, secretsOf } from '../bindings/binding.ts'
import type { Capabilities } from '../bindings/capabilities.ts'
import { type BindingHealth, keepHealth } from '../bindings/health.ts'
import type { AllParts } from '../bindings/serve-port.ts'
import { watchBinding } from '../bindings/watch.ts'
import { type Lane, openLane } from './lane.ts'

export type DispatcherOptions = {
  db: Database
  execute: Execute
  parts: AllParts
  bindings: Bindings
  capabilities: Capabilities
  clock: () => Date
  random?: () => number
  hostOf: (binding: Binding) => Host
  log: (binding: Binding, level: 'info' | 'warn', what: string, facts?: Record<string, unknown>) => void
}

export type Dispatcher = {
  /** After a commit: whoever hears of it looks at once. */
  nudge(events?: readonly Pick<StoredEvent, 'type'>[]): void
  wake(port: string, binding: string): void
  lanes: readonly Lane[]
  /** The adapter of a binding, open. */
  adapterOf(binding: Binding): Promise<Adapter>
  /** Asks the adapter how it is. */
  look(binding: Binding): Promise<void>
  stop(graceMs: number): Promise<void>
}

/** One lane a binding, so that none waits for another. */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, execute, parts, clock, random = Math.random, bindings, capabilities } = options
  const holder = randomUUID()
  const stopping = new AbortController()
  const open = new Map<Binding, OpenBinding>()

  const lanes = bindings.all.map((binding) => {
    const health = keepHealth(db, binding, (error) => fault(binding, error))
    const adapter = keepOpen(() => openAdapter(binding, options.hostOf(binding), stopping.signal), {
      onOpen({ supports }) {
        capabilities.learn(binding, supports)
        health.opened(supports)
      },
    })
    const watching = watchBinding(binding, {
      db,
      holder,
      clock,
      adapter: adapter.get,
      reopen: adapter.reopen,
      health,
      onAdapter({ supports }) {
        capabilities.learn(binding, supports)
        health.opened(supports)
      },
    })
    open.set(binding, { ...adapter, health, watching })
    return openLane(binding, {
      db,
      execute,
      parts,
      clock,
      random,
      holder,
      adapter: adapter.get,
      health,
      onFault: (error) => fault(binding, error),
    })
  })

  function fault(binding: Binding, error: unknown) {
    const { message } = (error ?? {}) as { message?: string }
    options.log(binding, 'warn', 'a delivery could not be dealt with', { error: String(message ?? error) })
  }

  const tended = bindings.all.flatMap((binding) => {
    const { served, name, settings, timeoutMs } = binding
    const { get: adapter, health } = open.get(binding) as OpenBinding
    const said = (error: unknown) => asPortError(error, secretsOf(binding))
    const tending = served.tends?.({
      binding: { name, settings, timeoutMs, actor: actorOf(binding) },
      parts,
      holder,
      adapter,
      tell: (...fact) => options.hostOf(binding).tell(...fact),
      succeeded: () => health.succeeded(clock()),
      said,
      failed: (error) => health.failed(clock(), said(error)),
      onFault: (error) => fault(binding, error),
    })
    return tending ? [tending] : []
  })

  const hears = new Map<string, { wake(): void }[]>()
  const hear = (type: string, one: { wake(): void }) => hears.set(type, [...(hears.get(type) ?? []), one])
  for (const lane of lanes) for (const [type] of heardBy(lane.binding.served.port)) hear(type, lane)
  for (const one of tended) for (const type of one.on) hear(type, one)

  return {
    lanes,
    nudge(events) {
      if (!events) for (const one of [...lanes, ...tended]) one.wake()
      for (const { type } of events ?? []) for (const one of hears.get(type) ?? []) one.wake()
    },
    wake(port, name) {
      lanes.find(({ binding }) => binding.served.port.name === port && binding.name === name)?.wake()
    },
    adapterOf: (binding) => (open.get(binding) as OpenBinding).get(),
    async look(binding) {
      const { watching, health } = open.get(binding) as OpenBinding
      await watching.look()
      await health.flush()
    },
    async stop(graceMs) {
      // What is not open yet is not waited for.
      stopping.abort(new Error('the process stops'))
      const watched = [...open.values()].map(({ watching }) => watching.stop())
      const ended = [...watched, ...tended.map((one) => one.stop())]
      await Promise.all([...ended, ...lanes.map((lane) => lane.stop(graceMs))])
      await Promise.all([...open.values()].map(({ close }) => close()))
      await Promise.all([...open.values()].map(({ health }) => health.flush()))
    },
  }
}

type Kept = { get(): Promise<Adapter>; reopen(): Promise<void>; close(): Promise<void> }
type OpenBinding = Kept & { health: BindingHealth; watching: ReturnType<typeof watchBinding> }

/** Opened when it is first asked for, and anew after it has failed to. */
function keepOpen(open: () => Promise<Adapter>, { onOpen }: { onOpen: (adapter: Adapter) => void }): Kept {
  let opening: Promise<Adapter> | undefined
  const close = async (adapter: Adapter | undefined) => {
    const closing = (async () => adapter?.close?.())().catch(() => {})
    await Promise.race([closing, new Promise((late) => setTimeout(late, 1000).unref())])
  }
  return {
    get() {
      opening ??= open().then(
        (adapter) => {
          onOpen(adapter)
          return adapter
        },
        (error) => {
          opening = undefined
          throw error
        },
      )
      return opening
    },
    async reopen() {
      const before = opening
      opening = undefined
      await close(await before?.catch(() => undefined))
    },
    async close() {
      await close(await opening?.catch(() => undefined))
    },
  }
}
