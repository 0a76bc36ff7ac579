import type { Upload } from '../generated/types.ts'
import { dayMs, msLater } from '../time.ts'
import { refusal } from './engine.ts'
import { sha256Hex } from './sha256.ts'
import type { Handlers, World } from './world.ts'

const lifetimeMs = 7 * dayMs

/** Large files in parts; `bytesOf` gives those of one that is whole. */
export function mockUploads(world: World): { handlers: Handlers; bytesOf: (uploadId: string) => Blob } {
  const uploads = new Map<string, { facts: Upload; parts: Blob[]; sha256: string | undefined }>()

  function find(uploadId: string) {
    const found = uploads.get(uploadId)
    if (!found) throw refusal('notFound', 'There is no such upload.')
    return found
  }

  const handlers: Handlers = {
    beginUpload({ body: { bytes, name = '', sha256 } }) {
      if (bytes < 1) throw refusal('invalid', 'bytes must be at least 1.')
      const createdAt = world.clock().toISOString()
      const expiresAt = msLater(world.clock(), lifetimeMs).toISOString()
      const facts = { id: world.newId('upl'), name, bytes, offset: 0, createdAt, expiresAt }
      uploads.set(facts.id, { facts, parts: [], sha256 })
      return facts
    },
    getUpload: ({ uploadId }) => find(uploadId).facts,
    async continueUpload({ uploadId, file }, { offset }) {
      const { facts, parts, sha256 } = find(uploadId)
      if (Number(offset) !== facts.offset) {
        throw refusal(
          'conflict',
          `The upload has ${facts.offset} bytes: go on from there, not from ${offset}.`,
        )
      }
      const part = new Blob(file ? [file] : [])
      parts.push(part)
      facts.offset += part.size
      if (sha256 !== undefined && facts.offset === facts.bytes) {
        const whole = new Uint8Array(await new Blob(parts).arrayBuffer())
        if (sha256Hex(whole) !== sha256)
          throw refusal('invalid', 'sha256 must be the hash of the bytes that came.')
      }
      return facts
    },
    removeUpload({ uploadId }) {
      find(uploadId)
      uploads.delete(uploadId)
    },
  }
  return { handlers, bytesOf: (uploadId) => new Blob(find(uploadId).parts) }
}
