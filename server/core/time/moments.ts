/**
 * Moments, and days in UTC: the only module that computes with `Date`. Local times are in `local-time.ts`. It imports nothing,
 * since the mock of the SDK has a copy.
 */

/** A `Date`, or its text in ISO 8601. */
export type Moment = Date | string

export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

const msOf = (at: Moment): number => (typeof at === 'string' ? Date.parse(at) : at.getTime())

export const msLater = (at: Moment, ms: number): Date => new Date(msOf(at) + ms)
export const msEarlier = (at: Moment, ms: number): Date => new Date(msOf(at) - ms)
export const secondsLater = (at: Moment, seconds: number): Date => msLater(at, seconds * 1000)
export const secondsEarlier = (at: Moment, seconds: number): Date => msEarlier(at, seconds * 1000)

/** Days of exactly 24 hours. */
export const daysLater = (at: Moment, days: number): Date => msLater(at, days * dayMs)
export const daysEarlier = (at: Moment, days: number): Date => msEarlier(at, days * dayMs)

/** Negative if `to` is earlier. */
export const msBetween = (from: Moment, to: Moment): number => msOf(to) - msOf(from)
export const secondsBetween = (from: Moment, to: Moment): number => msBetween(from, to) / 1000
export const daysBetween = (from: Moment, to: Moment): number => msBetween(from, to) / dayMs

/** In whole days; 0 if `from` is in the future. */
export const wholeDaysSince = (from: Moment, now: Moment): number =>
  Math.max(0, Math.floor(daysBetween(from, now)))

export const earliest = (...moments: readonly Moment[]): Date => new Date(Math.min(...moments.map(msOf)))
export const latest = (...moments: readonly Moment[]): Date => new Date(Math.max(...moments.map(msOf)))

/** Seconds since 1970. */
export const epochSeconds = (at: Moment): number => Math.floor(msOf(at) / 1000)
export const fromEpochSeconds = (seconds: number): Date => new Date(seconds * 1000)

/** The day in UTC, `2026-03-02`. */
export const dayOf = (at: Moment): string => new Date(at).toISOString().slice(0, 10)

/** The day and minute in UTC, `2026-03-02 09:00`. */
export const minuteOf = (at: Moment): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

/** To the second in UTC, `2026-03-02T09:00:00`. */
export const secondOf = (at: Moment): string => new Date(at).toISOString().slice(0, 19)

/** To the second, in digits as in certificates and PDFs: `20260302090000`. */
export const digitsOf = (at: Moment): string =>
  new Date(at).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')

export function fromDigits(digits: string): Date | undefined {
  const at = new Date(digits.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'))
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** The moment of parts in UTC, with months from 1. */
export function utcOf(parts: readonly [year: number, month: number, day: number, ...clock: number[]]): Date {
  const [year, month, ...others] = parts
  return new Date(Date.UTC(year, month - 1, ...others))
}

/** For formats without a zone: a moment whose local time is the UTC time of the given one. */
export function withoutZone(at: Date): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  return new Date(year, month, day, at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds())
}

export const yearOf = (at: Moment): number => new Date(at).getUTCFullYear()

/** Whether a text is a real date as YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && dayOf(new Date(ms)) === text
}

export const dayLater = (day: string, days = 1): string => dayOf(daysLater(day, days))

/** A year after 29 February is 28 February, as in PostgreSQL. */
export function yearsLater(at: Moment, years: number): Date {
  const date = new Date(at)
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() + years)
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return date
}

/** Someone born on 29 February turns a year older on 1 March in other years. */
export function birthdayAfter(birthDate: string, years: number): Date {
  const date = new Date(birthDate)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date
}
