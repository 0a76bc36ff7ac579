import type { Host } from '@portico/contract/ports/kit'
import type { Database } from '../../store/db.ts'
import type { Binding } from './binding.ts'

type Log = (binding: Binding, level: 'info' | 'warn', what: string, facts?: Record<string, unknown>) => void

/** What the platform gives the adapter of a binding. */
export function createHostOf({ db, clock, log }: { db: Database; clock: () => Date; log: Log }) {
  return (binding: Binding): Host => ({
    binding: binding.name,
    now: clock,
    tell: async () => {
      throw new Error('not served yet')
    },
    upload: async () => {
      throw new Error('not served yet')
    },
    fetch,
    state: stateOf(db, binding),
    log: (level, what, facts) => log(binding, level, what, facts),
  })
}

function stateOf(db: Database, { served, name }: Binding): Host['state'] {
  const of = [served.port.name, name]
  return {
    async read() {
      const [row] = await db.rows<{ state: unknown }>(
        `select state from port_bindings where port = $1 and binding = $2`,
        of,
      )
      return row?.state ?? undefined
    },
    async write(value) {
      await db.rows(
        `insert into port_bindings (port, binding, state) values ($1, $2, $3)
         on conflict (port, binding) do update set state = excluded.state`,
        [...of, JSON.stringify(value ?? null)],
      )
    },
  }
}
