import type { FastifyInstance } from 'fastify'
import { hasLeft } from './errors.ts'

/** One line a request. The path's pattern, never the path itself: that may hold a tag or a search. */
export function logResponses(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const { isUnlimited, isScraped } = request.routeOptions.config
    const level = (isUnlimited || isScraped) && reply.statusCode < 400 ? 'debug' : 'info'
    request.log[request.cause === undefined ? level : 'warn'](
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        caller: request.caller?.id,
        ...(request.cause === undefined ? {} : { cause: request.cause }),
        ...(hasLeft(request) && !reply.raw.writableFinished ? { left: true } : {}),
      },
      'answered',
    )
    done()
  })
}
