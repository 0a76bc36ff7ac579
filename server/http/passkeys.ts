import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Portico } from '../app/portico.ts'
import type { Identity } from '../auth/identity.ts'
import type { Changer } from '../auth/member-changes.ts'
import type { Passkey } from '../auth/passkeys.ts'
import type { Site } from '../auth/webauthn.ts'
import { Refusal } from '../core/kernel/decider.ts'
import type { Caller } from './authentication.ts'
import { type BrowserSessionOptions, browserSession, openOrigin } from './browser-session.ts'
import { changedBy } from './members.ts'
import type { Handlers } from './route.ts'

export function passkeyHandlers(
  { passkeys, passkeyUses, members }: Identity,
  { permissions }: Pick<Portico, 'permissions'>,
  options: BrowserSessionOptions,
) {
  const session = browserSession(options)
  const originOf = openOrigin(options)
  const siteOf = (request: FastifyRequest): Site => {
    const origin = originOf(request)
    const { hostname } = new URL(origin)
    if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')))
      throw new Refusal(
        'notFound',
        'Passkeys need a host name: open this service by its name, not by an IP address.',
      )
    return { origin, rpId: hostname }
  }
  const refuseUnknownMember = async (memberId: string) => {
    if (!(await members.get(memberId))) throw new Refusal('notFound', 'There is no such member.')
  }

  return {
    startPasskeySignIn: async ({ request, reply }) => {
      reply.header('cache-control', 'no-store')
      return { options: await passkeyUses.options(siteOf(request)) }
    },

    signInWithPasskey: ({ body, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return passkeyUses.signIn({ ...body, site: siteOf(request), address: request.ip })
    },

    startBrowserSessionWithPasskey: async ({ body, request, reply }) => {
      reply.header('cache-control', 'no-store')
      session.refuseOtherOrigins(request)
      const used = { ...body, site: siteOf(request), address: request.ip, isBrowser: true }
      return session.begin(request, reply, await passkeyUses.signIn(used))
    },

    listPasskeys: async ({ caller }) => ({ passkeys: (await passkeys.list(caller.id)).map(asPasskey) }),

    startNewPasskey: async ({ body, caller, request, reply }) => {
      reply.header('cache-control', 'no-store')
      const proof = { ...body, site: siteOf(request), address: request.ip }
      return { options: await passkeys.newOptions(caller, proof) }
    },

    addPasskey: async ({ body, caller, request }) => ({
      passkey: asPasskey(await passkeys.add(caller, { ...body, site: siteOf(request) })),
    }),

    renamePasskey: async ({ params, body, caller }) => ({
      passkey: asPasskey(await passkeys.rename(caller, params.id, body.name)),
    }),

    removePasskey: ({ params, caller }) =>
      passkeys.remove(caller.id, params.id, { by: ownerOf(caller), except: caller.sessionId }),

    listMemberPasskeys: async ({ params }) => {
      await refuseUnknownMember(params.id)
      return { passkeys: (await passkeys.list(params.id)).map(asPasskey) }
    },

    removeMemberPasskey: async ({ params, caller }) => {
      await refuseUnknownMember(params.id)
      const by = changedBy(caller, permissions)
      await passkeys.remove(params.id, params.passkeyId, { by, except: caller.sessionId })
    },
  } satisfies Partial<Handlers>
}

const ownerOf = ({ id, username, kind }: Caller): Changer => ({ id, name: username, kind })

function asPasskey({ createdAt, lastUsedAt, ...passkey }: Passkey) {
  return {
    ...passkey,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
