import { memberKinds } from './envelope.ts'
import { afterPosition, limit, next } from './paging.ts'
import { json, ofCase, type Row, traced } from './route.ts'
import { sample } from './sample.ts'
import { oneOf, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const AccessKind = oneOf(['download', 'view', 'search'])

export const Accessed = Type.Object(
  {
    of: oneOf(traced, { description: 'What was accessed; `pages` means the pages searched' }),
    documentId: Type.Optional(Type.String()),
    format: Type.Optional(Type.String({ examples: ['pdf', 'zip'] })),
    annotations: Type.Optional(Type.Boolean({ description: 'Whether annotations were included' })),
    isPartial: Type.Optional(
      Type.Boolean({ description: 'Whether it was downloaded in ranges; only the first is logged' }),
    ),
  },
  { description: 'What was accessed. Never contains case text or search terms' },
)
export type Accessed = Static<typeof Accessed>

export const Access = Type.Object({
  position: Type.Integer({ description: 'Position in the log' }),
  at: Timestamp,
  member: Type.Object({
    id: Type.String(),
    name: Type.String({ description: 'The username, or the binding of a port' }),
    kind: oneOf(memberKinds),
  }),
  kind: AccessKind,
  what: Accessed,
  requestId: Type.String({ description: 'The `x-request-id` of the response' }),
})
export type Access = Static<typeof Access>

export const AccessPage = Type.Object({
  entries: Type.Array(Access),
  next,
})
export type AccessPage = Static<typeof AccessPage>

const AccessLogQuery = Type.Object({
  after: afterPosition('entries'),
  limit: limit(1000, 100),
})

export const tag = 'Cases'

export const routes = {
  listAccess: {
    method: 'GET',
    path: '/cases/{id}/access-log',
    audience: 'staff',
    needs: 'readAccessLog',
    trace: { view: 'accessLog' },
    summary: 'List who viewed, downloaded or searched a case, oldest first',
    description: 'Reading the log is itself logged. Log entries are not events, so they notify no one.',
    params: ofCase,
    query: AccessLogQuery,
    answers: { 200: json('A page of the log', AccessPage) },
    sdk: {
      call: 'client.cases.accessLog',
      example: sample`
        for await (const { at, member, kind, what } of client.cases.accessLog(appealId)) {
          console.log(at, member.name, kind, what.of)
        }
      `,
    },
  },
} as const satisfies Record<string, Row>
