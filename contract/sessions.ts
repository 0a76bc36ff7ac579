import { shownTo } from './audience.ts'
import { brought } from './envelope.ts'
import { json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { ends } from './tasks.ts'
import { CalendarDate, nonBlank, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
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

/** Those who sit in a session and decide, whatever a profile calls its roles. */
export const sitting: ParticipantKind = 'adjudicator'

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

const Why = nonBlank(2000, { examples: ['The veteran asked to testify.'] })

const records = ['stored', 'toCome', 'none', 'missing'] as const
const record = oneOf(records, {
  description:
    'Of a session that was held: `stored`, something of it is; `toCome`, the service that hosted it is asked; `none`, and `withoutRecord` says why; `missing`, and nobody has said why',
})
export type SessionRecord = (typeof records)[number]
const withoutRecord = nonBlank(2000, {
  description: 'Why nothing of it is recorded',
  examples: ['The microphone of the room was broken.'],
})

const outcomes = ['held', 'noShow', 'postponed', 'withdrawn'] as const
const SessionOutcome = oneOf(outcomes)

/** The handle is the truth about a conference: links are minted when somebody asks for one. */
const Conference = Type.Object({
  handle: Type.String({ examples: ['conference_01jd8r5k2c9w3v7x1y4z6q0n8b'] }),
  binding: Type.String({ description: 'The service that hosts it', examples: ['main'] }),
  isReady: Type.Boolean({ description: 'Whether it stands for the time at which the session is now' }),
})
export type Conference = Static<typeof Conference>

export const artifactKinds = ['recording', 'transcript'] as const
const artifactKind = oneOf(artifactKinds)
export type ArtifactKind = (typeof artifactKinds)[number]
const speaker = Type.Object({
  name: Type.String({ examples: ['Maria Lindqvist'] }),
  participantId: Type.Optional(Type.String()),
})
export type Speaker = Static<typeof speaker>
const spoken = {
  speaker: Type.Optional({
    ...speaker,
    description: 'Whose voice it is, where everybody has a track of their own',
  }),
  startedAt: Type.Optional(Timestamp),
  durationMs: Type.Optional(Type.Integer({ minimum: 0 })),
  gaps: Type.Optional(
    Type.Array(Type.Object({ fromMs: Type.Integer({ minimum: 0 }), toMs: Type.Integer({ minimum: 0 }) }), {
      maxItems: 100,
      description: 'Where something that was said is missing, within the recording',
    }),
  ),
}
export type Gap = { fromMs: number; toMs: number }

/** A recording or a transcript: announced by the service, then fetched and filed as a document. */
const Artifact = Type.Object({
  artifactId: Type.String(),
  kind: artifactKind,
  name: Type.String(),
  mediaType: Type.String({ examples: ['audio/ogg'] }),
  ...spoken,
  documentId: Type.Optional(Type.String({ description: 'The document that it is, once it is filed' })),
  why: Type.Optional(Type.String({ description: 'Why it cannot be filed, where it cannot' })),
})
export type Artifact = Static<typeof Artifact>

/** Who came, and who left again. */
const Presence = Type.Object({
  name: Type.String(),
  participantId: Type.Optional(Type.String()),
  isHost: Type.Optional(Type.Boolean()),
  joinedAt: Timestamp,
  leftAt: Type.Optional(Timestamp),
})
export type Presence = Static<typeof Presence>

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
    conference: Type.Optional(Conference),
    artifacts: Type.Optional(
      Type.Array(Artifact, { description: 'What came of it: recordings and transcripts' }),
    ),
    attendance: Type.Optional(
      Type.Array(Presence, { description: 'Who came, in the order in which they did' }),
    ),
    windowEndsAt: Type.Optional({
      ...Timestamp,
      description: 'It is postponed. Placed again until then, it keeps its conference',
    }),
    record: Type.Optional(record),
    withoutRecord: Type.Optional(withoutRecord),
    why: Type.Optional(Type.String()),
    requestedAt: Timestamp,
    changedAt: Timestamp,
  }),
  {
    staff: [
      'why',
      'conflicts',
      'suggested',
      'conference',
      'artifacts',
      'attendance',
      'record',
      'withoutRecord',
    ],
  },
)
export type Session = Static<typeof Session>
export const SessionDetail = Type.Object({ session: Session })
export const SessionList = Type.Object({ sessions: Type.Array(Session) })

export const NewSession = Type.Object({ kind: sessionKind, why: Type.Optional(Why) }, strict)
export const consent = nonBlank(2000, {
  description:
    'Who has agreed, and how, to less notice than the profile requires, or to an earlier time than the session had',
  examples: ['Ms. Lindqvist and her representative, by telephone on 2 March.'],
})
const seenFrom = Type.Optional(
  Type.Union([Timestamp, Type.Null()], {
    description:
      'When it begins as far as you know, or null where it has no slot. If it has another one by now, the request is refused with 409',
  }),
)
export const PlaceSession = Type.Object(
  {
    kind: Type.Optional(sessionKind),
    slot: slot,
    from: seenFrom,
    participants: Type.Optional({
      ...participants,
      description:
        'Who takes part, and where: the time is taken in their calendars. Left out, they stay as they are',
    }),
    holdId: Type.Optional(
      nonEmpty(100, { description: 'The hold on this time, which ends as the session is placed' }),
    ),
    consent: Type.Optional(consent),
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
    from: seenFrom,
    heldBy: Type.Optional(
      nonEmpty(200, {
        description:
          'Username or ID of who held it: somebody who may sit. The case is reserved for them at distribution. Defaults to the adjudicator who takes part, where there is one',
      }),
    ),
    withoutRecord: Type.Optional({
      ...withoutRecord,
      description:
        'Why nothing of a session that was held is recorded. The profile may require it; in the default profile a task is opened without it',
    }),
    on: Type.Optional({
      ...CalendarDate,
      description:
        'The day on which it was held, missed or withdrawn, if that is not the day of its slot, or today if it was withdrawn: deadlines run from it. Recording the same outcome with another day, and why, corrects it',
    }),
    ends,
  },
  { ...strict, examples: [{ outcome: 'withdrawn', why: 'By letter of 2 March.' }] },
)

export const ConferenceLink = Type.Object({
  conference: Type.Object({
    as: oneOf(['host', 'participant']),
    url: Type.String({ description: 'Where to join. It may change: ask again shortly before the session' }),
    binding: Type.String(),
  }),
})
export const RenewConference = Type.Object(
  { why: Why },
  { ...strict, examples: [{ why: 'A link was passed on to somebody else.' }] },
)

const ofSession = Type.Object({ ...ofCase.properties, sessionId: Type.String() })

export const tag = 'Sessions'

export const routes = {
  listSessions: {
    method: 'GET',
    path: '/cases/{id}/sessions',
    audience: 'party',
    needs: 'readState',
    trace: 'standing',
    summary: 'List the sessions of a case',
    params: ofCase,
    answers: { 200: json('The sessions', SessionList) },
    servedBy: { call: ['sessions.list', 'id'] },
    sdk: {
      call: 'client.sessions.list',
      example: sample`
        for (const { kind, status, slot } of await client.sessions.list(caseId)) {
          console.log(kind, status, slot?.startsAt)
        }
      `,
    },
  },
  requestSession: {
    method: 'POST',
    path: '/cases/{id}/sessions',
    audience: 'integration',
    needs: 'manageSessions',
    trace: 'change',
    summary: 'Request a session',
    params: ofCase,
    body: NewSession,
    answers: { 201: json('The session', SessionDetail) },
    servedBy: { call: ['sessions.request', 'request', 'id', 'body'] },
    sdk: {
      call: 'client.sessions.request',
      takes: ['session'],
      example: sample`
        const { id, status } = await client.sessions.request(caseId, { kind: 'video' })
        console.log(id, status)
      `,
    },
  },
  placeSession: {
    method: 'PUT',
    path: '/cases/{id}/sessions/{sessionId}/slot',
    audience: 'integration',
    needs: 'manageSessions',
    trace: 'change',
    summary: 'Schedule or reschedule a session',
    params: ofSession,
    body: PlaceSession,
    answers: { 200: json('The session', SessionDetail) },
    servedBy: { call: ['sessions.place', 'request', 'id', 'sessionId', 'body', 'calendar'] },
    sdk: {
      call: 'client.sessions.place',
      takes: ['placed'],
      about: 'Schedule a session, or move it.',
      example: sample`
        const { id } = await client.sessions.request(caseId, { kind: 'video' })
        const startsAt = new Date(Date.now() + 60 * 86_400_000).toISOString()
        await client.sessions.place(caseId, id, { slot: { startsAt, minutes: 60, timeZone: 'America/New_York' } })
      `,
    },
  },
  endSession: {
    method: 'PUT',
    path: '/cases/{id}/sessions/{sessionId}/outcome',
    audience: 'integration',
    needs: 'manageSessions',
    trace: 'change',
    summary: 'Record the outcome of a session',
    params: ofSession,
    body: EndSession,
    answers: { 200: json('The session', SessionDetail) },
    servedBy: { call: ['sessions.end', 'request', 'id', 'sessionId', 'body'] },
    sdk: {
      call: 'client.sessions.end',
      takes: ['ended'],
      about:
        'Record the outcome of a session: held, no-show, postponed or withdrawn. Work that waits for it continues at once.',
      example: sample`
        const { id } = await client.sessions.request(caseId, { kind: 'video' })
        await client.sessions.end(caseId, id, { outcome: 'withdrawn', why: 'By letter of 2 March.' })
      `,
    },
  },
  joinConference: {
    method: 'GET',
    path: '/cases/{id}/sessions/{sessionId}/conference',
    audience: 'party',
    needs: 'readState',
    trace: 'link',
    summary: 'Get your link to the conference of a session',
    description:
      'Those who may hold sessions get the link of a host, all others that of a participant. The service that hosts the conference is asked each time.',
    params: ofSession,
    answers: { 200: json('The link', ConferenceLink) },
    errors: [401, 403, 404, 410, 422, 503],
    sdk: {
      call: 'client.sessions.join',
      about:
        'Get your link to the conference of a remote session. Ask shortly before it begins: links may change.',
      example: sample`
        const session = (await client.sessions.list(caseId)).find(({ conference }) => conference?.isReady)
        if (session) {
          const { as, url } = await client.sessions.join(caseId, session.id)
          console.log(as, url)
        }
      `,
    },
  },
  renewConference: {
    method: 'POST',
    path: '/cases/{id}/sessions/{sessionId}/conference',
    audience: 'integration',
    needs: 'manageSessions',
    trace: 'change',
    summary: 'Make the conference of a session anew',
    description: 'The old one is cancelled with all its links, and another one is created.',
    params: ofSession,
    body: RenewConference,
    answers: { 200: json('The session', SessionDetail) },
    servedBy: { call: ['conferences.renew', 'request', 'id', 'sessionId', 'body.why'] },
    sdk: {
      call: 'client.sessions.renewConference',
      takes: ['why'],
      about:
        'Make the conference of a session anew, such as after a link was passed on: all links to the old one are dead.',
      example: sample`
        const session = (await client.sessions.list(caseId)).find(({ conference }) => conference?.isReady)
        if (session) await client.sessions.renewConference(caseId, session.id, 'A link was passed on.')
      `,
    },
  },
} as const satisfies Record<string, Row>

const of = { sessionId: Type.String() }
/** Whose time it takes; in events from before there were calendars, nobody's. */
const booked = {
  participants: Type.Optional(Type.Array(NamedParticipant)),
  holdId: Type.Optional(Type.String()),
  consent: Type.Optional(consent),
}
const attended = {
  handle: Type.String(),
  binding: Type.String(),
  participant: Type.Object({ name: Type.String(), id: Type.Optional(Type.String()) }),
  isHost: Type.Optional(Type.Boolean()),
  happenedAt: Timestamp,
}
const SessionAlias = Type.Object({ source: Type.String(), externalId: Type.String() })
const on = Type.Optional({ ...CalendarDate, description: 'The day, if that is not the day of its slot' })
const ofWhy = Type.Object({ ...of, why: Type.Optional(Type.String()), on, ...brought })
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
    { staff: ['isBrought', 'holdId', 'consent'] },
  ),
  'session.rescheduled': shownTo(
    'party',
    Type.Object({ ...of, kind: sessionKind, slot: slot, from: slot, ...booked }),
    { staff: ['holdId', 'consent'] },
  ),
  'session.slotsSuggested': shownTo(
    'staff',
    Type.Object({ ...of, slots: Type.Array(slot), binding: Type.String() }),
  ),
  'session.conflicted': shownTo('staff', Type.Object({ ...of, conflicts, why: Type.String() })),
  'session.conflictCleared': shownTo('staff', Type.Object(of)),
  'session.reminderDue': shownTo(
    'party',
    Type.Object({
      ...of,
      kind: sessionKind,
      slot: slot,
      days: Type.Integer({ minimum: 1, description: 'So many days before the session' }),
    }),
  ),
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
      record: Type.Optional(record),
      withoutRecord: Type.Optional(withoutRecord),
    }),
    { staff: ['why', 'isBrought', 'record', 'withoutRecord'] },
  ),
  'session.recordSettled': shownTo(
    'staff',
    Type.Object(
      {
        ...of,
        record: oneOf(['stored', 'none']),
        withoutRecord: Type.Optional(withoutRecord),
      },
      { description: 'What was found out later about the record of a session that was held' },
    ),
  ),
  'session.conferenceNeeded': shownTo(
    'staff',
    Type.Object({ ...of, kind: sessionKind, slot: slot, why: Type.Optional(Type.String()) }),
  ),
  'session.conferenceMoved': shownTo(
    'staff',
    Type.Object({ ...of, kind: sessionKind, slot: slot, handle: Type.String(), binding: Type.String() }),
  ),
  'session.conferenceCreated': shownTo(
    'staff',
    Type.Object({ ...of, handle: Type.String(), binding: Type.String() }),
  ),
  'session.conferenceReady': shownTo(
    'party',
    Type.Object({
      ...of,
      kind: sessionKind,
      slot: slot,
      handle: Type.String(),
      binding: Type.String(),
      because: oneOf(['scheduled', 'rescheduled', 'renewed'], {
        description: 'What it was made for: whoever takes part is told of that only now',
      }),
    }),
    { staff: ['handle', 'binding'] },
  ),
  'session.conferenceOverdue': shownTo('staff', Type.Object({ ...of, slot: slot, why: Type.String() })),
  'session.conferenceUnneeded': shownTo(
    'staff',
    Type.Object({ ...of, handle: Type.String(), binding: Type.String(), why: Type.String() }),
  ),
  'session.conferenceCancelled': shownTo(
    'staff',
    Type.Object({ ...of, handle: Type.String(), binding: Type.String() }),
  ),
  'session.participantJoined': shownTo('staff', Type.Object({ ...of, ...attended })),
  'session.participantLeft': shownTo('staff', Type.Object({ ...of, ...attended })),
  'session.artifactAnnounced': shownTo(
    'staff',
    Type.Object({
      ...of,
      handle: Type.String(),
      binding: Type.String(),
      artifactId: Type.String(),
      kind: artifactKind,
      name: Type.String(),
      mediaType: Type.String(),
      size: Type.Optional(Type.Integer({ minimum: 0 })),
      sha256: Type.Optional(Type.String({ description: 'As the service announced it' })),
      uploadId: Type.Optional(Type.String()),
      ...spoken,
    }),
  ),
  'session.artifactFiled': shownTo(
    'staff',
    Type.Object({
      ...of,
      handle: Type.Optional(
        Type.String({ description: 'The conference that it came from, if it came from one' }),
      ),
      artifactId: Type.String(),
      kind: artifactKind,
      documentId: Type.String(),
      mediaType: Type.String(),
      ...spoken,
    }),
  ),
  'session.artifactFailed': shownTo(
    'staff',
    Type.Object({
      ...of,
      handle: Type.String(),
      artifactId: Type.String(),
      kind: artifactKind,
      name: Type.String(),
      why: Type.String(),
    }),
  ),
  'session.noShow': ended,
  'session.postponed': shownTo(
    'party',
    Type.Object({
      ...ofWhy.properties,
      windowEndsAt: Type.Optional({
        ...Timestamp,
        description:
          'Placed again until then, it is inside its window, and its conference is kept. Left out, it is past its window',
      }),
    }),
    { staff: ['why', 'isBrought'] },
  ),
  'session.withdrawn': ended,
  'session.dayCorrected': shownTo(
    'party',
    Type.Object(
      { ...of, on: CalendarDate, was: Type.Optional(CalendarDate), why: Type.String() },
      { description: 'It was held, missed or withdrawn on another day' },
    ),
    { staff: ['why'] },
  ),
}
