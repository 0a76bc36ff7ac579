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
import { sample } from './sample.ts'
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
    sdk: [
      {
        call: 'client.cases.events',
        options: 'EventPageOptions',
        about: 'List the events of a case, oldest first.',
        example: sample`
          for await (const event of client.cases.events(appealId)) console.log(event.sequence, event.type)

          const { events, next } = await client.cases.events(appealId, { types: ['document.filed'], limit: 50 }).page()
          console.log(events.length, next)
        `,
      },
      {
        call: 'client.cases.watch',
        isByHand: true,
        about:
          'Stream the events of a case as they happen, starting after `after` or with the first. Reconnects when the connection drops, without missing or repeating an event. Ends when you leave the loop or abort the signal. Fails with the code `gone` and a place to resume if the log was restored or promoted meanwhile: see `events.watch`.',
        example: sample`
          for await (const event of client.cases.watch(appealId, { types: ['document.filed'] })) {
            console.log(event.data?.name)
            break
          }
        `,
      },
    ],
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
    sdk: [
      {
        call: 'client.events.list',
        options: 'EventPageOptions',
        about: 'List the events of all cases, oldest first, for roles that may read them.',
        example: sample`
          const since = await client.events.list({ types: ['case.opened'], limit: 10 }).page()
          console.log(since.events.length, since.next)

          for await (const { position, caseId, type } of client.events.list({ after: since.next })) {
            console.log(position, caseId, type)
          }
        `,
      },
      {
        call: 'client.events.watch',
        isByHand: true,
        about:
          'Stream the events of all cases as they happen, like `cases.watch`. If the log is restored from a backup, or its database is promoted, the events that you have seen last may be gone, and others have their positions. The stream then fails with the code `gone`, and `resumeAfter` is the place up to which nothing has changed.',
        example: sample`
          import { PorticoError } from '@portico/sdk'

          const stop = new AbortController()
          let after: string | number = 0
          while (!stop.signal.aborted) {
            try {
              for await (const event of client.events.watch({ after, signal: stop.signal })) {
                console.log(event.caseId, event.type)
                after = event.cursor
                stop.abort()
              }
            } catch (error) {
              if (!(error instanceof PorticoError) || error.resumeAfter === undefined) throw error
              console.log(\`The log was put back: what came after \${error.resumeAfter} is read again.\`)
              after = error.resumeAfter
            }
          }
        `,
      },
    ],
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
    sdk: [
      {
        call: 'client.cases.changes',
        options: 'ChangesOptions',
        about: 'Which cases have changed since a position; without one, where the log is now.',
        example: sample`
          const { position } = await client.cases.changes()
          const { cases, isMore } = await client.cases.changes({ after: position })
          console.log(cases, isMore)
        `,
      },
      {
        call: 'client.cases.watchChanges',
        isByHand: true,
        about: 'Stream which cases have changed, at most once a second, for a screen that shows lists.',
        example: sample`
          const stop = new AbortController()
          const { position } = await client.cases.changes()
          await client.cases.correct(caseId, { externalStatus: 'docketed', why: 'The other system says so.' })
          for await (const { cases } of client.cases.watchChanges({ after: position, signal: stop.signal })) {
            console.log(cases)
            stop.abort()
          }
        `,
      },
    ],
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
    sdk: {
      call: 'client.parties.history',
      options: 'HistoryOptions',
      example: sample`
        for await (const { at, type, actor } of client.parties.history(caseId, partyId)) {
          console.log(at, type, actor.name)
        }
      `,
    },
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
