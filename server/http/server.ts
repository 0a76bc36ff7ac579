import { hash } from 'node:crypto'
import compress from '@fastify/compress'
import etag from '@fastify/etag'
import rateLimit from '@fastify/rate-limit'
import { apiVersion } from '@portico/contract/table'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { BulkLoad } from '../app/bulk-load/bulk-load.ts'
import { tenRandomBytes } from '../app/engine/random.ts'
import type { SeenCase } from '../app/file/case-access.ts'
import type { Portico } from '../app/portico.ts'
import type { Caller as SignedIn } from '../auth/can.ts'
import type { Identity } from '../auth/identity.ts'
import type { Changer } from '../auth/member-changes.ts'
import { newId } from '../core/kernel/ids.ts'
import { alertHandlers } from './alerts.ts'
import { appealHandlers } from './appeals.ts'
import { authHandlers } from './auth.ts'
import { authenticateRequests, type Caller, type RateLimits } from './authentication.ts'
import { boilerplateHandlers } from './boilerplate.ts'
import { boundaryHandlers } from './boundary.ts'
import { calendarFeedHandlers } from './calendar-feeds.ts'
import { caseHandlers } from './cases.ts'
import { answerClientError, longestHeaders, trackConnections } from './connections.ts'
import { custodyHandlers } from './custody.ts'
import { decisionPackageHandlers } from './decision-package.ts'
import { deliveryHandlers } from './deliveries.ts'
import { distributionHandlers } from './distribution.ts'
import { docketHandlers } from './docket.ts'
import { documentHandlers } from './documents.ts'
import { editorHandlers } from './editors.ts'
import { endingHandlers } from './endings.ts'
import { createErrorHandler } from './errors.ts'
import { openEventStreams } from './event-streams.ts'
import { eventHandlers } from './events.ts'
import { asAsked } from './head.ts'
import { healthHandlers, refuseWriteOnFullDisk } from './health.ts'
import { importHandlers } from './imports.ts'
import { intakeHandlers } from './intake.ts'
import { issueHandlers } from './issues.ts'
import { parseBodies } from './json-body.ts'
import { letterHandlers } from './letters.ts'
import { linkHandlers } from './links.ts'
import { logResponses } from './log-responses.ts'
import { mailHandlers } from './mail.ts'
import { memberHandlers } from './members.ts'
import type { ReadFigures } from './metrics.ts'
import { ownHandlers } from './own.ts'
import { type PagesOptions, servePages } from './pages.ts'
import { partyHandlers } from './parties.ts'
import { passkeyHandlers } from './passkeys.ts'
import { profileHandlers } from './profile.ts'
import { queueHandlers } from './queues.ts'
import { remandHandlers } from './remands.ts'
import { reportHandlers } from './reports.ts'
import { roomHandlers } from './rooms.ts'
import { serveRoutes } from './route.ts'
import { schedulingHandlers } from './scheduling.ts'
import { scopedAccessHandlers } from './scoped-access.ts'
import { openRows } from './served.ts'
import { sessionPlanHandlers } from './session-plans.ts'
import { sessionHandlers } from './sessions.ts'
import { sourceHandlers } from './sources.ts'
import { refuseUnknownPaths, routedUrl } from './unknown-path.ts'
import { uploadHandlers } from './uploads.ts'
import { refuseUnstorable, schemaErrorFormatter, validatorCompiler } from './validation.ts'
import { workProductHandlers } from './work-products.ts'
import { serveWorkspace, type WorkspaceOptions } from './workspace.ts'

export type HttpOptions = PagesOptions &
  WorkspaceOptions & {
    portico: Portico
    bulkLoad: BulkLoad
    identity: Identity
    ports: PortsDesk
    deactivateMember: (memberId: string, by: Changer) => Promise<unknown>
    clock: () => Date
    log: Logger
    isSandbox: boolean
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
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: longestHeaders },
    genReqId: () => newId('req', clock(), tenRandomBytes()),
    frameworkErrors: errorHandler,
    schemaController: { compilersFactory: { buildValidator: notUsed, buildSerializer: notUsed } },
  }) as unknown as FastifyInstance
  app.decorate('clock', clock)
  app.setValidatorCompiler(validatorCompiler)
  app.setSchemaErrorFormatter(schemaErrorFormatter)
  app.setErrorHandler(errorHandler)
  refuseUnknownPaths(app)
  parseBodies(app)

  const headers = everyAnswer(options)
  app.addHook('onRequest', (request, reply, done) => {
    asAsked(request.raw)
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
  if (options.allowedOrigins.length > 0) {
    const { default: cors } = await import('@fastify/cors')
    await app.register(cors, {
      origin: [...options.allowedOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'x-request-id',
        'etag',
        'portico-version',
        'retry-after',
        'portico-resume-after',
        'content-range',
        'content-disposition',
      ],
      maxAge: 600,
    })
  }
  await app.register(rateLimit, { global: false })
  await app.register(etag, { hashFn: (body) => hash('sha1', body, 'base64') })
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  })
  const reading = (caller: SignedIn, seen?: SeenCase): Caller => {
    const { readingOf, sightOf } = portico.permissions
    return { ...caller, ...readingOf(caller), concealed: [], upTo: sightOf(caller).upTo, seen }
  }
  const authenticate = async (token: string | undefined, caseId?: string) => {
    const { seen, look } = caseId === undefined ? {} : portico.caseAccess.lookAt(caseId)
    return reading(await identity.authenticate(token, look), seen)
  }
  const callerNow = async (caller: Caller) => reading(await identity.callerNow(caller))
  authenticateRequests(app, { authenticate, limits: options.limits })
  app.addHook('preValidation', (request, _reply, done) => {
    let refusal: Error | undefined
    try {
      refuseUnstorable(request)
      refuseWriteOnFullDisk(request, portico)
    } catch (error) {
      refusal = error as Error
    }
    done(refusal)
  })
  logResponses(app)
  app.addHook('preClose', async () => {
    connections.letGo()
    setTimeout(connections.cut, options.graceMs).unref()
  })

  if (options.metrics) {
    const { serveMetrics } = await import('./metrics.ts')
    serveMetrics(app, options.metrics.token, options.metrics.readFigures)
  }
  const limits = { mostBytes: options.mostUploadBytes }
  const serving = { ...portico, callerNow }
  const rows = openRows({ portico, ports: options.ports })
  const handlers = {
    ...appealHandlers(portico),
    ...authHandlers(identity, portico, options),
    ...boundaryHandlers(portico, options.ports),
    ...caseHandlers(portico),
    ...custodyHandlers(portico),
    ...decisionPackageHandlers(portico),
    ...deliveryHandlers(portico, options.ports),
    ...distributionHandlers(portico),
    ...docketHandlers(portico),
    ...endingHandlers(portico, rows),
    ...documentHandlers(portico),
    ...eventHandlers(
      portico,
      openEventStreams({ live: portico.live, authenticate, clock }),
      openEventStreams({ live: portico.listChanges, authenticate, clock }),
    ),
    ...healthHandlers(portico),
    ...importHandlers(options.bulkLoad, limits),
    ...intakeHandlers(portico, limits),
    ...mailHandlers(portico, limits),
    ...sourceHandlers(portico),
    ...issueHandlers(portico),
    ...remandHandlers(portico),
    ...letterHandlers(portico),
    ...linkHandlers(portico),
    ...memberHandlers(portico, options),
    ...ownHandlers(portico),
    ...alertHandlers(portico),
    ...partyHandlers(portico, options.ports),
    ...passkeyHandlers(identity, portico, options),
    ...profileHandlers(portico),
    ...queueHandlers(portico),
    ...reportHandlers(portico),
    ...scopedAccessHandlers(portico, { members: identity.members, publicUrl: options.publicUrl }),
    ...roomHandlers(portico, options.ports),
    ...sessionHandlers(portico, options.ports),
    ...schedulingHandlers(portico),
    ...sessionPlanHandlers(portico, options.ports),
    ...calendarFeedHandlers(portico, options),
    ...uploadHandlers(portico, limits),
    ...workProductHandlers(portico),
    ...boilerplateHandlers(portico),
    ...editorHandlers(portico, options.ports, { publicUrl: options.publicUrl }),
  }
  serveRoutes(app, serving, rows.handlers(handlers))
  servePages(app, options)
  serveWorkspace(app, options)
  return app
}

/** Fastify's own compilers, which it would load at every start: validators come from us, answers have no schema. */
function notUsed(): never {
  throw new Error('schemas are compiled by validatorCompiler alone')
}

/** What helmet would say, said once: a browser makes nothing of an answer but what it is. */
function everyAnswer({ proxyCount, allowedOrigins }: HttpOptions): Record<string, string> {
  return {
    'portico-version': apiVersion,
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': allowedOrigins.length > 0 ? 'cross-origin' : 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...(proxyCount > 0 ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
