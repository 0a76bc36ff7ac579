import type { Grant } from '../app/file/scoped-access.ts'
import type { Portico } from '../app/portico.ts'
import type { Member } from '../auth/members.ts'
import { Refusal } from '../core/kernel/decider.ts'
import type { Handlers } from './route.ts'

/**
 * The signature in the URL is the credential: whoever has the URL has these bytes, until it expires, or whom it was
 * given to may not have them any more. A URL of a store of its own is told of the first alone.
 */
export function scopedAccessHandlers(
  portico: Portico,
  {
    members,
    publicUrl,
  }: {
    members: { get(memberId: string): Promise<Member | undefined> }
    publicUrl?: string | undefined
  },
) {
  const { scopedAccess, permissions } = portico

  async function refuseLost(grant: Grant) {
    const { caseId, member, curates } = grant
    const [asking, access] = await Promise.all([members.get(member.id), portico.caseAccess.find(caseId)])
    const facts = access && { id: caseId, ...access }
    const mayStill =
      asking?.active &&
      facts &&
      !facts.purgedAt &&
      permissions.can(asking, 'exportCase', { case: facts }) &&
      (!curates || permissions.readingOf(asking, facts).curates)
    if (!mayStill)
      throw new Refusal('forbidden', 'The member that this URL was issued to no longer has access.')
    const { audience } = permissions.readingOf(asking, facts)
    const concealed = await portico.caseAccess.concealedFrom(caseId, { id: member.id, audience })
    await scopedAccess.refuseGone(grant, facts.version, concealed)
  }

  return {
    grantScopedAccess: async ({ params, caller, access: { version }, now, request }) => {
      const base = publicUrl ?? `${request.protocol}://${request.host}`
      const member = { id: caller.id, name: caller.username, kind: caller.kind }
      const access = await scopedAccess.give(
        { caseId: params.id, version },
        { ...member, curates: caller.curates, concealed: caller.concealed },
        now,
        (grant) => `${base}/scoped-bytes/${grant}`,
      )
      return { access }
    },

    getScopedBytes: async ({ params, now, sendFile }) => {
      const grant = scopedAccess.read(params.grant, now)
      await refuseLost(grant)
      const { caseId, sha256, member } = grant
      const file = await portico.files.original(sha256)
      const named = { ...file, mediaType: 'application/octet-stream', name: sha256, isUnchecked: true }
      return sendFile(named, { caseId, member })
    },
  } satisfies Partial<Handlers>
}
