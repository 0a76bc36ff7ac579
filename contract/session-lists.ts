import { shownTo } from './audience.ts'
import { limit, next } from './paging.ts'
import { json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { NamedParticipant, participantKinds, Session, sessionKind, slot } from './sessions.ts'
import { CalendarDate, nonEmpty, oneOf, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const paging = {
  after: Type.Optional(Type.String({ maxLength: 1000, description: 'The `next` of the previous page' })),
  limit: limit(500, 100),
}

const ofCase = {
  caseId: Type.String(),
  docketNumber: Type.String(),
  caseName: Type.String({ description: 'Name of the person the case is about' }),
}

/** A session and its open tasks are one record: who places it does the task to schedule it. */
const SessionTask = Type.Object({
  id: Type.String(),
  type: Type.String(),
  label: Type.String({ description: 'Display name of the type' }),
  status: Type.String(),
})

export const ListedSession = shownTo(
  'integration',
  Type.Object({
    ...ofCase,
    session: Session,
    tasks: Type.Array(SessionTask, { description: 'Its open tasks' }),
  }),
)
export type ListedSession = Static<typeof ListedSession>
export const ListedSessionAnswer = Type.Object({ found: ListedSession })
export const SessionPage = Type.Object({ sessions: Type.Array(ListedSession), next })
export type SessionPage = Static<typeof SessionPage>

const SessionsQuery = Type.Object({
  from: Type.Optional({ ...Timestamp, description: 'Those that begin then or later' }),
  to: Type.Optional({ ...Timestamp, description: 'Those that begin before' }),
  kind: Type.Optional(oneOf(participantKinds, { examples: ['room'] })),
  id: Type.Optional(
    nonEmpty(200, { description: 'Only those of this participant; of a location, also those in its rooms' }),
  ),
  isConflicted: Type.Optional(Type.Boolean({ description: 'Only those that something has come between' })),
  ...paging,
})
export type SessionsQuery = Static<typeof SessionsQuery>

export const WaitingSession = shownTo(
  'integration',
  Type.Object({
    rank: Type.Integer({ minimum: 1, description: 'Rank when the page was read' }),
    ...ofCase,
    docket: Type.Union([Type.String(), Type.Null()]),
    docketDate: CalendarDate,
    advanced: Type.Array(Type.String(), { description: 'Why the case is advanced on the docket' }),
    isCourtRemand: Type.Boolean(),
    why: Type.String({ description: 'The reason for its rank' }),
    sessionId: Type.String(),
    kind: sessionKind,
    status: oneOf(['requested', 'postponed', 'noShow']),
    waitingSince: Timestamp,
    participants: Type.Optional(
      Type.Array(NamedParticipant, { description: 'Who took part where it had been placed before' }),
    ),
    suggested: Type.Optional(
      Type.Array(slot, { description: 'Slots that a bound calendar suggests, the best first' }),
    ),
    task: Type.Optional({ ...SessionTask, description: 'The task to schedule it' }),
    isOnHold: Type.Boolean({ description: 'The task is on hold: it is not placed with a docket' }),
  }),
)
export type WaitingSession = Static<typeof WaitingSession>
export const SessionQueue = Type.Object({ waiting: Type.Array(WaitingSession), next })
export type SessionQueue = Static<typeof SessionQueue>

const SessionQueueQuery = Type.Object({
  docket: Type.Optional(nonEmpty(60, { description: 'Only cases on this docket' })),
  kind: Type.Optional(sessionKind),
  ...paging,
})

export const tag = 'Sessions'

export const routes = {
  findSessions: {
    method: 'GET',
    path: '/sessions',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'List placed sessions across cases, in the order of their time',
    description: 'Covers the cases you may see.',
    query: SessionsQuery,
    answers: { 200: json('A page of sessions', SessionPage) },
    servedBy: { call: ['sessionLists.find', 'query', 'asker'] },
    sdk: {
      call: 'client.sessions.find',
      example: sample`
        for await (const { docketNumber, session } of client.sessions.find({ kind: 'room', id: 'washington1' })) {
          console.log(docketNumber, session.slot?.startsAt)
        }
      `,
    },
  },
  getSession: {
    method: 'GET',
    path: '/sessions/{sessionId}',
    audience: 'integration',
    needs: 'readTasks',
    summary: 'Get a session and its open tasks by the ID of the session alone',
    params: Type.Object({ sessionId: Type.String({ description: 'The ID of the session' }) }),
    answers: { 200: json('The session', ListedSessionAnswer) },
    sdk: {
      call: 'client.sessions.get',
      about: 'Get a session and its open tasks by its ID alone.',
      example: sample`
        const { id } = await client.sessions.request(caseId, { kind: 'video' })
        const { session, tasks } = await client.sessions.get(id)
        console.log(session.status, tasks.map(({ label }) => label))
      `,
    },
  },
  listSessionQueue: {
    method: 'GET',
    path: '/session-queue',
    audience: 'integration',
    needs: 'keepCalendars',
    summary:
      'List the sessions that wait to be placed: the national queue, each with the reason for its rank',
    description: 'Covers the cases you may see.',
    query: SessionQueueQuery,
    answers: { 200: json('A page of the queue', SessionQueue) },
    servedBy: { call: ['sessionLists.queue', 'query', 'asker'] },
    sdk: {
      call: 'client.sessions.queue',
      example: sample`
        for await (const { rank, docketNumber, why } of client.sessions.queue()) {
          console.log(rank, docketNumber, why)
          if (rank === 20) break
        }
      `,
    },
  },
} as const satisfies Record<string, Row>
