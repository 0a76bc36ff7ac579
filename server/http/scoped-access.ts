import type { FastifyInstance } from 'fastify'
import type { Grant } from '../app/file/scoped-access.ts'
import type { Portico } from '../app/portico.ts'
import type { Member } from '../auth/members.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { authorize } from './access.ts'
import { serve } from './route.ts'
import { sendFile } from './sending.ts'
import { accessOf } from './trace.ts'

/**
 * The signature in the URL is the credential: whoever has the URL has these bytes, until it expires, or whom it was
 * given to may not have them any more. A URL of a store of its own is told of the first alone.
 */
export function serveScopedAccess(
  app: FastifyInstance,
  portico: Portico,
  {
    members,
    publicUrl,
  }: {
    members: { get(memberId: string): Promise<Member | undefined> }
    publicUrl?: string | undefined
  },
) {
  const { scopedAccess, accessLog, permissions } = portico

  async function refuseLost({ caseId, member, curates }: Grant) {
    const [asking, access] = await Promise.all([members.get(member.id), portico.caseAccess(caseId)])
    const facts = access && { id: caseId, ...access }
    const mayStill =
      asking?.active &&
      facts &&
      permissions.can(asking, 'exportCase', { case: facts }) &&
      (!curates || permissions.readingOf(asking, facts).curates)
    if (!mayStill) throw new Refusal('forbidden', 'Whom this URL was given to may not have this any more.')
  }

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
    const grant = await scopedAccess.read(params.grant, now)
    await refuseLost(grant)
    const { caseId, sha256, member } = grant
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
