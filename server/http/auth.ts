import type { FastifyInstance } from 'fastify'
import type { Identity } from '../auth/identity.ts'
import { serve } from './route.ts'

export function serveAuth(app: FastifyInstance, identity: Identity) {
  serve(app, 'signIn', ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return identity.signIn({ ...body, address: request.ip })
  })
  serve(app, 'refresh', ({ body, reply }) => {
    reply.header('cache-control', 'no-store')
    return identity.refresh(body.refreshToken)
  })
  serve(app, 'signOut', ({ caller }) => identity.signOut(caller))
  serve(app, 'acceptInvitation', ({ body }) => identity.acceptInvitation(body))
  serve(app, 'jwks', ({ reply }) => {
    reply.header('cache-control', 'public, max-age=300')
    return identity.jwks()
  })
  serve(app, 'openIdConfiguration', async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=300')
    return identity.openIdConfiguration()
  })
}
