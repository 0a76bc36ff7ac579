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

type Hosted = { handle: string; binding: string }

export type WatchState = {
  sessions: Record<string, Watched>
  /** The conference that a session has, ready or not. */
  hosted: Record<string, Hosted>
  /** Until when a postponed session keeps it. */
  kept: Record<string, string>
  timer: OneTimer
}

/** The timer for the moment at which a conference must be ready. */
export const conferenceTimer = 'conferenceReady'

/** A session that is placed at short notice has at least so long before somebody is alarmed. */
const graceMs = 10 * minuteMs

/**
 * Remote sessions whose conference is not ready in time: somebody gets a task. One that was postponed and not placed again
 * within its window gives its conference up.
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
        return isBrought ? state : watched(unkept(state, sessionId), sessionId, kind, slot, event.at)
      }
      case 'session.conferenceNeeded': {
        const { sessionId, kind, slot } = event.data
        return watched(state, sessionId, kind, slot, event.at)
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
      case 'session.postponed': {
        const { sessionId, windowEndsAt } = event.data
        const left = without(unkept(state, sessionId), sessionId)
        return windowEndsAt === undefined
          ? left
          : { ...left, kept: { ...left.kept, [sessionId]: windowEndsAt } }
      }
      case 'session.held':
      case 'session.noShow':
      case 'session.withdrawn':
        return without(unkept(state, event.data.sessionId), event.data.sessionId)
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

function unkept(state: WatchState, sessionId: string): WatchState {
  if (state.kept[sessionId] === undefined) return state
  const { [sessionId]: _, ...kept } = state.kept
  return { ...state, kept }
}

function without(state: WatchState, sessionId: string): WatchState {
  if (!state.sessions[sessionId]) return state
  const { [sessionId]: _, ...sessions } = state.sessions
  return { ...state, sessions }
}
