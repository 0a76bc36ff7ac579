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

/** A session as an event of a calendar. */
export type CalendarEvent = {
  sessionId: string
  slot: Slot
  isCancelled: boolean
  /** Raised with each change, so that calendars keep the latest. */
  revision: number
  changedAt: Date
  summary: string
  /** Absent from feeds, like the description. */
  place?: string | undefined
  description?: string | undefined
  /** The zone in which the event is written; that of the session if absent. */
  timeZone?: string | undefined
}

/** Sessions as iCalendar (RFC 5545), deterministically. */
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
      timezone: isFirstOccurrence(start) && isFirstOccurrence(end) ? timeZone : null,
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

/** In the repeated hour of a clock change, a local time means the first occurrence; the second must be written in UTC. */
const isFirstOccurrence = (moment: Temporal.ZonedDateTime) =>
  moment.toPlainDateTime().toZonedDateTime(moment.timeZoneId).epochMilliseconds === moment.epochMilliseconds

/** Removes control characters, which would end the line. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ')
