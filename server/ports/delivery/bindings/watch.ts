import type { Adapter } from '@portico/contract/ports/kit'
import { msLater } from '../../../core/time/moments.ts'
import type { Database } from '../../../store/db.ts'
import { asPortError, within } from './adapter-host.ts'
import { type Binding, secretsOf } from './binding.ts'
import type { BindingHealth } from './health.ts'

const leaseMs = 60_000
const everyMs = 15_000

/**
 * Opens the adapter of a binding as soon as it can be, asks it now and then how it is, and has it watch for facts in one
 * process at a time.
 */
export function watchBinding(
  binding: Binding,
  options: {
    db: Database
    holder: string
    clock: () => Date
    adapter: () => Promise<Adapter>
    /** Closes it, so that it is opened anew. */
    reopen: () => Promise<void>
    health: BindingHealth
    onAdapter: (adapter: Adapter) => void
  },
) {
  const { db, holder, clock, health } = options
  const stopping = new AbortController()
  let isWatching = false

  const look = async () => {
    try {
      // One that takes long to open does not hold up a stop.
      const adapter = await bounded(options.adapter())
      // Renewed before anything can fail: nobody else begins to watch while this one does.
      if (isWatching && !(await lease(db, binding, holder, clock()))) return await giveWay()
      await bounded((async () => adapter.check?.(stopping.signal))())
      options.onAdapter(adapter)
      if (adapter.start && !isWatching && (await lease(db, binding, holder, clock()))) await watch(adapter)
      health.checked(clock())
    } catch (error) {
      if (!stopping.signal.aborted) health.checkFailed(clock(), asPortError(error, secretsOf(binding)))
    }
  }

  const bounded = <T>(work: Promise<T>) => within(work, binding.timeoutMs, stopping.signal)

  const watch = async (adapter: Adapter) => {
    try {
      await bounded((async () => adapter.start?.())())
      isWatching = true
    } catch (error) {
      // It may have begun all the same, and is started once.
      await options.reopen()
      throw error
    }
  }

  /** Another process watches by now. */
  const giveWay = async () => {
    isWatching = false
    await options.reopen()
  }

  let looking = look()
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, everyMs)

  return {
    look: () => {
      looking = looking.then(look)
      return looking
    },
    async stop() {
      clearInterval(timer)
      stopping.abort(new Error('the process stops'))
      await looking
      if (isWatching)
        await db
          .rows(
            `update port_bindings set watched_until = null where port = $1 and binding = $2 and watcher = $3`,
            [binding.served.port.name, binding.name, holder],
          )
          .catch(() => {})
    },
  }
}

async function lease(db: Database, { served, name }: Binding, holder: string, now: Date): Promise<boolean> {
  const rows = await db.rows(
    `insert into port_bindings as b (port, binding, watcher, watched_until) values ($1, $2, $3, $5)
     on conflict (port, binding) do update set watcher = $3, watched_until = $5
     where b.watcher = $3 or b.watched_until is null or b.watched_until < $4
     returning 1`,
    [served.port.name, name, holder, now, msLater(now, leaseMs)],
  )
  return rows.length > 0
}
