import type { Upload } from '../types.ts'
import type { Uploads } from '../uploads.ts'
import { type MockStore, refusal } from './store.ts'

const lifetimeMs = 7 * 24 * 60 * 60 * 1000

export type MockUploads = Uploads & {
  /** The bytes of one that is whole. */
  bytesOf(uploadId: string): Blob
}

/** Nothing breaks here: an upload is whole at once. */
export function mockUploads(store: MockStore): MockUploads {
  const uploads = new Map<string, { facts: Upload; file: Blob }>()
  let begun = 0

  function find(uploadId: string) {
    const found = uploads.get(uploadId)
    if (!found) throw refusal(404, 'notFound', 'There is no such upload.')
    return found
  }

  return {
    bytesOf: (uploadId) => find(uploadId).file,
    send: (file, { name, uploadId, onProgress, signal } = {}) =>
      store.read({ signal }, () => {
        if (file.size === 0) throw refusal(400, 'badRequest', 'The body has bytes below 1.')
        if (uploadId !== undefined && find(uploadId).file.size !== file.size) {
          throw refusal(400, 'badRequest', `The upload ${uploadId} is of another file.`)
        }
        begun += 1
        const createdAt = store.clock()
        const facts: Upload = {
          id: uploadId ?? `upl_mock_${begun}`,
          name: name ?? ('name' in file ? String(file.name) : ''),
          bytes: file.size,
          offset: 0,
          createdAt,
          expiresAt: new Date(Date.parse(createdAt) + lifetimeMs).toISOString(),
        }
        onProgress?.({ ...facts })
        facts.offset = file.size
        uploads.set(facts.id, { facts, file })
        onProgress?.({ ...facts })
        return facts
      }),
    get: (uploadId, call) => store.read(call, () => find(uploadId).facts),
    remove: (uploadId, call) =>
      store.read(call, () => {
        find(uploadId)
        uploads.delete(uploadId)
      }),
  }
}
