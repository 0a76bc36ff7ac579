import type { ArtifactKind, Gap, SessionKind, Slot, Speaker } from '@portico/contract/sessions'
import { type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'

type OfSession = { caseId: string; sessionId: string }
type Hosted = { handle: string; binding: string }

export type AnnouncedArtifact = {
  artifactId: string
  kind: ArtifactKind
  name: string
  mediaType: string
  size?: number
  sha256?: string
  uploadId?: string
  speaker?: Speaker
  startedAt?: string
  durationMs?: number
  gaps?: Gap[]
}

export type ConferenceCommand =
  /** After a session was scheduled or moved. */
  | ({ type: 'followSession' } & OfSession)
  /** A service has created a conference for a session as it was then; `isReplaced` if it took the place of the previous one. */
  | ({ type: 'setConference'; kind: SessionKind; slot: Slot; isReplaced: boolean } & Hosted & OfSession)
  | ({ type: 'renewConference'; why: string } & OfSession)
  | ({ type: 'endConference' } & Hosted & OfSession)
  | ({
      type: 'joinConference' | 'leaveConference'
      participant: { name: string; id?: string }
      isHost?: boolean
      happenedAt: string
    } & Hosted &
      OfSession)
  | ({ type: 'announceArtifact'; artifact: AnnouncedArtifact } & Hosted & OfSession)
  | ({ type: 'failArtifact'; handle: string; artifactId: string; why: string } & OfSession)

type Reason = 'scheduled' | 'rescheduled' | 'renewed'

export type ConferenceState = {
  status: string
  kind: SessionKind | null
  slot: Slot | null
  because: Reason
  /** Whether a conference was requested and is still needed. */
  isAsked: boolean
  current: (Hosted & { readyFor: Slot | null }) | null
  /** Until when a postponed session keeps its conference: the end of its window. */
  keptUntil: string | null
  /** Whether a postponed session was rescheduled inside its window or past it. */
  placedAgain: 'inside' | 'past' | null
  /** All handles so far, since late reports may refer to any of them. */
  handles: string[]
  ended: string[]
  artifacts: Record<string, { standing: 'announced' | 'filed' | 'failed'; kind: ArtifactKind; name: string }>
}

export const isRemote = (kind: SessionKind | null) => kind !== null && kind !== 'inPerson'

/** The conference of a session: its handle, its participants, and its recordings. */
export const conference: Decider<ConferenceCommand, ConferenceState> = {
  name: 'conference',
  needs: {
    followSession: null,
    setConference: null,
    renewConference: 'manageSessions',
    endConference: null,
    joinConference: null,
    leaveConference: null,
    announceArtifact: null,
    failArtifact: null,
  },
  stateVersion: 2,
  reads: ({ sessionId }) => ({ subject: sessionId }),
  initial: {
    status: 'none',
    kind: null,
    slot: null,
    because: 'scheduled',
    isAsked: false,
    current: null,
    keptUntil: null,
    placedAgain: null,
    handles: [],
    ended: [],
    artifacts: {},
  },

  evolve(state, event) {
    switch (event.type) {
      case 'session.requested':
        return { ...state, status: 'requested', kind: event.data.kind }
      case 'session.scheduled': {
        const { kind, slot } = event.data
        return {
          ...state,
          status: 'scheduled',
          kind,
          slot,
          because: 'scheduled',
          isAsked: state.isAsked || isRemote(kind),
          keptUntil: null,
          placedAgain: placedAgain(state, slot),
        }
      }
      case 'session.rescheduled': {
        const { kind, slot } = event.data
        const because = state.current?.readyFor ? 'rescheduled' : state.because
        return { ...state, status: 'scheduled', kind, slot, because, placedAgain: null }
      }
      case 'session.held':
      case 'session.noShow':
        return { ...state, status: event.type.slice('session.'.length) }
      case 'session.postponed': {
        const { windowEndsAt: keptUntil = null } = event.data
        return {
          ...{ ...state, status: 'postponed', slot: null, keptUntil, placedAgain: null },
          isAsked: state.isAsked && keptUntil !== null,
        }
      }
      case 'session.withdrawn':
        return {
          ...{ ...state, status: 'withdrawn', slot: null, keptUntil: null, placedAgain: null },
          isAsked: false,
        }
      case 'session.conferenceMoved':
        return { ...state, placedAgain: null }
      case 'session.conferenceNeeded':
        return { ...state, isAsked: true, because: event.data.why === undefined ? state.because : 'renewed' }
      case 'session.conferenceCreated': {
        const { handle, binding } = event.data
        const current = { handle, binding, readyFor: null }
        return { ...state, current, handles: [...state.handles, handle] }
      }
      case 'session.conferenceReady':
        return { ...state, current: state.current && { ...state.current, readyFor: event.data.slot } }
      case 'session.conferenceUnneeded':
        return state.current?.handle === event.data.handle
          ? { ...state, current: null, isAsked: false }
          : state
      case 'session.conferenceCancelled': {
        const { handle } = event.data
        const current = state.current?.handle === handle ? null : state.current
        return { ...state, current, ended: [...state.ended, handle] }
      }
      case 'session.artifactAnnounced':
        return withStanding(state, event.data, 'announced')
      case 'session.artifactFiled':
        return withStanding(state, event.data, 'filed')
      case 'session.artifactFailed':
        return withStanding(state, event.data, 'failed')
      default:
        return state
    }
  },

  decide(command, state) {
    const { sessionId } = command
    if (state.status === 'none') throw new Refusal('notFound', 'There is no such session in this case.')
    const fact = <Type extends Fact['type']>(type: Type, data: object) =>
      ({ type, subject: sessionId, data: { sessionId, ...data } }) as Fact
    const unneeded = (why: string): Fact[] =>
      state.current
        ? [
            fact('session.conferenceUnneeded', {
              handle: state.current.handle,
              binding: state.current.binding,
              why,
            }),
          ]
        : []
    const needed = (why?: string) =>
      fact('session.conferenceNeeded', { kind: state.kind, slot: state.slot, ...withoutUndefined({ why }) })

    switch (command.type) {
      case 'followSession':
        if (!isRemote(state.kind)) return unneeded('The session is held in person.')
        if (state.placedAgain === 'past') return unneeded('The session was placed past its window.')
        if (state.placedAgain === 'inside' && state.current) {
          const { handle, binding } = state.current
          return [fact('session.conferenceMoved', { kind: state.kind, slot: state.slot, handle, binding })]
        }
        return state.isAsked ? [] : [needed()]
      case 'setConference':
        return setConference(command, state, fact)
      case 'renewConference': {
        if (state.status !== 'scheduled')
          throw new Refusal(
            'stateForbids',
            'The session is not scheduled, so it has no conference to replace.',
          )
        if (!isRemote(state.kind))
          throw new Refusal('stateForbids', 'The session is held in person and has no conference.')
        return [...unneeded(command.why), needed(command.why)]
      }
      case 'endConference': {
        const { handle, binding } = command
        return state.ended.includes(handle) ? [] : [fact('session.conferenceCancelled', { handle, binding })]
      }
      case 'joinConference':
      case 'leaveConference': {
        refuseUnknown(command.handle, state)
        const { handle, binding, participant, isHost, happenedAt } = command
        const type =
          command.type === 'joinConference' ? 'session.participantJoined' : 'session.participantLeft'
        return [fact(type, { handle, binding, participant, ...withoutUndefined({ isHost }), happenedAt })]
      }
      case 'announceArtifact': {
        const { handle, binding, artifact } = command
        refuseUnknown(handle, state)
        if (state.artifacts[keyOf({ handle, ...artifact })]) return []
        return [fact('session.artifactAnnounced', { handle, binding, ...artifact })]
      }
      case 'failArtifact': {
        const { handle, artifactId, why } = command
        const artifact = state.artifacts[keyOf({ handle, artifactId })]
        if (artifact?.standing !== 'announced') return []
        const { kind, name } = artifact
        return [fact('session.artifactFailed', { handle, artifactId, kind, name, why })]
      }
    }
  },
}

function placedAgain({ current, keptUntil }: ConferenceState, { startsAt }: Slot) {
  if (!current || keptUntil === null) return null
  return Date.parse(startsAt) <= Date.parse(keptUntil) ? 'inside' : 'past'
}

/** Recorded whatever the current state of the session, so that the conference can be cancelled. */
function setConference(
  { handle, binding, kind, slot, isReplaced }: ConferenceCommand & { type: 'setConference' },
  state: ConferenceState,
  fact: (type: Fact['type'], data: object) => Fact,
): Fact[] {
  const { current, because } = state
  const isNew = current?.handle !== handle
  const facts: Fact[] = []
  const markUnneeded = (hosted: Hosted, why: string) =>
    facts.push(fact('session.conferenceUnneeded', { handle: hosted.handle, binding: hosted.binding, why }))
  if (current && isNew && !isReplaced) markUnneeded(current, 'Another conference was made.')
  if (isNew) facts.push(fact('session.conferenceCreated', { handle, binding }))
  if (state.status !== 'scheduled') return facts
  if (!isRemote(state.kind)) markUnneeded({ handle, binding }, 'The session is held in person.')
  else if (kind === state.kind && isSameTime(state.slot, slot)) {
    const isReady = !isNew && isSameTime(current?.readyFor ?? null, slot)
    if (!isReady) facts.push(fact('session.conferenceReady', { kind, slot, handle, binding, because }))
  }
  return facts
}

export const isSameTime = (a: Slot | null, b: Slot | null) =>
  a !== null && b !== null && Date.parse(a.startsAt) === Date.parse(b.startsAt) && a.minutes === b.minutes

const keyOf = ({ handle = '', artifactId }: { handle?: string; artifactId: string }) =>
  `${handle} ${artifactId}`

function withStanding(
  state: ConferenceState,
  data: { handle?: string; artifactId: string; kind: ArtifactKind; name?: string },
  standing: 'announced' | 'filed' | 'failed',
): ConferenceState {
  const { kind, name = state.artifacts[keyOf(data)]?.name ?? '' } = data
  return { ...state, artifacts: { ...state.artifacts, [keyOf(data)]: { standing, kind, name } } }
}

function refuseUnknown(handle: string, { handles }: ConferenceState) {
  if (!handles.includes(handle))
    throw new Refusal('notFound', 'The session has no conference with this handle.')
}
