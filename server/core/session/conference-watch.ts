import type { SessionKind, Slot } from '@portico/contract/sessions'
import type { Decider, Fact } from '../kernel/decider.ts'
import { evolveTimer, type OneTimer, resetTimer, timerEvents } from '../kernel/one-timer.ts'
import { hourMs, latest, minuteMs, msEarlier, msLater } from '../time/moments.ts'
import { isRemote, isSame } from './conference.ts'

export type WatchCommand = {
  type: 'watchConferences'
  caseId: string
  /** The cause of the check. */
  event: { id: string; at: string }
}

type Watched = { slot: Slot; since: string; isReady: boolean; isOverdue: boolean }

export type WatchState = { sessions: Record<string, Watched>; timer: OneTimer }

/** The timer for the moment at which a conference must be ready. */
export const conferenceTimer = 'conferenceReady'

/** A session that is placed at short notice has at least so long before somebody is alarmed. */
const graceMs = 10 * minuteMs

/** Remote sessions whose conference is not ready in time: somebody gets a task. */
export const conferenceWatch: Decider<WatchCommand, WatchState> = {
  name: 'conferenceWatch',
  needs: { watchConferences: null },
  stateVersion: 1,
  reads: () => ({
    types: [
      'session.scheduled',
      'session.rescheduled',
      'session.conferenceNeeded',
      'session.conferenceReady',
      'session.conferenceOverdue',
      'session.held',
      'session.noShow',
      'session.postponed',
      'session.withdrawn',
      ...timerEvents,
    ],
  }),
  initial: { sessions: {}, timer: null },

  evolve(state, event) {
    switch (event.type) {
      case 'session.scheduled':
      case 'session.rescheduled': {
        const { sessionId, kind, slot } = event.data
        const isBrought = 'isBrought' in event.data && event.data.isBrought === true
        return isBrought ? state : watched(state, sessionId, kind, slot, event.at)
      }
      case 'session.conferenceNeeded': {
        const { sessionId, kind, slot } = event.data
        return watched(state, sessionId, kind, slot, event.at)
      }
      case 'session.conferenceReady': {
        const { sessionId, slot } = event.data
        const known = state.sessions[sessionId]
        return known && isSame(known.slot, slot)
          ? { ...state, sessions: { ...state.sessions, [sessionId]: { ...known, isReady: true } } }
          : state
      }
      case 'session.conferenceOverdue': {
        const { sessionId } = event.data
        const known = state.sessions[sessionId]
        return known
          ? { ...state, sessions: { ...state.sessions, [sessionId]: { ...known, isOverdue: true } } }
          : state
      }
      case 'session.held':
      case 'session.noShow':
      case 'session.postponed':
      case 'session.withdrawn':
        return without(state, event.data.sessionId)
      default:
        return { ...state, timer: evolveTimer(state.timer, event, conferenceTimer) }
    }
  },

  decide({ event }, { sessions, timer }, { at, profile }) {
    const { conferenceReadyHours } = profile.sessions
    const now = at.toISOString()
    const awaited = Object.entries(sessions)
      .filter(([, { isReady, isOverdue }]) => !isReady && !isOverdue)
      .map(([sessionId, { slot, since }]) => {
        const due = latest(msEarlier(slot.startsAt, conferenceReadyHours * hourMs), msLater(since, graceMs))
        return { sessionId, slot, due: due.toISOString() }
      })
    const next = awaited
      .map(({ due }) => due)
      .filter((due) => due > now)
      .toSorted()[0]
    const overdue = awaited
      .filter(({ due }) => due <= now)
      .map(({ sessionId, slot }): Fact => {
        const why = 'The conference of the session is not ready: its participants have no link yet.'
        return { type: 'session.conferenceOverdue', subject: sessionId, data: { sessionId, slot, why } }
      })
    return [...overdue, ...resetTimer(timer, conferenceTimer, next, event)]
  },
}

function watched(
  state: WatchState,
  sessionId: string,
  kind: SessionKind,
  slot: Slot,
  since: string,
): WatchState {
  if (!isRemote(kind)) return without(state, sessionId)
  const known = state.sessions[sessionId]
  const isReady = known?.isReady === true && isSame(known.slot, slot)
  return {
    ...state,
    sessions: { ...state.sessions, [sessionId]: { slot, since, isReady, isOverdue: false } },
  }
}

function without(state: WatchState, sessionId: string): WatchState {
  if (!state.sessions[sessionId]) return state
  const { [sessionId]: _, ...sessions } = state.sessions
  return { ...state, sessions }
}
