import type { Host } from '@portico/contract/ports/kit'
import { PortError } from '@portico/contract/ports/kit'
import { tenRandomBytes } from '../../app/engine/random.ts'
import { newId } from '../../core/kernel/ids.ts'
import type { Database } from '../../store/db.ts'
import { actorOf, type Binding } from './binding.ts'
import type { Inbox } from './inbox.ts'
import type { PortParts } from './serve-port.ts'

type Log = (binding: Binding, level: 'info' | 'warn', what: string, facts?: Record<string, unknown>) => void

/** What the platform gives the adapter of a binding. */
export function createHostOf({
  db,
  clock,
  parts,
  inbox,
  fetchFor,
  log,
}: {
  db: Database
  clock: () => Date
  parts: PortParts
  inbox: Inbox
  fetchFor: (binding: Binding) => typeof fetch
  log: Log
}) {
  return (binding: Binding): Host => ({
    binding: binding.name,
    now: clock,
    async tell(name, fact, { id }) {
      const faults = inbox.faultsOf(binding, name, fact)
      if (!faults) throw new PortError('invalid', `The port has no fact ${name}.`)
      if (faults[0]) throw new PortError('invalid', faults[0])
      await inbox.keep(binding, name, fact, id)
    },
    upload: (bytes, { name }) => upload(parts, actorOf(binding).id, bytes, name),
    fetch: fetchFor(binding),
    state: stateOf(db, binding),
    log: (level, what, facts) => log(binding, level, what, facts),
  })
}

/** Uploads want to know their length first, and an adapter may not: the bytes are kept, and then copied. */
async function upload(
  { blobs, portico: { uploads }, clock }: PortParts,
  owner: string,
  bytes: AsyncIterable<Uint8Array>,
  name: string,
) {
  const { sha256, bytes: size } = await blobs.put(bytes)
  const id = newId('upl', clock(), tenRandomBytes())
  await uploads.begin({ id, owner, bytes: size, name, sha256, at: clock() })
  await uploads.append(id, owner, 0, (await blobs.open(sha256)).stream)
  return { uploadId: id, sha256, size }
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
