import type { Identity } from '../auth/identity.ts'
import type { Handlers } from './route.ts'

export function authHandlers(identity: Identity) {
  return {
    signIn: ({ body, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return identity.signIn({ ...body, address: request.ip })
    },

    refresh: ({ body, reply }) => {
      reply.header('cache-control', 'no-store')
      return identity.refresh(body.refreshToken)
    },

    signOut: ({ caller }) => identity.signOut(caller),

    acceptInvitation: ({ body }) => identity.acceptInvitation(body),

    jwks: ({ reply }) => {
      reply.header('cache-control', 'public, max-age=300')
      return identity.jwks()
    },

    openIdConfiguration: async ({ reply }) => {
      reply.header('cache-control', 'public, max-age=300')
      return identity.openIdConfiguration()
    },
  } satisfies Partial<Handlers>
}
