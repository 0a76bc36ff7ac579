import { createHash, timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../core/kernel/decider.ts'

/** How something stands at this moment; the same name may come several times, with other labels. */
export type Figure = {
  name: string
  help: string
  labels?: Record<string, string>
  value: number
  isCounter?: true
}
export type ReadFigures = () => Promise<Figure[]>

/** For Prometheus, which sends the token of the setting as its bearer token. */
export function serveMetrics(app: FastifyInstance, token: string, readFigures: ReadFigures) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'portico_http_request_duration_seconds',
    help: 'Duration of requests, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })

  let shown: string[] = []

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    durations.observe(labels, reply.elapsedTime / 1000)
  })

  app.get('/metrics', { config: { isPublic: true, isScraped: true } }, async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) {
      throw new Refusal('unauthenticated', 'Send the token of PORTICO_METRICS_TOKEN as the bearer token.')
    }
    // The process's own are told while the database is away, and what would be out of date is not.
    const figures = await readFigures().catch(() => [])
    for (const name of shown) registry.removeSingleMetric(name)
    shown = showFigures(registry, figures)
    reply.type(registry.contentType)
    return registry.metrics()
  })
}

function showFigures(registry: Registry, figures: readonly Figure[]): string[] {
  const byName = Map.groupBy(figures, ({ name }) => name)
  for (const [name, some] of byName) {
    const [{ help, labels = {}, isCounter }] = some as [Figure]
    const shape = { name, help, labelNames: Object.keys(labels), registers: [registry] }
    if (isCounter) {
      const counter = new Counter(shape)
      for (const { labels = {}, value } of some) counter.inc(labels, value)
    } else {
      const gauge = new Gauge(shape)
      for (const { labels = {}, value } of some) gauge.set(labels, value)
    }
  }
  return [...byName.keys()]
}

function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
