import { createHash, createHmac, randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import type { AdapterDefinition, Host, PortDeclaration, StaticOf } from '../ports/kit.ts'
import type { TObject } from '../type.ts'
import type { Subject, Told } from './subject.ts'
import { bytesOf } from './trial.ts'

type Rest<Port extends PortDeclaration> = Omit<Subject<Port>, 'open' | 'wire'>

/** An adapter of this process as a subject: each time it is opened it gets a host of the kit. */
export function subjectOf<Port extends PortDeclaration, Options extends TObject>(
  definition: AdapterDefinition<Port, Options>,
  options: StaticOf<Options>,
  rest: Rest<Port> = {},
): Subject<Port> {
  let kept: unknown
  return {
    ...rest,
    async open() {
      const told: Told[] = []
      const host: Host<Port> = {
        binding: 'kit',
        now: () => new Date(),
        tell: async (name, fact, { id }) => void told.push({ name, fact: structuredClone(fact), id }),
        async upload(bytes) {
          const whole = await bytesOf(bytes)
          const sha256 = createHash('sha256').update(whole).digest('hex')
          return { uploadId: `upload_${randomUUID()}`, sha256, size: whole.length }
        },
        fetch: globalThis.fetch,
        fetchLarge: globalThis.fetch,
        async resolve(hostname) {
          const { address, family } = await lookup(hostname)
          return { address, family: family === 6 ? 6 : 4 }
        },
        proxyFor: () => undefined,
        state: {
          read: async () => structuredClone(kept),
          write: async (value) => {
            kept = structuredClone(value)
          },
          change: async (become) => {
            kept = structuredClone(become(structuredClone(kept)))
          },
        },
        sign: (text) => createHmac('sha256', 'the secret of the kit').update(text).digest(),
        log() {},
      }
      const adapter = await definition.open(options, host)
      return { adapter, told: () => told, close: async () => adapter.close?.() }
    },
  }
}
