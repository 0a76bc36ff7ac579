import { Temporal } from 'temporal-polyfill'

/** Times by the clock on the wall of a time zone. */

export const zoned = (at: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)

/** Of UTC; negative where it is behind. */
export const hoursAhead = (timeZone: string, at: Date): number =>
  zoned(at, timeZone).offsetNanoseconds / 3.6e12

export const dayIn = (at: Date, timeZone: string): string => zoned(at, timeZone).toPlainDate().toString()

export const timeIn = (at: Date, timeZone: string): string =>
  zoned(at, timeZone).toPlainTime().toString({ smallestUnit: 'minute' })

/** When a clock shows a time of a day: of two such moments the first; one that is skipped comes as much later. */
export const instantOf = (local: Temporal.PlainDateTime | string, timeZone: string): Date =>
  new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds)

export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone }).epochMilliseconds)

export const dayAfter = (day: string, days = 1): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()

/** From Monday, 1, to Sunday, 7. */
export const weekdayOf = (day: string): number => Temporal.PlainDate.from(day).dayOfWeek

/**
 * The next moment, now or later, at which the clock shows a time. A time that summer time skips comes as much later; one
 * that comes twice is the next of the two.
 */
export function nextAt(clock: string, now: Date, timeZone: string): Date {
  const today = zoned(now, timeZone).toPlainDate()
  // A clock that is put back over midnight shows the day before again.
  for (const days of [-1, 0, 1, 2]) {
    const wanted = today.add({ days }).toPlainDateTime(Temporal.PlainTime.from(clock))
    const next = momentsOf(wanted, timeZone).find((at) => at >= now.getTime())
    if (next !== undefined) return new Date(next)
  }
  throw new Error(`no moment shows ${clock} in ${timeZone}`)
}

/** When the clock shows a time of a day: twice where it is put back, and as much later where it is put forward past it. */
function momentsOf(wanted: Temporal.PlainDateTime, timeZone: string): number[] {
  const [first, last] = (['earlier', 'later'] as const).map((disambiguation) =>
    wanted.toZonedDateTime(timeZone, { disambiguation }),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime]
  const isShown = first.toPlainDateTime().equals(wanted)
  return isShown ? [first.epochMilliseconds, last.epochMilliseconds] : [last.epochMilliseconds]
}

export type Hours = { from: string; to: string }

/** Whether a moment is in hours that may go past midnight. From a time to the same time is never. */
export function isWithin({ from, to }: Hours, at: Date, timeZone: string): boolean {
  const now = timeIn(at, timeZone)
  return from <= to ? now >= from && now < to : now >= from || now < to
}
