import { documentSource } from '@portico/contract/ports/document-source'
import { type Bytes, defineAdapter, type Host, type InputOf, PortError } from '@portico/contract/ports/kit'
import Type from '@portico/contract/type'

export type HeldDocument = {
  docketNumber: string
  sourceId: string
  revision: string
  name: string
  receiptDate: string
  bytes: Buffer
  sha256?: string
  suggestedCategory?: string
  suggestedType?: string
}

type WrittenBack = { input: InputOf<typeof documentSource, 'writeBack'>; key: string; bytes: Buffer }

/** A source of documents in memory, as a test may fill and break it. */
export function openMemorySource() {
  const held: HeldDocument[] = []
  const arrived: HeldDocument[] = []
  const written: WrittenBack[] = []
  const fetched: string[] = []
  const failing = new Map<string, () => Bytes | never>()
  let host: Host<typeof documentSource> | undefined

  const aboutOf = ({ bytes, docketNumber: _, ...about }: HeldDocument) => ({ ...about, size: bytes.length })
  const adapter = defineAdapter({
    port: documentSource,
    name: 'memory',
    does: 'Keeps documents in memory.',
    options: Type.Object({}),
    open: (_, given) => {
      host = given
      return {
        supports: ['arrivals', 'writeBack'],
        calls: {
          list: async ({ case: { docketNumber } }) => ({
            documents: held.filter((one) => one.docketNumber === docketNumber).map(aboutOf),
          }),
          async fetch({ sourceId, revision }) {
            fetched.push(sourceId)
            const fail = failing.get(sourceId)
            if (fail) return fail()
            const found = [...held, ...arrived].findLast(
              (one) => one.sourceId === sourceId && one.revision === revision,
            )
            if (!found) throw new PortError('gone', 'There is no such document.')
            return oneByOne(found.bytes)
          },
          async arrivals({ since = '0', limit }) {
            const from = Number(since)
            const next = arrived.slice(from, from + limit)
            return {
              arrivals: next.map((one) => ({
                case: { docketNumber: one.docketNumber },
                document: aboutOf(one),
              })),
              marker: String(from + next.length),
              hasMore: from + next.length < arrived.length,
            }
          },
          async writeBack(input, { key, open }) {
            const bytes = Buffer.concat(await Array.fromAsync(await open(input.file)))
            if (!written.some((one) => one.key === key)) written.push({ input, key, bytes })
            return { sourceId: `back/${input.documentId}` }
          },
        },
      }
    },
  })
  return {
    adapter,
    /** What it has for cases, when it is asked. */
    held,
    /** What it says has arrived, in this order. */
    arrived,
    written,
    fetched,
    failing,
    host: () => {
      if (!host) throw new Error('the adapter is not open')
      return host
    },
  }
}

async function* oneByOne(bytes: Buffer): AsyncGenerator<Uint8Array> {
  const half = Math.ceil(bytes.length / 2)
  yield bytes.subarray(0, half)
  yield bytes.subarray(half)
}
