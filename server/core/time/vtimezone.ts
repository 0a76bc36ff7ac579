import { Temporal } from 'temporal-polyfill'

/**
 * A time zone as iCalendar describes it (VTIMEZONE), for times within a span: each change of the clock by itself, as it was
 * or will be. A reader of the calendar needs no rules of its own.
 */
export function vtimezoneOf(timeZone: string, { from, to }: { from: Date; to: Date }): string {
  const begins = zonedAt(from.getTime(), timeZone).subtract({ years: 1 }).startOfDay()
  const parts = observance(begins, begins, 'STANDARD')
  let change = begins.getTimeZoneTransition('next')
  // The summer at the end of the span is written with its end, or some readers would know no standard time.
  for (let isSummer = false; change && (isSummer || change.epochMilliseconds <= to.getTime()); ) {
    const next = change.getTimeZoneTransition('next')
    isSummer = isSummerFrom(change, next)
    parts.push(...observance(change, change.subtract({ nanoseconds: 1 }), isSummer ? 'DAYLIGHT' : 'STANDARD'))
    change = next
  }
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...parts, 'END:VTIMEZONE'].join('\r\n')
}

const zonedAt = (ms: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)

/** What holds from a moment on, which is written as the clock shows it that held before. */
function observance(at: Temporal.ZonedDateTime, before: Temporal.ZonedDateTime, kind: string): string[] {
  const shown = new Date(at.epochMilliseconds + before.offsetNanoseconds / 1e6)
  return [
    `BEGIN:${kind}`,
    `DTSTART:${shown.toISOString().replace(/[-:]|\.\d+Z$/g, '')}`,
    `TZOFFSETFROM:${offsetOf(before)}`,
    `TZOFFSETTO:${offsetOf(at)}`,
    `END:${kind}`,
  ]
}

/** A clock that is put forward and, within a year, back again; one that is put forward for good has a new standard time. */
function isSummerFrom(change: Temporal.ZonedDateTime, next: Temporal.ZonedDateTime | null): boolean {
  const ahead = (at: Temporal.ZonedDateTime) => at.offsetNanoseconds
  if (ahead(change) <= ahead(change.subtract({ nanoseconds: 1 })) || !next) return false
  return ahead(next) < ahead(change) && Temporal.ZonedDateTime.compare(next, change.add({ years: 1 })) < 0
}

/** iCalendar knows seconds only where there are some. */
const offsetOf = ({ offset }: Temporal.ZonedDateTime) => offset.replaceAll(':', '').replace(/\..*$/, '')
