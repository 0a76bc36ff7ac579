import type { Action } from './actions.ts'
import type { Audience } from './audience.ts'
import Type, { type TObject, type TSchema } from './type.ts'

export type Answer = {
  description: string
  schema?: TSchema
  mediaTypes?: readonly string[]
  /** One such object a line, as NDJSON. */
  lines?: TSchema
}

export type RouteTag =
  | 'Sign-in'
  | 'Appeals'
  | 'Documents'
  | 'Cases'
  | 'Intake'
  | 'Work'
  | 'Parties'
  | 'Issues'
  | 'Decisions'
  | 'Imports'
  | 'Administration'
  | 'Service'

/** What a request leaves in the access log of a case, of what it shows, and how. */
export const traced = [
  'case',
  'document',
  'caseFile',
  'scopedAccess',
  'pages',
  'accessLog',
  'workProduct',
  'decisionPackage',
] as const
export type Traced = (typeof traced)[number]
export type Trace = { view: Traced; download?: Traced } | { search: Traced } | { download: Traced }

/**
 * The action that a caller needs; of several one is enough. `token`: whoever is signed in. Where it depends on what is
 * asked for, the handler says which.
 */
export type Needs = 'token' | Action | readonly Action[] | { dependsOnRequest: readonly Action[] }

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  tag: RouteTag
  /** Whom the answer is for at the most; its schema says which members are for fewer. Others are refused. */
  audience: Audience
  /** A route under `/cases/{id}` or `/appeals/{id}` is about that case; this one is not, since the case may be gone. */
  about?: 'service'
  /** Left once there is an answer, before any of it is sent; that of a file is durable by then. */
  trace?: Trace
  summary: string
  description?: string
  params?: TObject
  query?: TObject
  body?: TObject
  /** The most bytes of JSON, where that is not 1 MB. */
  bodyLimit?: number
  /** The body is bytes of any kind. With a schema for `body` too, a form brings both: its JSON as this part, the bytes as `file`. */
  bytes?: { description: string; beside?: string }
  answers: Readonly<Record<number, Answer>>
  errors: readonly ErrorStatus[]
} & (
  | { needs: Needs; public?: never }
  /** Needs no token. Every other route answers 401 without one. */
  | { public: true; needs?: never }
)

export function isAboutCase({ path, about }: Route): boolean {
  return about !== 'service' && /^\/(cases|appeals)\/\{id\}/.test(path)
}

/** One of these is enough. None for whoever is signed in, or for everyone; nothing where it depends on the request. */
export function neededFor({ needs = 'token' }: Route): readonly Action[] | undefined {
  if (typeof needs === 'object' && 'dependsOnRequest' in needs) return undefined
  return needs === 'token' ? [] : ([needs].flat() as Action[])
}

export const ErrorBody = Type.Object({
  error: Type.String({
    description:
      'A sentence; of a request that is malformed one for each fault, up to ten, each with its field',
  }),
})

export const errorMeanings = {
  400: 'The request is malformed',
  401: 'The token is missing, expired or invalid; or the credentials are wrong',
  403: 'The caller is known, but may not do this',
  404: 'There is no such thing here',
  405: 'The path exists, but not with this method',
  406: 'The API version asked for is not known',
  409: 'The version is stale, or the idempotency key came with another body',
  410: 'It was there, and is there no more',
  413: 'The body is too large',
  415: 'The media type is not understood',
  416: 'The range lies outside the content',
  422: "The case's state forbids it",
  429: 'Too many requests: wait as long as `Retry-After` says',
  500: 'Internal error; `x-request-id` names it',
  503: 'The service cannot answer just now: wait as long as `Retry-After` says',
  507: 'There is no space left: nothing of the request was kept, and nothing stored is lost',
} as const
export type ErrorStatus = keyof typeof errorMeanings

export const ofCase = Type.Object({ id: Type.String({ description: 'The case' }) })

export const done: Answer = { description: 'Done; nothing to tell' }
export const json = (description: string, schema: TSchema): Answer => ({ description, schema })
export const bytes = (description: string, ...mediaTypes: string[]): Answer => ({ description, mediaTypes })

export const read = [401, 403, 404] as const satisfies ErrorStatus[]
export const list = [400, 401, 403] as const satisfies ErrorStatus[]
export const write = [400, 401, 403, 404, 409, 413, 415, 422] as const satisfies ErrorStatus[]
