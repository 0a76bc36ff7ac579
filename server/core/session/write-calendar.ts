import type { Slot } from '@portico/contract/sessions'
import ical, {
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import type { Temporal } from 'temporal-polyfill'
import { zoned } from '../time/local-time.ts'
import { daysLater, earliest, latest, minuteMs } from '../time/moments.ts'
import { vtimezoneOf } from '../time/vtimezone.ts'

/** A session as a calendar shows it. */
export type CalendarEvent = {
  sessionId: string
  slot: Slot
  isCancelled: boolean
  /** Raised with each change, so that a calendar takes the later one. */
  revision: number
  changedAt: Date
  summary: string
  /** Where it is, and what else is to be known; a feed says neither. */
  place?: string | undefined
  description?: string | undefined
  /** Whose clock it is shown by; that of the session where none is given. */
  timeZone?: string | undefined
}

/** Sessions as iCalendar (RFC 5545). The same sessions give the same text. */
export function writeCalendar(name: string, events: readonly CalendarEvent[]): string {
  const starts = events.map(({ slot }) => slot.startsAt)
  const span = { from: earliest(...starts), to: daysLater(latest(...starts), 2) }
  const calendar = ical({
    name: oneLine(name),
    prodId: { company: 'Portico', product: 'Portico', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 15 * 60,
    timezone: { name: null, generator: (zone: string) => vtimezoneOf(zone, span) },
  })
  for (const event of events) {
    const { slot, timeZone = slot.timeZone, isCancelled } = event
    const start = zoned(new Date(slot.startsAt), timeZone)
    const end = start.add({ milliseconds: slot.minutes * minuteMs })
    calendar.createEvent({
      id: `${event.sessionId}@portico`,
      sequence: event.revision,
      stamp: zoned(event.changedAt, 'UTC'),
      start,
      end,
      timezone: isTheFirst(start) && isTheFirst(end) ? timeZone : null,
      summary: oneLine(event.summary),
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: isCancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      busystatus: isCancelled ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
      ...(event.place === undefined ? {} : { location: oneLine(event.place) }),
      ...(event.description === undefined
        ? {}
        : { description: event.description.replaceAll(/\r\n?/g, '\n') }),
    })
  }
  return `${calendar.toString()}\r\n`
}

/** Of two moments at which a clock shows the same time a calendar means the first: the second is told in UTC. */
const isTheFirst = (at: Temporal.ZonedDateTime) =>
  at.toPlainDateTime().toZonedDateTime(at.timeZoneId).epochMilliseconds === at.epochMilliseconds

/** What is not text would end its line. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ')
