import { shownTo } from './audience.ts'
import { done, json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { nonBlank, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import { dayMs } from './time.ts'
import Type, { type Static } from './type.ts'

/** At most so many people are in a room at once: each sends to each other. */
export const mostInRoom = 6
/** Leaves room for what is made of it: the name of a recording has 200 characters at most. */
export const mostPersonId = 190
/** Of one chunk of sound, decoded. */
export const mostChunkBytes = 256 * 1024
export const chunkMediaType = 'audio/webm;codecs=opus'

const link = nonEmpty(4000, { description: 'What stands behind the # of your link' })
const seat = nonEmpty(100, { description: 'Your place in the room, as you were given it when you entered' })
const own = { link, seat }

export const recordingStates = ['on', 'paused', 'offTheRecord'] as const
const recording = oneOf(recordingStates, { description: 'Whether what is said is to be recorded' })
export type RecordingState = (typeof recordingStates)[number]

/** What happens to what is said now, as it is stored. */
export const recordStates = ['recording', 'notAgreed', 'notStored', 'paused', 'offTheRecord'] as const
const record = oneOf(recordStates, {
  description:
    'What is stored now: `recording`, sound of somebody here; `notAgreed`, nothing, nobody here has agreed to be recorded; `notStored`, nothing, although somebody has agreed; `paused` or `offTheRecord`, nothing, as a host has said',
})
export type RecordState = (typeof recordStates)[number]

const IceServer = Type.Object({
  urls: Type.Union([Type.String(), Type.Array(Type.String())]),
  username: Type.Optional(Type.String()),
  credential: Type.Optional(Type.String()),
})
export type IceServer = Static<typeof IceServer>

const RoomPerson = Type.Object({
  id: Type.String(),
  name: Type.String(),
  isHost: Type.Boolean(),
  status: oneOf(['waiting', 'here', 'away']),
  consent: Type.Optional(oneOf(['given', 'refused'])),
  isRecorded: Type.Boolean({ description: 'Whether sound of theirs is being stored' }),
})
export type RoomPerson = Static<typeof RoomPerson>

const RoomEvent = Type.Object({
  number: Type.Integer(),
  type: oneOf([
    'joined',
    'left',
    'admitted',
    'removed',
    'consent',
    'recording',
    'stored',
    'signal',
    'caption',
    'ended',
  ]),
  at: Timestamp,
  from: Type.Optional(Type.String({ description: 'The ID of the person whom it is about or who sent it' })),
  data: Type.Optional(Type.Unknown()),
})
export type RoomEvent = Static<typeof RoomEvent>

export const RoomView = Type.Object({
  now: { ...Timestamp, description: 'The clock of the service, by which sound is put in order' },
  seat: Type.String(),
  you: RoomPerson,
  session: Type.Object({
    docketNumber: Type.String(),
    startsAt: Timestamp,
    minutes: Type.Integer(),
    timeZone: Type.String(),
  }),
  people: Type.Array(RoomPerson),
  recording,
  record,
  isOver: Type.Boolean(),
  events: Type.Array(RoomEvent),
  last: Type.Integer({ description: 'Ask for what comes after it' }),
  iceServers: Type.Array(IceServer),
})
export type RoomView = Static<typeof RoomView>

export const EnterRoom = Type.Object(
  { link, seat: Type.Optional(seat) },
  { ...strict, examples: [{ link: 'room_link' }] },
)
export const WatchRoom = Type.Object(
  { ...own, after: Type.Integer({ minimum: 0 }) },
  { ...strict, examples: [{ link: 'room_link', seat: 'seat_1', after: 0 }] },
)

const act = <Kind extends string, Properties extends object>(type: Kind, properties: Properties) =>
  Type.Object({ type: Type.Literal(type), ...properties }, strict)
const personId = nonEmpty(300)
export const RoomAct = Type.Object(
  {
    ...own,
    act: Type.Union([
      act('leave', {}),
      act('consent', { isGiven: Type.Boolean() }),
      act('signal', { to: personId, data: Type.Unknown() }),
      act('admit', { personId }),
      act('remove', { personId }),
      act('record', { recording }),
    ]),
  },
  { ...strict, examples: [{ link: 'room_link', seat: 'seat_1', act: { type: 'consent', isGiven: true } }] },
)
export type RoomAct = Static<typeof RoomAct>['act']

export const SoundChunk = Type.Object(
  {
    ...own,
    track: nonEmpty(100, { description: 'One for each time that a recorder is started' }),
    sequence: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    startedAt: { ...Timestamp, description: 'When the track began, by the clock of the service' },
    offsetMs: Type.Integer({ minimum: 0, maximum: dayMs, description: 'Where in the track it begins' }),
    durationMs: Type.Integer({ minimum: 1, maximum: 10_000 }),
    mediaType: Type.String({ maxLength: 100, examples: [chunkMediaType] }),
    bytes: Type.String({ maxLength: 700_000, description: 'In base64' }),
  },
  {
    ...strict,
    examples: [
      {
        link: 'room_link',
        seat: 'seat_1',
        track: 'track_1',
        sequence: 0,
        startedAt: '2026-03-02T15:04:05.000Z',
        offsetMs: 0,
        durationMs: 1000,
        mediaType: chunkMediaType,
        bytes: 'GkXfow==',
      },
    ],
  },
)
export type SoundChunk = Static<typeof SoundChunk>
export const ChunkStored = Type.Object({
  isRepeated: Type.Boolean({ description: 'It was here already' }),
  missing: Type.Array(Type.Integer(), { description: 'Earlier chunks of the track that are not here' }),
})

export const OpenInvitation = Type.Object({ link }, { ...strict, examples: [{ link: 'at.invitation' }] })
export const InvitationOpened = Type.Object({
  url: Type.String({ description: 'Where to join now. It may change: open the invitation again' }),
})

export const NewGuestLink = Type.Object(
  {
    name: nonBlank(200, { description: 'Who joins by it', examples: ['Maria Lindqvist'] }),
    participantId: Type.Optional(
      nonEmpty(mostPersonId, { description: 'Who they are elsewhere, such as the ID of a party' }),
    ),
    personId: Type.Optional(
      nonEmpty(mostPersonId, {
        description: 'Somebody who has a link already, as it was answered; without it they are a new guest',
      }),
    ),
    isHost: Type.Optional(Type.Boolean()),
    isRotated: Type.Optional(Type.Boolean({ description: 'Every earlier link of this person is dead then' })),
  },
  { ...strict, examples: [{ name: 'Maria Lindqvist' }] },
)
export const GuestLink = shownTo(
  'staff',
  Type.Object({
    url: Type.String(),
    name: Type.String(),
    personId: Type.String({ description: 'Names this guest among others of the same name' }),
  }),
)
export const GuestLinkAnswer = Type.Object({ link: GuestLink })

const byLink = { public: true, isByLink: true, audience: 'party' } as const
const ofLink = [400, 403, 404, 409, 410, 413, 422, 429] as const

export const tag = 'Conferencing'

export const routes = {
  inviteGuest: {
    method: 'POST',
    path: '/cases/{id}/sessions/{sessionId}/conference/links',
    audience: 'staff',
    needs: 'manageSessions',
    trace: 'link',
    summary: 'Make a personal link to a room of the workspace, for somebody without an account',
    description: 'The guest lands in the waiting room. Only for sessions that are hosted in the workspace.',
    params: Type.Object({ ...ofCase.properties, sessionId: Type.String() }),
    body: NewGuestLink,
    answers: { 200: json('The link', GuestLinkAnswer) },
    errors: [400, 401, 403, 404, 409, 410, 413, 415, 422],
    servedBy: { call: ['rooms.invite', 'id', 'sessionId', 'body'] },
    sdk: {
      call: 'client.sessions.inviteGuest',
      takes: ['guest'],
      about:
        'Make a personal link for somebody without an account, to a session that is hosted in the workspace. With `isRotated`, every earlier link of this person is dead.',
      example: sample`
        const session = (await client.sessions.list(caseId)).find(({ conference }) => conference?.isReady)
        if (session) {
          const { url } = await client.sessions.inviteGuest(caseId, session.id, { name: 'Maria Lindqvist' })
          console.log(url)
        }
      `,
    },
  },
  openInvitation: {
    method: 'POST',
    path: '/rooms/invitations',
    ...byLink,
    summary: 'Get the link to a conference by the invitation to its session',
    description:
      'Invitations and reminders to parties have such a link where the session is hosted by a bound service. The service is asked each time.',
    body: OpenInvitation,
    answers: { 200: json('The link', InvitationOpened) },
    errors: [...ofLink, 503],
    sdk: {
      call: 'client.rooms.openInvitation',
      takes: ['link'],
      returns: 'url',
      about:
        'Get the link to a conference by the invitation that a party was sent: what stands behind the `#`, from `at.` on. The service that hosts the conference is asked each time.',
      example: sample`
        const invitation = 'at.eyJ0aGlzIjoiaXMgbm9uZSJ9.signature'
        const url = await client.rooms.openInvitation(invitation).catch(() => 'not an invitation')
        console.log(url)
      `,
    },
  },
  enterRoom: {
    method: 'POST',
    path: '/rooms/entries',
    ...byLink,
    summary: 'Enter a room by a personal link',
    description: 'A link that is in use is refused. With the seat that you had before, you have it again.',
    body: EnterRoom,
    answers: { 200: json('The room', RoomView) },
    errors: ofLink,
    sdk: {
      call: 'client.rooms.enter',
      takes: ['link', 'seat?'],
      about:
        'Enter a room by what stands behind the `#` of a personal link. A link that is in use is refused with 409; with the seat that you had before a reload, you have it again.',
      example: sample`
        const session = (await client.sessions.list(caseId)).find(({ conference }) => conference?.isReady)
        if (session) {
          const { url } = await client.sessions.inviteGuest(caseId, session.id, { name: 'Ines Holm' })
          const { you, seat } = await client.rooms.enter(new URL(url).hash.slice(1))
          console.log(you.status, seat)
        }
      `,
    },
  },
  watchRoom: {
    method: 'POST',
    path: '/rooms/views',
    ...byLink,
    summary: 'Wait for what happens in a room',
    description: 'Answers at once if something has happened, else within ten seconds. It keeps your seat.',
    body: WatchRoom,
    answers: { 200: json('The room', RoomView) },
    errors: ofLink,
    sdk: {
      call: 'client.rooms.watch',
      takes: ['link', 'seat', 'after'],
      about:
        'Wait for what happens after a number, for at most ten seconds. Who does not ask for fifteen seconds has left.',
      example: sample`
        const session = (await client.sessions.list(caseId)).find(({ conference }) => conference?.isReady)
        if (session) {
          const guest = { name: 'Jon Aber', isHost: true }
          const link = new URL((await client.sessions.inviteGuest(caseId, session.id, guest)).url).hash.slice(1)
          const { seat } = await client.rooms.enter(link)
          const { people, events } = await client.rooms.watch(link, seat, 0)
          console.log(people.length, events.length)
        }
      `,
    },
  },
  actInRoom: {
    method: 'POST',
    path: '/rooms/acts',
    ...byLink,
    summary: 'Do something in a room: leave, consent, signal, admit, remove, pause',
    body: RoomAct,
    answers: { 204: done },
    errors: ofLink,
    sdk: {
      call: 'client.rooms.act',
      takes: ['link', 'seat', 'act'],
      about:
        'Do something in a room: leave, consent to being recorded or not, send a signal to somebody; a host admits, removes, pauses and goes off the record.',
      example: sample`
        const session = (await client.sessions.list(caseId)).find(({ conference }) => conference?.isReady)
        if (session) {
          const guest = { name: 'Ada Byron', isHost: true }
          const link = new URL((await client.sessions.inviteGuest(caseId, session.id, guest)).url).hash.slice(1)
          const { seat } = await client.rooms.enter(link)
          await client.rooms.act(link, seat, { type: 'record', recording: 'offTheRecord' })
          await client.rooms.act(link, seat, { type: 'leave' })
        }
      `,
    },
  },
  sendSound: {
    method: 'POST',
    path: '/rooms/chunks',
    ...byLink,
    summary: 'Send a chunk of your own sound',
    description:
      'Stored when it is answered. Sound of somebody who is not admitted or has not consented, and sound from off the record, is refused.',
    body: SoundChunk,
    answers: { 200: json('What is stored', ChunkStored) },
    errors: ofLink,
    sdk: {
      call: 'client.rooms.sendSound',
      isByHand: true,
      about:
        'Send a chunk of your own sound; it is stored when this resolves. Number the chunks of a track from 0, and send one again until it is: a chunk that is there already changes nothing.',
      example: sample`
        const send = (link: string, seat: string, bytes: string, startedAt: string) =>
          client.rooms.sendSound(link, seat, {
            track: 'track_1',
            sequence: 0,
            startedAt,
            offsetMs: 0,
            durationMs: 1000,
            mediaType: 'audio/webm;codecs=opus',
            bytes,
          })
      `,
    },
  },
} as const satisfies Record<string, Row>
