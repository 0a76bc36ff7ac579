import { correspondence } from '@portico/contract/ports/correspondence'
import { type Bytes, defineAdapter, type Host, PortError } from '@portico/contract/ports/kit'
import Type from '@portico/contract/type'

/** A mailbox in memory, as a test may fill and break it. */
export function openMemoryMail() {
  const files = new Map<string, Uint8Array>()
  const failing = new Map<string, () => Bytes | never>()
  const fetched: string[] = []
  let host: Host<typeof correspondence> | undefined

  const adapter = defineAdapter({
    port: correspondence,
    name: 'memory',
    does: 'Keeps mail in memory.',
    options: Type.Object({}),
    open: (_, given) => {
      host = given
      return {
        supports: ['distribution', 'intake', 'receipts'],
        calls: {
          send: async () => ({ receipt: { channel: 'mail', sentAt: given.now().toISOString() } }),
          async fetchPiece({ pieceId, partId }) {
            const key = `${pieceId} ${partId}`
            fetched.push(key)
            const fail = failing.get(key)
            if (fail) return fail()
            const bytes = files.get(key)
            if (!bytes) throw new PortError('gone', 'There is no such piece.')
            return (async function* () {
              yield bytes.subarray(0, 3)
              yield bytes.subarray(3)
            })()
          },
        },
      }
    },
  })
  return {
    adapter,
    /** The bytes of each piece and part. */
    files,
    failing,
    fetched,
    host: () => {
      if (!host) throw new Error('the adapter is not open')
      return host
    },
  }
}
