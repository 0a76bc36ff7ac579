import type { Portico } from '../app/portico.ts'
import type { Reader } from '../core/file/reader.ts'

const mostBytes = 64 * 1024 * 1024

/**
 * A list is made once for a version of the case and a reader: whatever changes it is an event of the case, so the
 * version tells, in every process, whether the bytes still hold.
 */
export function cachedDocumentLists(portico: Portico) {
  const lists = new Map<string, { version: number; bytes: Buffer }>()
  let held = 0

  const drop = (key: string) => {
    held -= lists.get(key)?.bytes.length ?? 0
    lists.delete(key)
  }

  return {
    async get(caseId: string, reader: Reader, version: number): Promise<Buffer> {
      const key = `${caseId} ${reader.id} ${reader.audience}`
      const known = lists.get(key)
      if (known && known.version >= version) {
        lists.delete(key)
        lists.set(key, known)
        return known.bytes
      }
      const documents = await portico.documents(caseId, reader)
      const bytes = Buffer.from(JSON.stringify({ documents }))
      drop(key)
      lists.set(key, { version, bytes })
      held += bytes.length
      for (const oldest of lists.keys()) {
        if (held <= mostBytes) break
        drop(oldest)
      }
      return bytes
    },
  }
}
