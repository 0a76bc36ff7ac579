import type { EventType } from '@portico/contract/events'
import type { Recorded } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { dayShownIn } from '../time/days-in-zone.ts'
import { faultOfTimeZone } from '../time/zone-names.ts'

/** The days from which deadlines run. */
export type KnownDays = {
  sessions: Record<string, { slotDay?: string; on?: string; endedAt?: string }>
  letters: Record<
    string,
    { letter?: string; writtenAt?: string; date?: string; sentAt?: string; channel?: string }
  >
  remands: Record<string, { sentAt?: string; receivedAt?: string; mandateOn?: string }>
  /** When each event last happened that a deadline may name. */
  events: Record<string, string>
}

export const noDays: KnownDays = { sessions: {}, letters: {}, remands: {}, events: {} }

export const letterDayTypes: readonly EventType[] = ['letter.composed', 'letter.receipted']

/** With what an event says of a session, a letter or a remand. */
export function daysAfter(days: KnownDays, event: Recorded): KnownDays {
  switch (event.type) {
    case 'session.scheduled':
    case 'session.rescheduled': {
      const { sessionId, slot } = event.data
      const { startsAt, timeZone } = slot
      const zone = faultOfTimeZone(timeZone) === undefined ? timeZone : 'UTC'
      return saidOf(days, 'sessions', sessionId, { slotDay: dayShownIn(new Date(startsAt), zone) })
    }
    case 'session.held':
    case 'session.noShow':
    case 'session.withdrawn': {
      const { sessionId, on } = event.data
      return saidOf(days, 'sessions', sessionId, { endedAt: event.at, ...withoutUndefined({ on }) })
    }
    case 'session.dayCorrected':
      return saidOf(days, 'sessions', event.data.sessionId, { on: event.data.on })
    case 'letter.composed': {
      const { letterId, letter, date } = event.data
      return saidOf(days, 'letters', letterId, { letter, writtenAt: event.at, date })
    }
    case 'letter.receipted': {
      const { letterId, sentAt, channel } = event.data
      return saidOf(days, 'letters', letterId, { sentAt, channel })
    }
    case 'remand.sentBack':
      return saidOf(days, 'remands', event.data.remandId, { sentAt: event.at })
    case 'remand.received': {
      const { remandId, mandateOn } = event.data
      return saidOf(days, 'remands', remandId, { receivedAt: event.at, mandateOn })
    }
    case 'remand.mandateCorrected':
      return saidOf(days, 'remands', event.data.remandId, { mandateOn: event.data.mandateOn })
    default:
      return days
  }
}

function saidOf<Of extends 'sessions' | 'letters' | 'remands'>(
  days: KnownDays,
  of: Of,
  id: string,
  said: KnownDays[Of][string],
): KnownDays {
  return { ...days, [of]: { ...days[of], [id]: { ...days[of][id], ...said } } }
}
