import * as accessGrants from './access-grants.ts'
import * as cases from './cases.ts'
import * as custody from './custody.ts'
import * as deliveries from './deliveries.ts'
import * as docket from './docket.ts'
import * as documents from './documents.ts'
import * as effectuation from './effectuation.ts'
import { type Envelope, envelope } from './envelope.ts'
import * as issues from './issues.ts'
import * as letters from './letters.ts'
import * as links from './links.ts'
import * as mail from './mail.ts'
import * as notifications from './notifications.ts'
import { afterEvent, limit, next } from './paging.ts'
import * as parties from './parties.ts'
import { ofParty } from './parties.ts'
import * as priority from './priority.ts'
import * as proposals from './proposals.ts'
import * as remands from './remands.ts'
import { json, ofCase, type Row } from './route.ts'
import * as sessions from './sessions.ts'
import * as sources from './sources.ts'
import * as tasks from './tasks.ts'
import { commaSeparated } from './text.ts'
import * as transcripts from './transcripts.ts'
import Type, { type Static, type TSchema } from './type.ts'
import * as workProducts from './work-products.ts'

/**
 * Every event there is, what it carries, and whom that is for: one that says nothing of its audience is shown to
 * administrators alone.
 */
export const eventData = {
  ...cases.events,
  ...documents.events,
  ...sources.events,
  ...links.events,
  ...parties.events,
  ...accessGrants.events,
  ...priority.events,
  ...issues.events,
  ...workProducts.events,
  ...proposals.events,
  ...remands.events,
  ...docket.events,
  ...tasks.events,
  ...mail.events,
  ...sessions.events,
  ...transcripts.events,
  ...deliveries.events,
  ...effectuation.events,
  ...letters.events,
  ...notifications.events,
  ...custody.events,
}

export type EventType = keyof typeof eventData
export const eventTypes = Object.keys(eventData) as EventType[]

type EventData = { [Type in EventType]: Static<(typeof eventData)[Type]> }

export type PorticoEvent = {
  [Type in EventType]: Envelope & { type: Type; data: EventData[Type] }
}[EventType]

/** One schema a type, named for it: `document.filed` is `DocumentFiled`. */
export const eventSchemas: Record<string, TSchema> = Object.fromEntries(
  eventTypes.map((type) => [schemaName(type), eventSchema(type)]),
)

export const Event = Type.Union(Object.values(eventSchemas))

export const EventPage = Type.Object({
  events: Type.Array(Event),
  next,
})

const EventsQuery = Type.Object({
  after: afterEvent('events'),
  types: Type.Optional(commaSeparated('Event types')),
  limit: limit(1000, 100),
})
export type EventsQuery = Static<typeof EventsQuery>

const HistoryQuery = Type.Object({
  after: afterEvent('events'),
  limit: limit(1000, 100),
})

export const Changes = Type.Object(
  {
    position: Type.Integer({ minimum: 0, description: 'Where the log of events is now; the next `after`' }),
    alerts: Type.Optional(
      Type.Boolean({ description: 'In a stream: you have new alerts, see `GET /alerts`' }),
    ),
    presence: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'In a stream: cases that you are reading where a colleague came, left or turned to another page or section, see `GET /cases/{id}/presence`',
      }),
    ),
    drafts: Type.Optional(
      Type.Array(
        Type.Object({
          caseId: Type.String(),
          workProductId: Type.String(),
          revision: Type.Integer({ minimum: 0 }),
        }),
        {
          description:
            'In a stream: drafts that you are in whose text has changed, and the revision that it has now, see `GET /cases/{id}/work-products/{productId}/operations`',
        },
      ),
    ),
    cases: Type.Array(Type.String(), { description: 'The IDs of at most 200 cases that have changed' }),
    isMore: Type.Boolean({ description: 'True if more have changed: look at everything again' }),
  },
  { description: 'Which of the cases you may see have changed' },
)
export type Changes = Static<typeof Changes>

const ChangesQuery = Type.Object({ after: afterEvent('changes') })

export const tag = 'Cases'

export const routes = {
  listCaseEvents: {
    method: 'GET',
    path: '/cases/{id}/events',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'case' },
    summary: 'List the events of a case, or stream them with `Accept: text/event-stream`',
    description:
      'The ID of an event in a stream is its position and the epoch of the log, such as `123@1794960000`. A stream resumes after the ID in `Last-Event-ID`. An ID of another epoch, after a restore or a promotion of the database, or a position beyond the log gets 410; the header `Portico-Resume-After` says where to resume.',
    params: ofCase,
    query: EventsQuery,
    answers: { 200: { ...json('A page of events', EventPage), mediaTypes: ['text/event-stream'] } },
    errors: [400, 401, 404, 410],
  },
  listEvents: {
    method: 'GET',
    path: '/events',
    audience: 'integration',
    needs: 'readEvents',
    trace: { view: 'case' },
    summary: 'List or stream the events of all cases',
    query: EventsQuery,
    answers: { 200: { ...json('A page of events', EventPage), mediaTypes: ['text/event-stream'] } },
    errors: [400, 401, 403, 410],
  },
  getChanges: {
    method: 'GET',
    path: '/changes',
    audience: 'integration',
    needs: 'readTasks',
    summary: 'Get or stream which cases have changed',
    description:
      'For screens that show lists. Says which cases you may see have changed, not what happened to them. With `Accept: text/event-stream`, an event each second in which something has changed.',
    query: ChangesQuery,
    answers: { 200: { ...json('What has changed', Changes), mediaTypes: ['text/event-stream'] } },
    errors: [400, 401, 403, 410],
  },
  listPartyHistory: {
    method: 'GET',
    path: '/cases/{id}/parties/{partyId}/history',
    tag: 'Parties',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'case' },
    summary: 'List the events of a party, oldest first',
    params: ofParty,
    query: HistoryQuery,
    answers: { 200: json('The events', EventPage) },
    errors: [400, 401, 403, 404, 410],
  },
} as const satisfies Record<string, Row>

function eventSchema(type: EventType): TSchema {
  const data = Type.Union([eventData[type], Type.Null()], {
    description:
      'The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid',
  })
  return Type.Object({ ...envelope, type: Type.Literal(type), data })
}

function schemaName(type: EventType): string {
  return type.replace(/(^|\.)[a-z]/g, (start) => start.slice(-1).toUpperCase())
}
