import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { Host } from '@portico/contract/ports/kit'
import { PortError } from '@portico/contract/ports/kit'
import { tenRandomBytes } from '../../../app/engine/random.ts'
import { newId } from '../../../core/kernel/ids.ts'
import type { Database } from '../../../store/db.ts'
import type { Inbox } from '../inbox/inbox.ts'
import type { Outbound } from '../outside/outbound.ts'
import { actorOf, type Binding } from './binding.ts'
import type { AllParts, PortParts } from './serve-port.ts'

type Log = (binding: Binding, level: 'info' | 'warn', what: string, facts?: Record<string, unknown>) => void

/** What the platform gives the adapter of a binding. */
export function createHostOf({
  db,
  clock,
  parts,
  inbox,
  outboundFor,
  mac,
  log,
}: {
  db: Database
  clock: () => Date
  parts: AllParts
  inbox: Inbox
  outboundFor: (binding: Binding) => Outbound
  mac: (text: string) => Uint8Array
  log: Log
}) {
  return (binding: Binding): Host => {
    const { fetch, fetchLarge, resolve, proxyFor } = outboundFor(binding)
    return {
      binding: binding.name,
      now: clock,
      async tell(name, fact, { id }) {
        const faults = inbox.faultsOf(binding, name, fact)
        if (!faults) throw new PortError('invalid', `The port has no fact ${name}.`)
        if (faults[0]) throw new PortError('invalid', faults[0])
        await inbox.keep(binding, name, fact, id)
      },
      upload: (bytes, { name }) => upload(parts, actorOf(binding).id, bytes, name),
      fetch,
      fetchLarge,
      resolve,
      proxyFor,
      state: stateOf(db, binding),
      sign: (text) => mac(`adapter ${text}`),
      log: (level, what, facts) => log(binding, level, what, facts),
      // The platform's own: see `defineBaseline`.
      ...(binding.isBaseline ? { parts } : {}),
    }
  }
}

/**
 * Uploads want to know their length first, and an adapter may not: the bytes are received, and then copied. What becomes
 * no document is gone when the upload expires.
 */
async function upload(
  { portico: { uploads, intake }, clock }: PortParts<'uploads' | 'intake'>,
  owner: string,
  bytes: AsyncIterable<Uint8Array>,
  name: string,
) {
  await using file = await intake.receive(Readable.from(bytes), name)
  const { sha256, bytes: size } = file
  const id = newId('upl', clock(), tenRandomBytes())
  await uploads.begin({ id, owner, bytes: size, name, sha256, at: clock() })
  await uploads.append(id, owner, 0, createReadStream(file.path))
  return { uploadId: id, sha256, size }
}

export function stateOf(
  db: Database,
  { served, name }: Pick<Binding, 'name'> & { served: { port: { name: string } } },
): Host['state'] {
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
    change: (become) =>
      db.transaction(async (tx) => {
        await tx.rows(
          `insert into port_bindings (port, binding) values ($1, $2) on conflict (port, binding) do nothing`,
          of,
        )
        const [row] = await tx.rows<{ state: unknown }>(
          `select state from port_bindings where port = $1 and binding = $2 for update`,
          of,
        )
        await tx.rows(`update port_bindings set state = $3 where port = $1 and binding = $2`, [
          ...of,
          JSON.stringify(become(row?.state ?? undefined) ?? null),
        ])
      }),
  }
}
