import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import etag from '@fastify/etag'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { apiVersion } from '@portico/contract/table'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { BulkLoad } from '../app/bulk-load/bulk-load.ts'
import type { Portico } from '../app/portico.ts'
import type { Identity } from '../auth/identity.ts'
import type { Changer } from '../auth/member-changes.ts'
import { newId } from '../core/kernel/ids.ts'
import { serveAccessGrants } from './access-grants.ts'
import { serveAppeals } from './appeals.ts'
import { serveAuth } from './auth.ts'
import { authenticateRequests, type RateLimits } from './authentication.ts'
import { serveCases } from './cases.ts'
import { answerClientError, longestHeaders, trackConnections } from './connections.ts'
import { serveCustody } from './custody.ts'
import { serveDecisionPackage } from './decision-package.ts'
import { serveDistribution } from './distribution.ts'
import { serveDocuments } from './documents.ts'
import { createErrorHandler } from './errors.ts'
import { openEventStreams } from './events.ts'
import { refuseWritesOnFullDisk, serveHealth } from './health.ts'
import { serveImports } from './imports.ts'
import { serveIntake } from './intake.ts'
import { serveIssues } from './issues.ts'
import { parseBodies } from './json-body.ts'
import { serveLinks } from './links.ts'
import { logResponses } from './log-responses.ts'
import { serveMembers } from './members.ts'
import type { ReadFigures } from './metrics.ts'
import { type PagesOptions, servePages } from './pages.ts'
import { serveParties } from './parties.ts'
import { servePriority } from './priority.ts'
import { serveProfile } from './profile.ts'
import { serveQueues } from './queues.ts'
import { serveScopedAccess } from './scoped-access.ts'
import { serveSessions } from './sessions.ts'
import { serveTasks } from './tasks.ts'
import { refuseUnknownPaths, routedUrl } from './unknown-path.ts'
import { serveUploads } from './uploads.ts'
import { refuseUnstorable, schemaErrorFormatter, validatorCompiler } from './validation.ts'
import { serveWorkProducts } from './work-products.ts'

export type HttpOptions = PagesOptions & {
  portico: Portico
  bulkLoad: BulkLoad
  identity: Identity
  deactivateMember: (memberId: string, by: Changer) => Promise<unknown>
  clock: () => Date
  log: Logger
  limits: RateLimits
  allowedOrigins: readonly string[]
  /** How many proxies stand before the service. */
  proxyCount: number
  mostUploadBytes: number
  /** How long what has begun may take to end when the service closes. */
  graceMs: number
  metrics?: { token: string; readFigures: ReadFigures } | undefined
  isUnavailable: (error: unknown) => boolean
}

const bodyLimit = 1024 * 1024
const timeouts = { headersMs: 60_000, quietMs: 30_000, keepAliveMs: 72_000, bodyMs: 120_000 }

export async function openHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { portico, identity, clock, log } = options
  const errorHandler = createErrorHandler(options)
  const connections = trackConnections(timeouts)
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address: string, hop: number) => hop < options.proxyCount,
    bodyLimit,
    serverFactory: connections.serverFactory,
    clientErrorHandler: answerClientError,
    rewriteUrl: routedUrl,
    routerOptions: { maxParamLength: longestHeaders },
    genReqId: () => newId('req', clock(), randomBytes(10)),
    frameworkErrors: errorHandler,
  }) as unknown as FastifyInstance
  app.decorate('clock', clock)
  app.setValidatorCompiler(validatorCompiler)
  app.setSchemaErrorFormatter(schemaErrorFormatter)
  app.setErrorHandler(errorHandler)
  refuseUnknownPaths(app)
  parseBodies(app)

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'portico-version': apiVersion,
      'cache-control': 'private, no-cache',
    })
  })
  if (options.allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: [...options.allowedOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'x-request-id',
        'etag',
        'portico-version',
        'retry-after',
        'content-range',
        'content-disposition',
      ],
      maxAge: 600,
    })
  }
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    hsts: options.proxyCount > 0,
    crossOriginResourcePolicy: { policy: options.allowedOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
  })
  await app.register(rateLimit, { global: false })
  await app.register(etag)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  })
  const authenticate = async (token: string | undefined) => {
    const caller = await identity.authenticate(token)
    const { readingOf, sightOf } = portico.permissions
    const { upTo } = sightOf(caller)
    return { ...caller, ...readingOf(caller), upTo }
  }
  authenticateRequests(app, { authenticate, limits: options.limits })
  app.addHook('preValidation', refuseUnstorable)
  refuseWritesOnFullDisk(app, portico)
  logResponses(app)
  app.addHook('preClose', async () => {
    connections.letGo()
    setTimeout(connections.cut, options.graceMs).unref()
  })

  if (options.metrics) {
    const { serveMetrics } = await import('./metrics.ts')
    serveMetrics(app, options.metrics.token, options.metrics.readFigures)
  }
  serveAuth(app, identity)
  serveAppeals(app, portico)
  serveDocuments(app, portico)
  serveCases(app, portico, openEventStreams({ live: portico.live, authenticate, clock }))
  serveWorkProducts(app, portico)
  serveDecisionPackage(app, portico)
  serveIssues(app, portico)
  serveTasks(app, portico)
  serveSessions(app, portico)
  serveIntake(app, portico, { mostBytes: options.mostUploadBytes })
  serveUploads(app, portico, { mostBytes: options.mostUploadBytes })
  serveCustody(app, portico)
  serveImports(app, {
    bulkLoad: options.bulkLoad,
    permissions: portico.permissions,
    mostBytes: options.mostUploadBytes,
  })
  serveLinks(app, portico)
  serveParties(app, portico)
  serveAccessGrants(app, portico)
  serveMembers(app, portico, options)
  servePriority(app, portico)
  serveProfile(app, portico)
  serveScopedAccess(app, portico, { members: identity.members, publicUrl: options.publicUrl })
  serveQueues(app, portico)
  serveDistribution(app, portico)
  serveHealth(app, portico)
  servePages(app, options)
  return app
}
