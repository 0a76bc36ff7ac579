import type { Action } from './actions.ts'
import { type Audience, audiences } from './audience.ts'
import Type, { type TObject, type TSchema } from './type.ts'

/** What a page of another origin cannot send without being asked first. */
export const browserSessionHeader = 'portico-session'

/** For the description of a route that is for own pages. */
export const fromThisOrigin = `The request must have the header \`${browserSessionHeader}: cookie\`, and come from a page of this origin, as its \`Sec-Fetch-Site\` or \`Origin\` says.`

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
  | 'Queues'
  | 'Sessions'
  | 'Scheduling'
  | 'Conferencing'
  | 'Parties'
  | 'Issues'
  | 'Decisions'
  | 'Drafts'
  | 'Remands'
  | 'Release'
  | 'Correspondence'
  | 'Notifications'
  | 'Reports'
  | 'Imports'
  | 'Boundary'
  | 'Profile'
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
  'portFile',
  'mailPiece',
] as const
export type Traced = (typeof traced)[number]
export type Trace = { view: Traced; download?: Traced } | { search: Traced } | { download: Traced }

/** Why a request about a case leaves nothing in its access log. */
export const untraced = {
  change: 'It changes the case, and what it leaves there says who did it',
  standing: 'It shows how far the case is, and nothing of its file',
  list: 'It lists what the case has; opening an entry leaves a trace',
  link: 'It gives a link, which is checked when it is followed',
  own: 'It is about the caller, such as where they stopped reading',
} as const
export type Untraced = keyof typeof untraced

/**
 * The action that a caller needs; of several one is enough. `token`: whoever is signed in. Where it depends on what is
 * asked for, the handler says which.
 */
export type Needs = 'token' | Action | readonly Action[] | { dependsOnRequest: readonly Action[] }

/** How the SDK calls a route. */
export type SdkCall = {
  /** `client.tasks.cancel`, or a function of the module itself: `signIn`. */
  call: string
  /**
   * The arguments behind those of the path, in order: members of the body, query parameters, `file`, or the body as a
   * whole under any other name. A `?` makes one optional. All others are options.
   */
  takes?: readonly string[]
  /** The one member of the answer that it returns. */
  returns?: string
  /** The type of its options in `sdk/options.ts`, where that is not what the route says. */
  options?: string
  /** Written in `sdk/by-hand.ts`, because it does more than call the route. */
  isByHand?: true
  /** Other routes that it calls, which have no method of their own. */
  alsoCalls?: readonly string[]
  /** Where the summary and the description of the route do not say it for a caller of the SDK. */
  about?: string
  example: string
}

/**
 * A method of a subject of the application, and its arguments: a parameter of the path, `body`, `query`, what
 * `server/http/row-arguments.ts` knows by a name such as `caller`, `request` or `target`, or a member of these: `body.why`.
 */
export type AppCall = readonly [method: string, ...given: string[]]

/**
 * What serves a row whose handler would only pass on what was sent. A row without it has a handler in `server/http`, which
 * does something: it streams, takes files, or has conditions. The server checks names and types where it binds them, in
 * `server/http/served.ts`.
 */
export type ServedBy = (
  | { call: AppCall }
  /** A command of an aggregate, `party.removeParty`; the members of path, query and body are those of the command. */
  | { command: string }
) & {
  /** What is answered once that is done: as another row answers, or by another call. Otherwise what it returns. */
  answer?: string | AppCall
  /** The member of the answer that this is, where the schema has others that are left out. */
  as?: string
}

/** A route as its resource declares it. */
export type Row = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Where it is not that of its resource. */
  tag?: RouteTag
  /** Whom the answer is for at the most; its schema says which members are for fewer. Others are refused. */
  audience: Audience
  /** A route under `/cases/{id}` or `/appeals/{id}` is about that case; this one is not, since the case may be gone. */
  about?: 'service'
  /**
   * Left once there is an answer, before any of it is sent; that of a file is durable by then. Every route about a case
   * says what it leaves, or why it leaves nothing.
   */
  trace?: Trace | Untraced
  summary: string
  description?: string
  params?: TObject
  query?: TObject
  body?: TObject
  /** The most bytes of JSON, where that is not 1 MB. */
  bodyLimit?: number
  /** The body is bytes of any kind. With a schema for `body` too, a form brings both: its JSON as this part, the bytes as `file`. */
  bytes?: { description: string; beside?: string }
  /** Public, but signed: only requests with a bad signature count against the limit of anonymous ones. */
  isSigned?: true
  /** Public, and the credential is in the body: a personal link. Only requests with a bad one count against the limit. */
  isByLink?: true
  /** Public, but for pages of this origin alone: they send a header that no other page can. */
  isForOwnPages?: true
  answers: Readonly<Record<number, Answer>>
  /** Where they are not the usual ones. */
  errors?: readonly ErrorStatus[]
  servedBy?: ServedBy
  /** None for a machine that has no client. */
  sdk?: SdkCall | readonly SdkCall[]
} & (
  | { needs: Needs; public?: never }
  /** Needs no token. Every other route answers 401 without one. */
  | { public: true; needs?: never }
)

export type Route = Row & { tag: RouteTag; errors: readonly ErrorStatus[] }

type PathOfCase = `/${'cases' | 'appeals'}/{id}${string}`

/** The names of the rows about a case that do not say what trace they leave. */
export type WithoutTrace<Rows> = {
  [Name in keyof Rows]: Rows[Name] extends { path: PathOfCase }
    ? Rows[Name] extends { about: 'service' } | { trace: Trace | Untraced }
      ? never
      : Name
    : never
}[keyof Rows]

/** A row with what it leaves to its resource and its method. What it must say, it says, also where no type was checked. */
export function routeOf(name: string, row: Row, tag: RouteTag): Route {
  const { method, params, body, bytes } = row
  if (row.needs === undefined && row.public !== true)
    throw new Error(`The row ${name} must say which action it needs (needs), or that it is public.`)
  if (!audiences.includes(row.audience))
    throw new Error(`The row ${name} must say whom its answer is for (audience): ${audiences.join(', ')}.`)
  if (isAboutCase(row) && row.trace === undefined)
    throw new Error(
      `The row ${name} is about a case: it must say what it leaves in the access log (trace), or why nothing: ${Object.keys(untraced).join(', ')}.`,
    )
  if (row.servedBy && row.needs instanceof Object && 'dependsOnRequest' in row.needs)
    throw new Error(
      `The row ${name} needs an action that depends on the request: a handler decides which, so it has no servedBy.`,
    )
  const errors: ErrorStatus[] = [400, 401, 403]
  if (params) errors.push(404)
  if (method !== 'GET') errors.push(409, 422)
  if (body || bytes) errors.push(413, 415)
  return { tag, errors, ...row }
}

export function isAboutCase({ path, about }: Pick<Row, 'path' | 'about'>): boolean {
  return about !== 'service' && /^\/(cases|appeals)\/\{id\}/.test(path)
}

/** What a request to this route leaves in the access log of its case. */
export function traceLeftBy({ trace }: Pick<Row, 'trace'>): Trace | undefined {
  return typeof trace === 'object' ? trace : undefined
}

/** One of these is enough. None for whoever is signed in, or for everyone; nothing where it depends on the request. */
export function neededFor({ needs = 'token' }: Route): readonly Action[] | undefined {
  if (typeof needs === 'object' && 'dependsOnRequest' in needs) return undefined
  return needs === 'token' ? [] : ([needs].flat() as Action[])
}

/** Path parameters under the names that commands and callers of the SDK know them by. */
export const longerNames = { docId: 'documentId', annId: 'annotationId', productId: 'workProductId' } as const

/** The one member of the answer of a route, which stands for the whole. A word alone is no such member. */
export function onlyMemberOf({ answers }: Pick<Row, 'answers'>): string | undefined {
  const schema = Object.values(answers)[0]?.schema as TObject | undefined
  const [[name, member] = [], ...others] = Object.entries<TSchema & { type?: string }>(
    schema?.properties ?? {},
  )
  return others.length === 0 && member?.type !== 'string' ? name : undefined
}

export const ErrorBody = Type.Object({
  error: Type.String({
    description: 'The error as a sentence; for an invalid request, one sentence per invalid field, up to ten',
  }),
})

export const errorMeanings = {
  400: 'The request is invalid',
  401: 'The token is missing, expired or invalid, or the credentials are wrong',
  403: 'The caller is not allowed to do this',
  404: 'Not found',
  405: 'The method is not allowed for this path',
  406: 'The requested API version is not supported',
  409: 'The version is stale, or the idempotency key was used with a different body',
  410: 'Gone: it existed, but no longer does',
  413: 'The body is too large',
  415: 'The media type is not supported',
  416: 'The requested range is outside the content',
  422: 'The state of the case does not allow this',
  429: 'Too many requests; retry after `Retry-After`',
  500: 'Internal error; quote `x-request-id` when reporting it',
  503: 'Temporarily unavailable; retry after `Retry-After`',
  507: 'Storage is full; nothing from this request was kept, and stored data is safe',
} as const
export type ErrorStatus = keyof typeof errorMeanings

export const ofCase = Type.Object({ id: Type.String({ description: 'The ID of the case' }) })

export const done: Answer = { description: 'Success, no content' }
export const json = (description: string, schema: TSchema): Answer => ({ description, schema })
export const bytes = (description: string, ...mediaTypes: string[]): Answer => ({ description, mediaTypes })
