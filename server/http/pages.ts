import { openApi } from '@portico/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../core/kernel.ts'

/** What a person or a tool reads without a token: the description of the API. */
export function servePages(app: FastifyInstance) {
  const description = JSON.stringify(openApi())
  const config = { isPublic: true }

  app.get('/openapi.json', { config }, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .send(description),
  )
  app.get('/', { config }, async (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) throw new Refusal('unauthenticated', 'Send a token.')
    return reply.redirect('/docs')
  })
}
