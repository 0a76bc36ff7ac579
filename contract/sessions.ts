import { shownTo } from './audience.ts'
import { brought } from './envelope.ts'
import { json, ofCase, type Row } from './route.ts'
import { nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

export const sessionKind = oneOf(['inPerson', 'video', 'phone', 'virtual'])
export type SessionKind = Static<typeof sessionKind>

/** When and where: stored in UTC, with the zone whose clock people were told. */
export const slot = Type.Object(
  {
    startsAt: Timestamp,
    minutes: Type.Integer({ minimum: 1, maximum: 1440 }),
    timeZone: Type.String({ maxLength: 100, examples: ['America/New_York'] }),
    place: Type.Optional(nonEmpty(300)),
  },
  { additionalProperties: false },
)
export type Slot = Static<typeof slot>

export const participantKinds = [
  'adjudicator',
  'representative',
  'party',
  'interpreter',
  'location',
  'room',
] as const
export type ParticipantKind = (typeof participantKinds)[number]

const participant = {
  kind: oneOf(participantKinds),
  id: nonEmpty(200, {
    description:
      'A member (ID or username), a party of the case, or a location or room of the profile, by its name',
    examples: ['mem_01jd8r5k2c9w3v7x1y4z6q0n8b'],
  }),
}
export const Participant = Type.Object(participant, strict)
export type Participant = Static<typeof Participant>
export const NamedParticipant = Type.Object({ ...participant, name: Type.String() })
export type NamedParticipant = Static<typeof NamedParticipant>

export const mostParticipants = 100
const participants = Type.Array(Participant, { maxItems: mostParticipants })

/** What has come between a session and its slot since it was placed. */
const Conflict = Type.Object({
  participant: Type.Optional({ ...NamedParticipant, description: 'Left out, it concerns everybody' }),
  binding: Type.Optional(
    Type.String({ description: 'The calendar that says so, where it is not kept here' }),
  ),
  why: Type.String({ examples: ['Hearing room 1 is not available at that time.'] }),
})
export type SessionConflict = Static<typeof Conflict>
const conflicts = Type.Array(Conflict)

const Why = nonEmpty(2000, { examples: ['The veteran asked to testify.'] })

const outcomes = ['held', 'noShow', 'postponed', 'withdrawn'] as const
const SessionOutcome = oneOf(outcomes)

export const Session = shownTo(
  'party',
  Type.Object({
    id: Type.String(),
    kind: sessionKind,
    status: oneOf(['requested', 'scheduled', ...outcomes]),
    slot: Type.Optional(slot),
    participants: Type.Optional(Type.Array(NamedParticipant)),
    conflicts: Type.Optional({
      ...conflicts,
      description: 'What has come between since it was placed: it has to be moved',
    }),
    suggested: Type.Optional(
      Type.Array(slot, { description: 'Slots that a bound calendar suggests, the best first' }),
    ),
    why: Type.Optional(Type.String()),
    requestedAt: Timestamp,
    changedAt: Timestamp,
  }),
  { staff: ['why', 'conflicts', 'suggested'] },
)
export type Session = Static<typeof Session>
export const SessionDetail = Type.Object({ session: Session })
export const SessionList = Type.Object({ sessions: Type.Array(Session) })

export const NewSession = Type.Object({ kind: sessionKind, why: Type.Optional(Why) }, strict)
export const PlaceSession = Type.Object(
  {
    kind: Type.Optional(sessionKind),
    slot: slot,
    participants: Type.Optional({
      ...participants,
      description:
        'Who takes part, and where: the time is taken in their calendars. Left out, they stay as they are',
    }),
    holdId: Type.Optional(
      nonEmpty(100, { description: 'The hold on this time, which ends as the session is placed' }),
    ),
  },
  {
    ...strict,
    examples: [
      {
        slot: {
          startsAt: '2096-03-02T14:30:00.000Z',
          minutes: 60,
          timeZone: 'America/New_York',
          place: 'Room 4',
        },
      },
    ],
  },
)
export const EndSession = Type.Object(
  {
    outcome: SessionOutcome,
    why: Type.Optional(Why),
    heldBy: Type.Optional(
      nonEmpty(200, {
        description: 'Username or ID of who held it; the case is reserved for them at distribution',
      }),
    ),
  },
  { ...strict, examples: [{ outcome: 'withdrawn', why: 'By letter of 2 March.' }] },
)

const ofSession = Type.Object({ ...ofCase.properties, sessionId: Type.String() })

export const tag = 'Scheduling'

export const routes = {
  listSessions: {
    method: 'GET',
    path: '/cases/{id}/sessions',
    audience: 'party',
    needs: 'readState',
    summary: 'List the sessions of a case',
    params: ofCase,
    answers: { 200: json('The sessions', SessionList) },
  },
  requestSession: {
    method: 'POST',
    path: '/cases/{id}/sessions',
    audience: 'integration',
    needs: 'manageSessions',
    summary: 'Request a session',
    params: ofCase,
    body: NewSession,
    answers: { 201: json('The session', SessionDetail) },
  },
  placeSession: {
    method: 'PUT',
    path: '/cases/{id}/sessions/{sessionId}/slot',
    audience: 'integration',
    needs: 'manageSessions',
    summary: 'Schedule or reschedule a session',
    params: ofSession,
    body: PlaceSession,
    answers: { 200: json('The session', SessionDetail) },
  },
  endSession: {
    method: 'PUT',
    path: '/cases/{id}/sessions/{sessionId}/outcome',
    audience: 'integration',
    needs: 'manageSessions',
    summary: 'Record the outcome of a session',
    params: ofSession,
    body: EndSession,
    answers: { 200: json('The session', SessionDetail) },
  },
} as const satisfies Record<string, Row>

const of = { sessionId: Type.String() }
/** Whose time it takes; in events from before there were calendars, nobody's. */
const booked = {
  participants: Type.Optional(Type.Array(NamedParticipant)),
  holdId: Type.Optional(Type.String()),
}
const SessionAlias = Type.Object({ source: Type.String(), externalId: Type.String() })
const ofWhy = Type.Object({ ...of, why: Type.Optional(Type.String()), ...brought })
const ended = shownTo('party', ofWhy, { staff: ['why', 'isBrought'] })

export const events = {
  'session.requested': shownTo(
    'party',
    Type.Object({
      ...of,
      kind: sessionKind,
      why: Type.Optional(Type.String()),
      alias: Type.Optional(SessionAlias),
      ...brought,
    }),
    { staff: ['why', 'isBrought'], integration: ['alias'] },
  ),
  'session.scheduled': shownTo(
    'party',
    Type.Object({ ...of, kind: sessionKind, slot: slot, ...booked, ...brought }),
    { staff: ['isBrought', 'holdId'] },
  ),
  'session.rescheduled': shownTo(
    'party',
    Type.Object({ ...of, kind: sessionKind, slot: slot, from: slot, ...booked }),
    { staff: ['holdId'] },
  ),
  'session.slotsSuggested': shownTo(
    'staff',
    Type.Object({ ...of, slots: Type.Array(slot), binding: Type.String() }),
  ),
  'session.conflicted': shownTo('staff', Type.Object({ ...of, conflicts, why: Type.String() })),
  'session.conflictCleared': shownTo('staff', Type.Object(of)),
  'session.held': shownTo(
    'party',
    Type.Object({
      ...ofWhy.properties,
      heldBy: Type.Optional(
        Type.Object(
          { id: Type.String(), name: Type.String() },
          { description: 'Who held it, if not the person who reported it' },
        ),
      ),
    }),
    { staff: ['why', 'isBrought'] },
  ),
  'session.noShow': ended,
  'session.postponed': ended,
  'session.withdrawn': ended,
}
