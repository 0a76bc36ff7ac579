import type { TSchema } from 'typebox'
import { audiences, declaredIn } from './audience.ts'
import { webhooks } from './openapi-webhooks.ts'
import { descriptionOf } from './openapi-words.ts'
import {
  type Answer,
  browserSessionHeader,
  ErrorBody,
  errorMeanings,
  type Route,
  type RouteTag,
} from './route.ts'
import { apiVersion, namedSchemas, routes } from './table.ts'
import Type from './type.ts'

type Json = { [key: string]: unknown }

const namesBySchema = new Map(Object.entries(namedSchemas).map(([name, schema]) => [schema as object, name]))

const tagMeanings: Record<RouteTag, string> = {
  'Sign-in': 'Get, refresh and revoke tokens. Tokens are short-lived.',
  Appeals: 'Read and search appeals. An appeal is a case: both share one record and one ID.',
  Documents: 'Read, tag and annotate the documents of an appeal.',
  Cases: 'The state, history and custody of a case.',
  Intake: 'Open cases; file, revise and divide documents.',
  Work: 'Tasks, priority and distribution.',
  Queues: 'Tasks by team and person, saved queues, and work that goes to somebody else.',
  Sessions: 'Sessions and their outcomes, lists and plans of them, and their transcripts.',
  Scheduling: 'Calendars of people and rooms, times at which all can, and holds on them.',
  Conferencing: 'Rooms of the workspace in which remote sessions are held, by personal links.',
  Parties: 'The parties to a case and their representatives.',
  Issues: 'The issues to decide and the evidence cited for them.',
  Decisions: 'Work products, from first draft to signed and sealed decision.',
  Drafts: 'The text of a decision while it is written: its changes, proposals, boilerplate, other editors.',
  Remands: 'What was sent back for more work, by a decision or by a court, until it is decided anew.',
  Release: 'Decision packages, their deliveries, and what was put into effect.',
  Correspondence: 'Mail that arrives, and letters to parties: tried, sent, and what became of them.',
  Notifications: 'Alerts to you, how you and the parties want to be notified, and what was sent.',
  Reports: 'Standard reports and the data elements that they are categorized by.',
  Boundary: 'The ports to other systems: bindings, deliveries, and what others report.',
  Imports: 'Bulk import of cases from another system.',
  Profile: 'The profile of a deployment, its versions and what a change would move.',
  Administration: 'The members of a deployment, retention and the health of the docket.',
  Service: 'Health checks.',
}

/** The OpenAPI 3.1 document of the route table. */
export function openApi({ serverUrl = '/' }: { serverUrl?: string } = {}): Json {
  const paths: Record<string, Json> = {}
  const used = new Set<string>(Object.values(routes).map(({ tag }) => tag))
  for (const [name, route] of Object.entries(routes) as [string, Route][]) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(name, route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico',
      version: apiVersion,
      description:
        'Read the evidence in a case, decide its issues, and sign a decision in which every issue cites the pages that support it.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    tags: Object.entries(tagMeanings)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhooks(reference),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: Object.fromEntries(
        Object.entries(namedSchemas).map(([name, schema]) => [name, inPlace(schema)]),
      ),
      responses: Object.fromEntries(
        Object.entries(errorMeanings)
          .filter(([status]) => status !== '405')
          .map(([status, description]) => [
            `Error${status}`,
            { description, content: { 'application/json': { schema: reference(ErrorBody) } } },
          ]),
      ),
      headers: {
        RequestId: { description: 'Identifies this request in the logs', schema: { type: 'string' } },
      },
    },
  }
}

function operation(name: string, route: Route): Json {
  const errors = new Set([400, ...route.errors, 406, 429, 500, 503, 507])
  const errorAnswers = [...errors]
    .sort()
    .map((status) => [status, { $ref: `#/components/responses/Error${status}` }])
  const answers = Object.entries(route.answers).map(([status, answer]) => [status, answerOf(answer)])
  const parameters = [...inPath(route), ...inQuery(route), ...inHeaders(route)]
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    description: descriptionOf(route),
    ...(route.public ? { security: [] } : {}),
    ...(parameters.length ? { parameters } : {}),
    ...requestBody(route),
    responses: Object.fromEntries([...answers, ...errorAnswers]),
  }
}

function requestBody({ body, bytes }: Route): Json {
  const content: Json = {}
  if (body) content['application/json'] = { schema: reference(body) }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  if (bytes?.beside && body) {
    const properties = { [bytes.beside]: reference(body), file: { ...file, description: bytes.description } }
    const required = [bytes.beside]
    content['multipart/form-data'] = { schema: { type: 'object', properties, required } }
  } else if (bytes) {
    content['application/octet-stream'] = { schema: { ...file, description: bytes.description } }
  }
  return Object.keys(content).length ? { requestBody: { required: true, content } } : {}
}

function answerOf({ description, schema, mediaTypes = [], lines }: Answer): Json {
  const content: Json = {}
  if (schema) content['application/json'] = { schema: reference(schema) }
  if (lines) content['application/x-ndjson'] = { schema: reference(lines) }
  for (const mediaType of mediaTypes) {
    content[mediaType] = mediaType.startsWith('text/') ? { schema: { type: 'string' } } : {}
  }
  const headers = { 'x-request-id': { $ref: '#/components/headers/RequestId' } }
  return Object.keys(content).length ? { description, headers, content } : { description, headers }
}

function inPath(route: Route): Json[] {
  return Object.entries(route.params?.properties ?? {}).map(([name, schema]) =>
    parameter(name, 'path', true, schema),
  )
}

function inQuery(route: Route): Json[] {
  const required: readonly string[] = route.query?.required ?? []
  return Object.entries(route.query?.properties ?? {}).map(([name, schema]) =>
    parameter(name, 'query', required.includes(name), schema),
  )
}

const signature = {
  'webhook-id': 'The same on every attempt; a message is applied once',
  'webhook-timestamp': 'Seconds since 1970, within five minutes of now',
  'webhook-signature': '`v1,` and the HMAC-SHA256 of ID, timestamp and body, joined by dots, in Base64',
}

function inHeaders(route: Route): Json[] {
  if (route.isSigned)
    return Object.entries(signature).map(([name, description]) =>
      parameter(name, 'header', true, Type.String({ description })),
    )
  if (route.isForOwnPages)
    return [parameter(browserSessionHeader, 'header', true, Type.String({ const: 'cookie' }))]
  if (route.public || route.method === 'GET' || /^\/(auth|uploads|me)\b/.test(route.path)) return []
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'Repeating a request with the same key and body replays the first response',
      schema: { type: 'string', maxLength: 200 },
    },
    {
      name: 'If-Match',
      in: 'header',
      description: 'The version of the case, in quotes; returns 409 if stale',
      schema: { type: 'string' },
    },
  ]
}

function parameter(name: string, where: string, required: boolean, schema: TSchema): Json {
  const { description, ...rest } = plain(schema)
  return { name, in: where, required, ...(description ? { description } : {}), schema: rest }
}

const plain = (schema: TSchema) => JSON.parse(JSON.stringify(schema)) as Json

function reference(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(reference)
  if (typeof schema !== 'object' || schema === null) return schema
  const name = namesBySchema.get(schema)
  return name ? { $ref: `#/components/schemas/${name}` } : inPlace(schema)
}

function inPlace(schema: object): Json {
  const whole = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, reference(value)]))
  const narrowed = narrowedFields(schema as TSchema)
  const { required } = schema as { required?: string[] }
  return required && narrowed.size > 0
    ? { ...whole, required: required.filter((name) => !narrowed.has(name)) }
    : whole
}

/** Members that not everyone has who has the others: nobody can count on them. */
function narrowedFields(schema: TSchema): Set<string> {
  const { all, fields = {} } = declaredIn(schema) ?? { all: 'party' }
  const widest = audiences.findLast(
    (audience) => audience === all || Object.values(fields).includes(audience),
  )
  const named = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return new Set(named.filter((name) => (fields[name] ?? all) !== widest))
}
