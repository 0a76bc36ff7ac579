import type { SessionKind, Slot } from '@portico/contract/sessions'
import type { Decider, Fact } from '../kernel/decider.ts'
import { evolveTimer, type OneTimer, resetTimer, timerEvents } from '../kernel/one-timer.ts'
import { hourMs, latest, minuteMs, msEarlier, msLater } from '../time/moments.ts'
import { isRemote, isSameTime } from './conference.ts'

export type WatchCommand = {
  type: 'watchConferences'
  caseId: string
  /** The cause of the check. */
  event: { id: string; at: string }
}

type Watched = { slot: Slot; since: string; isReady: boolean; isOverdue: boolean }

type Hosted = { handle: string; binding: string }

export type WatchState = {
  sessions: Record<string, Watched>
  /** By session, its conference, ready or not. */
  hosted: Record<string, Hosted>
  /** By postponed session, until when its conference is kept. */
  kept: Record<string, string>
  timer: OneTimer
}

export const conferenceTimer = 'conferenceReady'

/** For a session scheduled at short notice, the minimum time before its conference is overdue. */
const graceMs = 10 * minuteMs

/**
 * Reports conferences that are not ready in time, and gives up those of postponed sessions that were not rescheduled within
 * their window.
 */
export const conferenceWatch: Decider<WatchCommand, WatchState> = {
  name: 'conferenceWatch',
  needs: { watchConferences: null },
  stateVersion: 2,
  reads: () => ({
    types: [
      'session.scheduled',
      'session.rescheduled',
      'session.conferenceNeeded',
      'session.conferenceCreated',
      'session.conferenceReady',
      'session.conferenceUnneeded',
      'session.conferenceCancelled',
      'session.conferenceOverdue',
      'session.held',
      'session.noShow',
      'session.postponed',
      'session.withdrawn',
      ...timerEvents,
    ],
  }),
  initial: { sessions: {}, hosted: {}, kept: {}, timer: null },

  evolve(state, event) {
    switch (event.type) {
      case 'session.scheduled':
      case 'session.rescheduled': {
        const { sessionId, kind, slot } = event.data
        const isBrought = 'isBrought' in event.data && event.data.isBrought === true
        return isBrought ? state : withWatched(withoutKept(state, sessionId), sessionId, kind, slot, event.at)
      }
      case 'session.conferenceNeeded': {
        const { sessionId, kind, slot } = event.data
        return withWatched(state, sessionId, kind, slot, event.at)
      }
      case 'session.conferenceCreated': {
        const { sessionId, handle, binding } = event.data
        return { ...state, hosted: { ...state.hosted, [sessionId]: { handle, binding } } }
      }
      case 'session.conferenceUnneeded':
      case 'session.conferenceCancelled': {
        const { sessionId, handle } = event.data
        const { [sessionId]: current, ...hosted } = state.hosted
        return current?.handle === handle ? { ...state, hosted } : state
      }
      case 'session.conferenceReady': {
        const { sessionId, slot } = event.data
        const session = state.sessions[sessionId]
        return session && isSameTime(session.slot, slot)
          ? { ...state, sessions: { ...state.sessions, [sessionId]: { ...session, isReady: true } } }
          : state
      }
      case 'session.conferenceOverdue': {
        const { sessionId } = event.data
        const session = state.sessions[sessionId]
        return session
          ? { ...state, sessions: { ...state.sessions, [sessionId]: { ...session, isOverdue: true } } }
          : state
      }
      case 'session.postponed': {
        const { sessionId, windowEndsAt } = event.data
        const unwatched = withoutSession(withoutKept(state, sessionId), sessionId)
        return windowEndsAt === undefined
          ? unwatched
          : { ...unwatched, kept: { ...unwatched.kept, [sessionId]: windowEndsAt } }
      }
      case 'session.held':
      case 'session.noShow':
      case 'session.withdrawn':
        return withoutSession(withoutKept(state, event.data.sessionId), event.data.sessionId)
      default:
        return { ...state, timer: evolveTimer(state.timer, event, conferenceTimer) }
    }
  },

  decide({ event }, { sessions, hosted, kept, timer }, { at, profile }) {
    const { conferenceReadyHours } = profile.sessions
    const now = at.toISOString()
    const awaited = Object.entries(sessions)
      .filter(([, { isReady, isOverdue }]) => !isReady && !isOverdue)
      .map(([sessionId, { slot, since }]) => {
        const due = latest(msEarlier(slot.startsAt, conferenceReadyHours * hourMs), msLater(since, graceMs))
        return { sessionId, slot, due: due.toISOString() }
      })
    const next = [...awaited.map(({ due }) => due), ...Object.values(kept)]
      .filter((due) => due > now)
      .toSorted()[0]
    const givenUp = Object.entries(kept).flatMap(([sessionId, until]): Fact[] => {
      const current = hosted[sessionId]
      if (!current || until > now) return []
      const why = 'The session was not placed again within its window.'
      return [
        { type: 'session.conferenceUnneeded', subject: sessionId, data: { sessionId, ...current, why } },
      ]
    })
    const overdue = awaited
      .filter(({ due }) => due <= now)
      .map(({ sessionId, slot }): Fact => {
        const why = 'The conference of the session is not ready: its participants have no link yet.'
        return { type: 'session.conferenceOverdue', subject: sessionId, data: { sessionId, slot, why } }
      })
    return [...overdue, ...givenUp, ...resetTimer(timer, conferenceTimer, next, event)]
  },
}

function withWatched(
  state: WatchState,
  sessionId: string,
  kind: SessionKind,
  slot: Slot,
  since: string,
): WatchState {
  if (!isRemote(kind)) return withoutSession(state, sessionId)
  const session = state.sessions[sessionId]
  const isReady = session?.isReady === true && isSameTime(session.slot, slot)
  return {
    ...state,
    sessions: { ...state.sessions, [sessionId]: { slot, since, isReady, isOverdue: false } },
  }
}

function withoutKept(state: WatchState, sessionId: string): WatchState {
  if (state.kept[sessionId] === undefined) return state
  const { [sessionId]: _, ...kept } = state.kept
  return { ...state, kept }
}

function withoutSession(state: WatchState, sessionId: string): WatchState {
  if (!state.sessions[sessionId]) return state
  const { [sessionId]: _, ...sessions } = state.sessions
  return { ...state, sessions }
}
