import { Temporal } from 'temporal-polyfill'

/** Local times in a zone. */

export const zoned = (at: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)

/** The offset from UTC in hours. */
export const hoursAhead = (timeZone: string, at: Date): number =>
  zoned(at, timeZone).offsetNanoseconds / 3.6e12

export const dayIn = (at: Date, timeZone: string): string => zoned(at, timeZone).toPlainDate().toString()

export const timeIn = (at: Date, timeZone: string): string =>
  zoned(at, timeZone).toPlainTime().toString({ smallestUnit: 'minute' })

/** The moment of a local time: its first occurrence if repeated, moved forward if skipped. */
export const instantOf = (local: Temporal.PlainDateTime | string, timeZone: string): Date =>
  new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds)

export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone }).epochMilliseconds)

export const dayAfter = (day: string, days = 1): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()

/** From Monday, 1, to Sunday, 7. */
export const weekdayOf = (day: string): number => Temporal.PlainDate.from(day).dayOfWeek

/**
 * The next occurrence of a local time, now or later. A skipped time is moved forward; a repeated time occurs twice.
 */
export function nextAt(clock: string, now: Date, timeZone: string): Date {
  const today = zoned(now, timeZone).toPlainDate()
  // If the clock is put back over midnight, the previous day occurs again.
  for (const days of [-1, 0, 1, 2]) {
    const local = today.add({ days }).toPlainDateTime(Temporal.PlainTime.from(clock))
    const next = occurrencesOf(local, timeZone).find((at) => at >= now.getTime())
    if (next !== undefined) return new Date(next)
  }
  throw new Error(`no moment shows ${clock} in ${timeZone}`)
}

/** The occurrences of a local time: two if repeated, one moved forward if skipped. */
function occurrencesOf(local: Temporal.PlainDateTime, timeZone: string): number[] {
  const [first, last] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(timeZone, { disambiguation }),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime]
  const exists = first.toPlainDateTime().equals(local)
  return exists ? [first.epochMilliseconds, last.epochMilliseconds] : [last.epochMilliseconds]
}

export type Hours = { from: string; to: string }

/** Whether a moment is within hours that may extend past midnight; equal ends mean never. */
export function isWithin({ from, to }: Hours, at: Date, timeZone: string): boolean {
  const now = timeIn(at, timeZone)
  return from <= to ? now >= from && now < to : now >= from || now < to
}
