import { randomBytes } from 'node:crypto'
import type { Portico } from '../app/portico.ts'
import { newId } from '../core/kernel/ids.ts'
import { bodyBytes } from './bytes-body.ts'
import { HttpRefusal } from './errors.ts'
import type { Handlers } from './route.ts'

/** An upload is its owner's alone: to everyone else it is not there. */
export function uploadHandlers({ uploads }: Portico, { mostBytes }: { mostBytes: number }) {
  return {
    beginUpload: async ({ body, caller, now, reply }) => {
      const most = Math.min(mostBytes, uploads.mostOwnBytes)
      if (body.bytes > most) {
        const megabytes = Math.floor(most / 1024 ** 2).toLocaleString('en-US')
        throw new HttpRefusal(413, `A file may have at most ${megabytes} MB.`)
      }
      const id = newId('upl', now, randomBytes(10))
      const { bytes, name = '', sha256 } = body
      const given = { id, owner: caller.id, bytes, name, at: now, ...(sha256 ? { sha256 } : {}) }
      const upload = await uploads.begin(given)
      reply.header('location', `/uploads/${id}`)
      return { upload }
    },

    continueUpload: async ({ params, query, caller, request }) => {
      const bytes = bodyBytes(request, mostBytes)
      return { upload: await uploads.append(params.uploadId, caller.id, query.offset, bytes) }
    },
  } satisfies Partial<Handlers>
}
