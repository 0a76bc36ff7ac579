import type { EventType } from '@portico/contract/events'
import { conferencing } from '@portico/contract/ports/conferencing'
import type { Session, SessionKind, Slot } from '@portico/contract/sessions'
import { reaction } from '../../core/kernel/decider.ts'
import { conference, isRemote } from '../../core/session/conference.ts'
import { conferencesOf } from '../../projections/conferences.ts'
import { countWantedArtifacts } from '../../store/artifact-pulls.ts'
import type { ChainedEvent } from '../../store/events/append.ts'
import { adaptersIn } from '../delivery/bindings/adapters-in.ts'
import {
  type Cancelled,
  cancelled,
  type Due,
  type PortParts,
  servePort,
} from '../delivery/bindings/serve-port.ts'
import { rooms } from './baseline.ts'
import { fetchArtifacts } from './fetch-artifacts.ts'
import { announced, hearJoined, hearLeft, hearRecordingReady } from './heard.ts'

const ifRemote = ({ data }: { data: { kind: SessionKind; isBrought?: boolean | undefined } }) =>
  isRemote(data.kind) && !data.isBrought ? [{}] : []

/** It has a conference from before it was postponed. */
const isMovedInstead = (sessionId: string, event: ChainedEvent) =>
  event.type === 'session.conferenceMoved' && event.data.sessionId === sessionId

export const conferencingPort = servePort(conferencing, {
  needs: ['cases', 'execute', 'fileArtifact', 'intake', 'mostFileBytes', 'sessions', 'uploads'],
  baseline: rooms,
  adapters: adaptersIn(import.meta.dirname),
  /** The others keep what they have made, until it is over. */
  byOne: ['create'],
  hearsBrought: ['session.scheduled'],
  owes: {
    'session.scheduled': (event, commit) =>
      commit.some((other) => isMovedInstead(event.data.sessionId, other)) ? [] : ifRemote(event),
    'session.rescheduled': ifRemote,
    'session.conferenceMoved': ({ data }, _, binding) => (data.binding === binding.name ? [{}] : []),
    'session.conferenceUnneeded': ({ data }, _, binding) => (data.binding === binding.name ? [{}] : []),
    // Inside its window it is kept for when the session is placed again.
    'session.postponed': ({ data }) => (data.windowEndsAt === undefined ? [{}] : []),
  },

  input: {
    /** As the session is now, and not as it was when it was placed: it may have been moved since. */
    async create(due, parts) {
      const now = await placed(due, parts)
      return 'why' in now ? now : { case: now.case, sessionId: now.session.id, ...now.at }
    },

    async update(due, parts) {
      const now = await placed(due, parts)
      if ('why' in now) return now
      const { current } = now
      if (!current) return cancelled('There is no conference to update.')
      if (current.binding !== due.binding) return cancelled(`It is hosted by ${current.binding}.`)
      return { case: now.case, sessionId: now.session.id, ...now.at, handle: current.handle }
    },

    async cancel({ caseId, binding, event }, parts) {
      const { sessionId, why } = event.data
      const hosted =
        event.type === 'session.conferenceUnneeded'
          ? event.data
          : (await conferencesOf(parts.db, caseId)).get(sessionId)
      if (!hosted) return cancelled('There is no conference to cancel.')
      if (hosted.binding !== binding) return cancelled(`It is hosted by ${hosted.binding}.`)
      const { handle } = hosted
      return { case: await caseRef(caseId, parts), sessionId, handle, ...(why ? { why } : {}) }
    },

    async collect({ caseId, binding, event: { data } }, parts) {
      const { sessionId } = data
      const hosted = (await conferencesOf(parts.db, caseId)).get(sessionId)
      if (hosted?.binding !== binding) return cancelled('The session had no conference here.')
      return { case: await caseRef(caseId, parts), sessionId, handle: hosted.handle }
    },
  },

  answered: {
    create: (due, { handle }, _, input) => made(due, { ...input, handle }, false),
    update: (due, { handle }, _, input) => made(due, { ...input, handle }, true),

    cancel({ caseId, binding }, _, __, { sessionId, handle }) {
      const command = { type: 'endConference', caseId, sessionId, handle, binding } as const
      return { commands: [reaction(conference, command)] }
    },

    collect({ caseId, binding }, { artifacts }, _, { sessionId, handle }) {
      const of = { caseId, sessionId, handle, binding }
      return { commands: artifacts.map((artifact) => reaction(conference, announced(artifact, of))) }
    },
  },

  heard: {
    participantJoined: hearJoined,
    participantLeft: hearLeft,
    recordingReady: hearRecordingReady,
  },

  tends: fetchArtifacts,
  waiting: countWantedArtifacts,
})

type Placed = Due<
  Extract<
    EventType,
    'session.scheduled' | 'session.rescheduled' | 'session.conferenceMoved' | 'session.conferenceNeeded'
  >
>
type Now = {
  case: { caseId: string; docketNumber: string }
  session: Session
  at: { kind: SessionKind; slot: Slot }
  current: { handle: string; binding: string } | undefined
}

async function placed(
  { caseId, event }: Placed,
  parts: PortParts<'cases' | 'sessions'>,
): Promise<Now | Cancelled> {
  const { sessionId } = event.data
  const session = (await parts.portico.sessions.list(caseId)).find(({ id }) => id === sessionId)
  if (session?.status !== 'scheduled' || !session.slot)
    return cancelled('The session is over, or has no date.')
  const { kind, slot } = session
  if (!isRemote(kind)) return cancelled('The session is held in person.')
  const current = (await conferencesOf(parts.db, caseId)).get(sessionId)
  return { case: await caseRef(caseId, parts), session, at: { kind, slot }, current }
}

/** Made for what the service was told: where the session was moved meanwhile, the next obligation follows. */
function made(
  { caseId, binding }: Placed,
  of: { sessionId: string; handle: string; kind: SessionKind; slot: Slot },
  isReplaced: boolean,
) {
  const { sessionId, handle, kind, slot } = of
  const command = {
    type: 'setConference',
    caseId,
    sessionId,
    handle,
    binding,
    kind,
    slot,
    isReplaced,
  } as const
  return { commands: [reaction(conference, command)] }
}

async function caseRef(caseId: string, { portico }: PortParts<'cases'>) {
  const { docketNumber } = await portico.cases.find(caseId)
  return { caseId, docketNumber }
}
