import { Temporal } from 'temporal-polyfill'

/**
 * A time zone as iCalendar describes it (VTIMEZONE), for times within a span: each change of the clock by itself, as it was
 * or will be. A reader of the calendar needs no rules of its own.
 */
export function vtimezoneOf(timeZone: string, { from, to }: { from: Date; to: Date }): string {
  const begins = zonedAt(from.getTime(), timeZone).subtract({ years: 1 })
  let observance: Temporal.ZonedDateTime | null = begins.getTimeZoneTransition('previous') ?? begins
  const parts: string[] = []
  while (observance && observance.epochMilliseconds <= to.getTime()) {
    parts.push(...observanceAt(observance))
    observance = observance.getTimeZoneTransition('next')
  }
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...parts, 'END:VTIMEZONE'].join('\r\n')
}

const zonedAt = (ms: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)

/** From a change of the clock on: it begins when the clock still shows what it showed before. */
function observanceAt(at: Temporal.ZonedDateTime): string[] {
  const before = at.subtract({ milliseconds: 1 })
  const local = at.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime()
  const kind = isSummer(at) ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}`,
    `TZOFFSETFROM:${offsetOf(before)}`,
    `TZOFFSETTO:${offsetOf(at)}`,
    `END:${kind}`,
  ]
}

const isSummer = (at: Temporal.ZonedDateTime) =>
  at.offsetNanoseconds > at.subtract({ milliseconds: 1 }).offsetNanoseconds

/** iCalendar knows seconds only where there are some. */
const offsetOf = ({ offset }: Temporal.ZonedDateTime) => offset.replaceAll(':', '').replace(/\..*$/, '')
