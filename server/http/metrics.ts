import { createHash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../core/kernel.ts'

/** For Prometheus, which sends the token of the setting as its bearer token. */
export function serveMetrics(app: FastifyInstance, token: string) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'portico_http_request_duration_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    durations.observe(labels, reply.elapsedTime / 1000)
  })

  app.get('/metrics', { config: { isPublic: true } }, async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) {
      throw new Refusal('unauthenticated', 'The metrics need the token of PORTICO_METRICS_TOKEN.')
    }
    reply.type(registry.contentType)
    return registry.metrics()
  })
}

function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
