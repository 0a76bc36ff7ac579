import type { Recorded } from '../kernel/decider.ts'
import type { WorkState } from './state.ts'

/** The sessions of a case, and when they begin. */
export function evolveSessions(state: WorkState, event: Recorded): WorkState {
  switch (event.type) {
    case 'session.scheduled':
    case 'session.rescheduled': {
      const { sessionId, slot } = event.data
      return {
        ...state,
        sessions: { ...state.sessions, [sessionId]: 'scheduled' },
        sessionStarts: { ...state.sessionStarts, [sessionId]: slot.startsAt },
      }
    }
    case 'session.requested':
    case 'session.held':
    case 'session.noShow':
    case 'session.postponed':
    case 'session.withdrawn': {
      const status = event.type.slice('session.'.length)
      return { ...state, sessions: { ...state.sessions, [event.data.sessionId]: status } }
    }
    default:
      return state
  }
}
