import type { FastifyInstance } from 'fastify'
import type { Portico } from '../app/portico.ts'
import { authorize } from './access.ts'
import { serve } from './route.ts'
import { sendFile } from './sending.ts'
import { accessOf } from './trace.ts'

/** The signature in the URL is the credential: whoever has the URL has these bytes, until it expires. */
export function serveScopedAccess(
  app: FastifyInstance,
  portico: Portico,
  { publicUrl }: { publicUrl?: string | undefined },
) {
  const { scopedAccess, accessLog } = portico

  serve(app, 'grantScopedAccess', async (input) => {
    const { params, caller, now, request } = input
    await authorize(portico, caller, 'exportCase', params.id)
    const base = publicUrl ?? `${request.protocol}://${request.host}`
    const member = { id: caller.id, name: caller.username }
    const access = await scopedAccess.give(
      params.id,
      { ...member, curates: caller.curates },
      now,
      (grant) => `${base}/scoped-bytes/${grant}`,
    )
    // A store of its own tells nobody what it serves, so the grant itself is the trace.
    await accessLog.record(accessOf(input, params.id, 'download', { of: 'scopedAccess' }))
    return { access }
  })

  serve(app, 'getScopedBytes', async ({ params, now, request, reply }) => {
    const { caseId, sha256, member } = await scopedAccess.read(params.grant, now)
    const file = await portico.originalFile(sha256)
    const named = { ...file, mediaType: 'application/octet-stream', name: sha256, isUnchecked: true }
    return sendFile(request, reply, named, async ({ isPartial }) => {
      const what = { of: 'scopedAccess' as const, ...(isPartial ? { isPartial } : {}) }
      await accessLog.record({
        at: now.toISOString(),
        member,
        caseId,
        kind: 'download',
        what,
        requestId: request.id,
      })
    })
  })
}
