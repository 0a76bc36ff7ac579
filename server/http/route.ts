import { createHash } from 'node:crypto'
import { project, withheld } from '@portico/contract/audience'
import type { Route } from '@portico/contract/route'
import { type RouteName, routes } from '@portico/contract/table'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static, type TSchema } from 'typebox'
import type { Request as CoreRequest } from '../app/engine/execute.ts'
import { canonicalJson } from '../core/kernel/chain.ts'
import { Refusal } from '../core/kernel/decider.ts'
import type { Caller } from './authentication.ts'
import { HttpRefusal } from './errors.ts'
import { sendJson } from './sending.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    name?: RouteName
    isPublic?: boolean | ((request: FastifyRequest) => boolean)
    /** Asked by machines that watch the service: never counted. */
    isUnlimited?: boolean
    /** Asked again and again by a machine: logged at debug while it is answered. */
    isScraped?: boolean
    /** Reads its body itself, as it arrives. */
    takesBytes?: boolean
  }
}

type Part<Name extends RouteName, Key extends 'params' | 'query' | 'body'> = (typeof routes)[Name] extends {
  [K in Key]: infer Schema extends TSchema
}
  ? Static<Schema>
  : undefined

export type Input<Name extends RouteName> = {
  params: Part<Name, 'params'>
  query: Part<Name, 'query'>
  body: Part<Name, 'body'>
  /** Present on every route that is not public. */
  caller: Caller
  now: Date
  /** The call for `execute`: who, when, and what the caller knows of the case. `body` stands for bytes that were read. */
  call(body?: unknown): CoreRequest
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<Name extends RouteName> = (input: Input<Name>) => Promise<unknown>

/**
 * Serves one row of the route table. What the handler returns is sent as JSON with the status that the table gives;
 * a handler that has sent its answer itself returns the reply.
 */
export function serve<Name extends RouteName>(
  app: FastifyInstance,
  name: Name,
  handler: Handler<Name>,
  { bodyLimit, isUnlimited = false }: { bodyLimit?: number; isUnlimited?: boolean } = {},
) {
  const route: Route = routes[name]
  const status = Number(Object.keys(route.answers)[0])
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { name, isPublic: route.public === true, isUnlimited, takesBytes: route.bytes !== undefined },
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    schema: {
      ...(route.params ? { params: route.params } : {}),
      querystring: { ...(route.query ?? Type.Object({})), additionalProperties: false },
      ...(route.body && !route.bytes ? { body: route.body } : {}),
    },
    async handler(request, reply) {
      const now = request.server.clock()
      const answer = await handler({
        params: request.params as Part<Name, 'params'>,
        query: request.query as Part<Name, 'query'>,
        body: request.body as Part<Name, 'body'>,
        caller: request.caller as Caller,
        now,
        // Bytes may take hours to arrive; what is done with them is done once they have.
        call: (body = request.body) => callOf(request, route.bytes ? request.server.clock() : now, body),
        request,
        reply,
      })
      // Also where the caller has left before the end of what it is sent.
      if (reply.sent || reply.raw.headersSent) return reply
      if (reply.statusCode === 200) reply.code(status)
      return answer === undefined
        ? reply.send()
        : sendJson(reply, JSON.stringify(shown(name, answer, request)))
    },
  })
}

/** The one place where an answer becomes what is for the caller; the schema of its status says what that is. */
function shown(name: RouteName, answer: unknown, { caller }: FastifyRequest): unknown {
  const route: Route = routes[name]
  if (!caller || route.public) return answer
  const schema = Object.values(route.answers).find((one) => one.schema)?.schema
  if (!schema) return answer
  const part = project(schema, answer, caller.audience, route.audience)
  if (part === withheld) throw new Refusal('forbidden', 'Your roles do not allow this.')
  return part
}

function callOf(request: FastifyRequest, at: Date, body: unknown): CoreRequest {
  const caller = request.caller as Caller
  const key = request.headers['idempotency-key']
  const expectedVersion = versionOf(request.headers['if-match'])
  return {
    at,
    actor: { id: caller.id, name: caller.username, kind: 'person' },
    correlationId: request.id,
    caller: { roles: caller.roles, teams: caller.teams },
    ...(expectedVersion === undefined ? {} : { expectedVersion }),
    ...(key === undefined
      ? {}
      : { idempotency: { key: idempotencyKey(key), fingerprint: fingerprint(request, body) } }),
  }
}

function idempotencyKey(key: string | string[]): string {
  if (typeof key === 'string' && key.length >= 1 && key.length <= 200) return key
  throw new HttpRefusal(400, 'Idempotency-Key must have 1 to 200 characters.')
}

function fingerprint(request: FastifyRequest, body: unknown): Buffer {
  const asked = [request.method, request.url, request.headers['if-match'] ?? null, body ?? null]
  return createHash('sha256').update(canonicalJson(asked)).digest()
}

function versionOf(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined
  const version = /^"(\d{1,9})(?:-[^"]*)?"$/.exec(ifMatch)?.[1]
  if (version === undefined)
    throw new HttpRefusal(400, 'If-Match must be the version of the case in quotes, like "12".')
  return Number(version)
}
