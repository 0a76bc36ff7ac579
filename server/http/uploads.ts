import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Portico } from '../app/portico.ts'
import { newId } from '../core/kernel/ids.ts'
import { refuseUnlessAllowed } from './access.ts'
import { bodyBytes } from './bytes-body.ts'
import { HttpRefusal } from './errors.ts'
import { serve } from './route.ts'

/** An upload is its owner's alone: to everyone else it is not there. */
export function serveUploads(
  app: FastifyInstance,
  { uploads, permissions }: Portico,
  { mostBytes }: { mostBytes: number },
) {
  serve(app, 'beginUpload', async ({ body, caller, now, reply }) => {
    refuseUnlessAllowed({ permissions }, caller, ['openCases', 'fileDocuments', 'importCases'])
    if (body.bytes > mostBytes) {
      const megabytes = Math.floor(mostBytes / 1024 ** 2).toLocaleString('en-US')
      throw new HttpRefusal(413, `A file has at most ${megabytes} MB here.`)
    }
    const id = newId('upl', now, randomBytes(10))
    const { bytes, name = '', sha256 } = body
    const given = { id, owner: caller.id, bytes, name, at: now, ...(sha256 ? { sha256 } : {}) }
    const upload = await uploads.begin(given)
    reply.header('location', `/uploads/${id}`)
    return { upload }
  })

  serve(app, 'getUpload', async ({ params, caller }) => {
    return { upload: await uploads.find(params.uploadId, caller.id) }
  })

  serve(app, 'continueUpload', async ({ params, query, caller, request }) => {
    const bytes = bodyBytes(request, mostBytes)
    return { upload: await uploads.append(params.uploadId, caller.id, query.offset, bytes) }
  })

  serve(app, 'removeUpload', async ({ params, caller }) => {
    await uploads.remove(params.uploadId, caller.id)
  })
}
