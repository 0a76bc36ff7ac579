import { Temporal } from 'temporal-polyfill'

/**
 * A time zone as VTIMEZONE of iCalendar, for times within a span, with each clock change listed explicitly, so that readers
 * need no rules.
 */
export function vtimezoneOf(timeZone: string, { from, to }: { from: Date; to: Date }): string {
  const begins = zonedAt(from.getTime(), timeZone).subtract({ years: 1 }).startOfDay()
  const parts = observance(begins, begins, 'STANDARD')
  let change = begins.getTimeZoneTransition('next')
  // A summer at the end of the span is included with its end, since some readers need a standard time.
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

/** The offset from a moment on, which is written in the local time before the change. */
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

/** Whether the clock is put forward for less than a year; a permanent change is a new standard time. */
function isSummerFrom(change: Temporal.ZonedDateTime, next: Temporal.ZonedDateTime | null): boolean {
  const ahead = (at: Temporal.ZonedDateTime) => at.offsetNanoseconds
  if (ahead(change) <= ahead(change.subtract({ nanoseconds: 1 })) || !next) return false
  return ahead(next) < ahead(change) && Temporal.ZonedDateTime.compare(next, change.add({ years: 1 })) < 0
}

/** iCalendar allows seconds in an offset only if they are not zero. */
const offsetOf = ({ offset }: Temporal.ZonedDateTime) => offset.replaceAll(':', '').replace(/\..*$/, '')
