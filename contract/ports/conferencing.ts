import { sessionKind, slot } from '../sessions.ts'
import { Sha256 } from '../text.ts'
import Type from '../type.ts'
import { CaseRef, happened, id, strict, webAddress, why } from './fields.ts'
import { definePort } from './kit.ts'

export { slot as Slot }

const handle = { ...id, description: 'What the service calls the conference. The session carries it' }
const url = { ...webAddress, examples: ['https://meet.example/room/7f3a'] }
const links = { hostUrl: url, participantUrl: url }

const session = { case: CaseRef, sessionId: id, kind: sessionKind, slot }
export const Conference = Type.Object({ handle, ...links })

const artifact = {
  artifactId: id,
  kind: Type.Union([Type.Literal('recording'), Type.Literal('transcript')]),
  name: Type.String({ minLength: 1, maxLength: 300 }),
  mediaType: Type.String({ minLength: 1, maxLength: 200, examples: ['audio/ogg'] }),
  size: Type.Optional(Type.Integer({ minimum: 0 })),
  sha256: Type.Optional(Sha256),
  speaker: Type.Optional({
    ...Type.Object(
      { name: Type.String({ minLength: 1, maxLength: 300 }), participantId: Type.Optional(id) },
      strict,
    ),
    description: 'Whose voice it is, where everybody has a track of their own',
  }),
  startedAt: Type.Optional({ ...happened, description: 'When its first second was spoken' }),
  durationMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800_000 })),
  gaps: Type.Optional(
    Type.Array(Type.Object({ fromMs: Type.Integer({ minimum: 0 }), toMs: Type.Integer({ minimum: 0 }) }), {
      maxItems: 100,
      description: 'Where something that was said is missing, within the recording',
    }),
  ),
}

export const ConferenceParticipant = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 300 }), id: Type.Optional(id) },
  strict,
)

export const Presence = Type.Object(
  {
    handle,
    participant: ConferenceParticipant,
    isHost: Type.Optional(Type.Boolean()),
    at: happened,
  },
  strict,
)

export const conferencing = definePort({
  name: 'conferencing',
  title: 'Conferencing',
  does: 'Hosts remote sessions on a video or phone service, and hands over their recordings and transcripts.',
  spec: 1,
  many: true,
  supports: {
    presence: 'Reports who joins and who leaves.',
    personalLinks: 'Gives everybody links of their own.',
    artifacts: 'Hands over recordings, and transcripts if it makes them.',
  },
  calls: {
    create: {
      mode: 'do',
      does: 'A session was scheduled. Creates its conference.',
      input: Type.Object(session),
      output: Conference,
    },
    update: {
      mode: 'do',
      does: 'The session was rescheduled, or postponed and placed again inside its window. Updates its conference or replaces it, which gives it another handle.',
      input: Type.Object({ ...session, handle }),
      output: Conference,
    },
    detail: {
      mode: 'ask',
      does: 'The links as they are now; personal ones, where the service has such. A conference that was cancelled is `gone`.',
      input: Type.Object({
        handle,
        participant: Type.Optional({ ...ConferenceParticipant, description: 'Whom the links are for' }),
      }),
      output: Conference,
    },
    cancel: {
      mode: 'do',
      does: 'The session was withdrawn, postponed past its window, or needs no conference any more. Cancels the conference; one that is gone stays gone.',
      input: Type.Object({ case: CaseRef, sessionId: id, handle, why: Type.Optional(why) }),
      output: Type.Object({}),
    },
    collect: {
      mode: 'do',
      does: 'The session was held. Lists what came of it so far; what is ready later follows as a fact.',
      needs: 'artifacts',
      input: Type.Object({ case: CaseRef, sessionId: id, handle }),
      output: Type.Object({ artifacts: Type.Array(Type.Object(artifact), { maxItems: 100 }) }),
    },
    fetchArtifact: {
      mode: 'ask',
      does: 'The bytes of a recording or a transcript.',
      needs: 'artifacts',
      input: Type.Object({ handle, artifactId: id }),
      output: Type.Object({}),
      answersBytes: true,
    },
  },
  hears: {
    'session.scheduled': 'create',
    'session.rescheduled': 'update',
    'session.conferenceMoved': 'update',
    'session.conferenceNeeded': 'create',
    'session.held': 'collect',
    'session.withdrawn': 'cancel',
    'session.postponed': 'cancel',
    'session.conferenceUnneeded': 'cancel',
  },
  tells: {
    participantJoined: { does: 'A participant joined.', needs: 'presence', fact: Presence },
    participantLeft: { does: 'A participant left.', needs: 'presence', fact: Presence },
    recordingReady: {
      does: 'A recording or a transcript is ready. Each becomes a document on the case.',
      needs: 'artifacts',
      fact: Type.Object(
        {
          handle,
          ...artifact,
          uploadId: Type.Optional(
            Type.String({ description: 'The bytes, if they were uploaded; else they are fetched' }),
          ),
          at: happened,
        },
        strict,
      ),
    },
  },
})
