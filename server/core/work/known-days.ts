import type { EventType } from '@portico/contract/events'
import type { Recorded } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { dayShownIn } from '../time/days-in-zone.ts'
import { faultOfTimeZone } from '../time/zone-names.ts'

/** The days from which deadlines may run. */
export type KnownDays = {
  sessions: Record<string, { slotDay?: string; on?: string; endedAt?: string }>
  letters: Record<
    string,
    { letter?: string; writtenAt?: string; date?: string; sentAt?: string; channel?: string }
  >
  remands: Record<string, { sentAt?: string; receivedAt?: string; mandateOn?: string }>
  /** When each event that a deadline may name last happened. */
  events: Record<string, string>
}

export const noDays: KnownDays = { sessions: {}, letters: {}, remands: {}, events: {} }

export const letterDayTypes: readonly EventType[] = ['letter.composed', 'letter.receipted']

/** Updates the days of a session, letter or remand from an event. */
export function daysAfter(days: KnownDays, event: Recorded): KnownDays {
  switch (event.type) {
    case 'session.scheduled':
    case 'session.rescheduled': {
      const { sessionId, slot } = event.data
      const { startsAt, timeZone } = slot
      const zone = faultOfTimeZone(timeZone) === undefined ? timeZone : 'UTC'
      return withDay(days, 'sessions', sessionId, { slotDay: dayShownIn(new Date(startsAt), zone) })
    }
    case 'session.held':
    case 'session.noShow':
    case 'session.withdrawn': {
      const { sessionId, on } = event.data
      return withDay(days, 'sessions', sessionId, { endedAt: event.at, ...withoutUndefined({ on }) })
    }
    case 'session.dayCorrected':
      return withDay(days, 'sessions', event.data.sessionId, { on: event.data.on })
    case 'letter.composed': {
      const { letterId, letter, date } = event.data
      return withDay(days, 'letters', letterId, { letter, writtenAt: event.at, date })
    }
    case 'letter.receipted': {
      const { letterId, sentAt, channel } = event.data
      return withDay(days, 'letters', letterId, { sentAt, channel })
    }
    case 'remand.sentBack':
      return withDay(days, 'remands', event.data.remandId, { sentAt: event.at })
    case 'remand.received': {
      const { remandId, mandateOn } = event.data
      return withDay(days, 'remands', remandId, { receivedAt: event.at, mandateOn })
    }
    case 'remand.mandateCorrected':
      return withDay(days, 'remands', event.data.remandId, { mandateOn: event.data.mandateOn })
    default:
      return days
  }
}

function withDay<Kind extends 'sessions' | 'letters' | 'remands'>(
  days: KnownDays,
  kind: Kind,
  id: string,
  change: KnownDays[Kind][string],
): KnownDays {
  return { ...days, [kind]: { ...days[kind], [id]: { ...days[kind][id], ...change } } }
}
