import type { Action } from '@portico/contract/actions'
import { project, reads, withheld } from '@portico/contract/audience'
import { isAboutCase, neededFor, type Route, type ServedBy, traceLeftBy } from '@portico/contract/route'
import { type RouteName, routes } from '@portico/contract/table'
import { strict } from '@portico/contract/text'
import Type, { type Static, type TSchema } from '@portico/contract/type'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Request as CoreRequest } from '../app/engine/execute.ts'
import type { NamedFile } from '../app/file/export-case.ts'
import type { Portico } from '../app/portico.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { authorizeAtAll, authorizeOnCase, type CaseAccess, maySee } from './access.ts'
import type { Caller } from './authentication.ts'
import { callOf } from './call.ts'
import { leave, type Told, traceOf } from './leave-trace.ts'
import { sendFile, sendJson } from './sending.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Refuses whoever may not ask for this any more: bytes may take hours to arrive. */
    authorizeStill: (() => Promise<void>) | undefined
  }
  interface FastifyContextConfig {
    name?: RouteName
    isPublic?: boolean | ((request: FastifyRequest) => boolean)
    /** Asked by machines that watch the service: never counted. */
    isUnlimited?: boolean
    /** Asked again and again by a machine: logged at debug while it is answered. */
    isScraped?: boolean
    /** Reads its body itself, as it arrives. */
    takesBytes?: boolean
    /** Its body is kept as the bytes that it came as. */
    isSigned?: boolean
  }
}

export type Row<Name extends RouteName> = (typeof routes)[Name]

/** The rows that say what serves them; each other has a handler. */
export type ServedName = {
  [Name in RouteName]: Row<Name> extends { servedBy: ServedBy } ? Name : never
}[RouteName]

export type Part<Name extends RouteName, Key extends 'params' | 'query' | 'body'> =
  Row<Name> extends { [K in Key]: infer Schema extends TSchema } ? Static<Schema> : undefined

type OfCase<Name extends RouteName> =
  Row<Name> extends { about: 'service' }
    ? undefined
    : Row<Name>['path'] extends `/${'cases' | 'appeals'}/{id}${string}`
      ? CaseAccess
      : undefined

export type Input<Name extends RouteName> = {
  params: Part<Name, 'params'>
  query: Part<Name, 'query'>
  body: Part<Name, 'body'>
  /** Present on every route that is not public; they read as they may read the case that the route is about. */
  caller: Caller
  /** The case that the route is about, as it was when the caller was allowed to it. */
  access: Row<Name> extends { needs: { dependsOnRequest: unknown } } ? undefined : OfCase<Name>
  now: Date
  /** The call for `execute`. `body` stands for bytes that were read. */
  call(body?: unknown): CoreRequest
  /** Where what is needed depends on the request: refuses the caller who may do none of these. */
  authorize: Row<Name> extends { needs: { dependsOnRequest: readonly (infer Needed extends Action)[] } }
    ? (...actions: Needed[]) => Promise<void>
    : never
  /** Refuses whoever may not ask for this any more: for answers that go on. */
  authorizeAnew(asking: Caller): Promise<unknown>
  /** Whether the caller may do something else too, to the case that the route is about or at all. */
  may(action: Action): boolean
  /** Sends a file; its trace is durable before the first byte. */
  sendFile(file: NamedFile, told?: Told): Promise<FastifyReply>
  /** Where an answer goes on, or tells of several cases; all others leave their trace by themselves. */
  leaveTrace(told?: Told): unknown
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<Name extends RouteName> = (input: Input<Name>) => unknown
export type Handlers = { [Name in Exclude<RouteName, ServedName>]: Handler<Name> }

export type Serving = Pick<Portico, 'permissions' | 'caseAccess' | 'accessLog'> & {
  callerNow: (caller: Caller) => Promise<Caller>
}

/** Serves the table: each row by what it says itself, or by the handler of its name. */
export function serveRoutes(
  app: FastifyInstance,
  portico: Serving,
  handlers: Readonly<Record<string, Handler<never>>>,
) {
  const names = Object.keys(routes) as RouteName[]
  const unserved = names.filter((name) => !Object.hasOwn(handlers, name))
  if (unserved.length > 0) throw new Error(`Routes without a handler: ${unserved.join(', ')}.`)
  const unknown = Object.keys(handlers).filter((name) => !Object.hasOwn(routes, name))
  if (unknown.length > 0) throw new Error(`Handlers without a route: ${unknown.join(', ')}.`)
  app.decorateRequest('authorizeStill', undefined)
  for (const name of names) serve(app, portico, name, handlers[name] as Handler<never>)
}

/**
 * Validates, authorizes, has the handler answer, leaves the trace, and sends what of the answer is for the caller. What
 * the handler returns is sent as JSON with the status of the row; a handler that has sent its answer itself returns the
 * reply.
 */
function serve(app: FastifyInstance, portico: Serving, name: RouteName, handler: Handler<never>) {
  const route: Route = routes[name]
  const status = Number(Object.keys(route.answers)[0])
  const isOfCase = isAboutCase(route)
  const needed = neededFor(route)
  const authorize = async (caller: Caller, caseId: string, actions: readonly Action[]) =>
    isOfCase ? authorizeOnCase(portico, caller, actions, caseId) : authorizeAtAll(portico, caller, actions)

  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: {
      name,
      isPublic: route.public === true,
      isUnlimited: route.tag === 'Service' || route.isSigned === true || route.isByLink === true,
      takesBytes: route.bytes !== undefined,
      isSigned: route.isSigned === true,
    },
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    // A word is not compressed, and looking whether it could be loads all of undici before the first answer.
    ...(route.tag === 'Service' ? { compress: false } : {}),
    schema: {
      ...(route.params ? { params: route.params } : {}),
      querystring: queryOf(name),
      ...(takesJson(route) ? { body: route.body ?? noBody } : {}),
    },
    async handler(request, reply) {
      const now = request.server.clock()
      const caller = request.caller as Caller
      const { id } = request.params as { id: string }
      let isAuthorized = needed?.length === 0
      let access: CaseAccess | undefined
      const authorizeFor = async (...actions: Action[]) => {
        access = (await authorize(caller, id, actions)) ?? undefined
        hideConcealed(request.params as { docId?: string }, caller)
        isAuthorized = true
      }
      if (needed && !isAuthorized) await authorizeFor(...needed)
      if (route.bytes && caller)
        request.authorizeStill = async () => {
          Object.assign(caller, await portico.callerNow(caller))
          if (needed && needed.length > 0) await authorizeFor(...needed)
        }
      if (isOfCase && needed && !reads(caller.audience, route.audience)) throw notForTheirRoles()
      const leaveTrace = (told?: Told) => leave(portico.accessLog, traceOf(route, request, now, told))
      const answer = await handler({
        params: request.params,
        query: request.query,
        body: request.body ?? (route.body ? {} : undefined),
        caller,
        access,
        now,
        // Bytes may take hours to arrive; what is done with them is done once they have.
        call: (body = request.body) =>
          callOf(request, route.bytes ? request.server.clock() : now, body, (caseId) =>
            maySee(portico, caller, caseId),
          ),
        authorize: authorizeFor,
        authorizeAnew: (asking: Caller) => authorize(asking, id, needed ?? []),
        may: (action: Action) =>
          portico.permissions.can(caller, action, access ? { case: access.facts } : {}),
        sendFile: (file: NamedFile, told?: Told) =>
          sendFile(
            request,
            reply,
            file,
            (sent) => portico.accessLog.record(traceOf(route, request, now, told, sent)),
            async () => caller && authorize(await portico.callerNow(caller), id, needed ?? []),
          ),
        leaveTrace,
        request,
        reply,
      } as never)
      if (!isAuthorized) throw new Error(`The handler of ${name} has authorized nobody.`)
      // Also where the caller has left before the end of what it is sent.
      if (reply.sent || reply.raw.headersSent) return reply
      if (reply.statusCode === 200) reply.code(status)
      if (reply.statusCode === 204) return reply.send()
      const json = JSON.stringify(shown(route, answer, request))
      if (isOfCase && traceLeftBy(route)) await leaveTrace()
      return sendJson(reply, json)
    },
  })
}

const noDocument = 'doc_none'

/** What is not for the caller is answered as what there is not. */
function hideConcealed(params: { docId?: string }, { concealed }: Caller) {
  if (params.docId !== undefined && concealed.includes(params.docId)) params.docId = noDocument
}

/** A request that takes no body is sent none, or `{}`: whatever else is in it would be ignored. */
const noBody = Type.Object({}, strict)

const takesJson = ({ method, bytes, isSigned }: Route) => method !== 'GET' && !bytes && !isSigned

const queries = new Map<RouteName, TSchema>()

/** The same object for each service of a process: what is another is compiled anew. */
function queryOf(name: RouteName): TSchema {
  const { query = Type.Object({}) }: Route = routes[name]
  const found = queries.get(name) ?? { ...query, additionalProperties: false }
  queries.set(name, found)
  return found
}

/** The one place where an answer becomes what is for the caller; the schema of its status says what that is. */
function shown(route: Route, answer: unknown, { caller }: FastifyRequest): unknown {
  if (!caller || route.public) return answer
  const schema = Object.values(route.answers).find((one) => one.schema)?.schema
  if (!schema) return answer
  const part = project(schema, answer, caller.audience, route.audience, caller)
  if (part === withheld) throw notForTheirRoles()
  return part
}

const notForTheirRoles = () => new Refusal('forbidden', 'Your roles do not allow this.')
