import { oneOf } from './profile/text.ts'
import { json, ofCase, type Route, traced } from './route.ts'
import { Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const AccessKind = Type.Union([Type.Literal('download'), Type.Literal('view'), Type.Literal('search')])

export const Accessed = Type.Object(
  {
    of: oneOf(traced, 'What was looked at; `pages` are those a search went through'),
    documentId: Type.Optional(Type.String()),
    format: Type.Optional(Type.String({ examples: ['pdf', 'zip'] })),
    annotations: Type.Optional(Type.Boolean({ description: 'Whether annotations went out with it' })),
    isPartial: Type.Optional(
      Type.Boolean({ description: 'Asked for in pieces, of which the first is recorded' }),
    ),
  },
  { description: 'Never the text of a case, nor that of a query' },
)
export type Accessed = Static<typeof Accessed>

export const Access = Type.Object({
  position: Type.Integer({ description: 'The order among all entries' }),
  at: Timestamp,
  member: Type.Object({ id: Type.String(), name: Type.String({ description: 'The username' }) }),
  kind: AccessKind,
  what: Accessed,
  requestId: Type.String({ description: 'The `x-request-id` of the answer' }),
})
export type Access = Static<typeof Access>

export const AccessPage = Type.Object({
  entries: Type.Array(Access),
  next: Type.Optional(Type.String({ description: 'Pass as `after` for what follows; absent at the end' })),
})
export type AccessPage = Static<typeof AccessPage>

const AccessLogQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'A position: only entries behind it',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
})

export const routes = {
  listAccess: {
    method: 'GET',
    path: '/cases/{id}/access-log',
    tag: 'Cases',
    audience: 'staff',
    needs: 'readAccessLog',
    trace: { view: 'accessLog' },
    summary: 'Who downloaded, viewed or searched the case, oldest first, for roles that may know',
    description: 'Reading leaves a trace of its own: it is no event, and wakes nobody.',
    params: ofCase,
    query: AccessLogQuery,
    answers: { 200: json('A page of the log', AccessPage) },
    errors: [400, 401, 403, 404],
  },
} as const satisfies Record<string, Route>
