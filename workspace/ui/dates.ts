import { locale } from '../words/language.ts'
import { msUntil } from './moments.ts'

export { msBetween, msLater, msUntil } from './moments.ts'

/**
 * Dates in the reader's own zone and language: the one place of the workspace that reckons with `Date`. A day here is a day
 * of the calendar, however many hours it has.
 */
const formats = new Map<string, Intl.DateTimeFormat>()

function format(options: Intl.DateTimeFormatOptions): { format(at: Date): string } {
  const key = JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale() === 'en' ? 'en-GB' : locale(), options)
  formats.set(key, known)
  // British English gives one month four letters; charts and columns give all three.
  return { format: (at) => known.format(at).replace(/\bSept\b/, 'Sep') }
}

/** A calendar day such as a receipt date has no zone: it is the same day everywhere. */
export function calendarDay(date: string): string {
  return format({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(date))
}

export type Period = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** A period that is named by its first day: `May 2026`, `Q2 2026`. */
export function periodFrom(date: string, per: Period): string {
  const at = new Date(date)
  if (per === 'year') return format({ year: 'numeric', timeZone: 'UTC' }).format(at)
  if (per === 'quarter') return `Q${Math.floor(at.getUTCMonth() / 3) + 1} ${at.getUTCFullYear()}`
  if (per === 'month') return format({ month: 'short', year: 'numeric', timeZone: 'UTC' }).format(at)
  return calendarDay(date)
}

export function day(instant: string | Date): string {
  return format({ day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(instant))
}

export function moment(instant: string | Date): string {
  return format({
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(instant))
}

export function timeOfDay(instant: string | Date): string {
  return format({ hour: '2-digit', minute: '2-digit' }).format(new Date(instant))
}

/** How long ago, in the largest unit that is not zero: `5 h`, `3 d`. */
export function age(instant: string | Date, now: Date = new Date()): string {
  const minutes = Math.max(0, Math.floor(-msUntil(instant, now) / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}

export function hoursUntil(instant: string | Date, now: Date = new Date()): number {
  return msUntil(instant, now) / 3_600_000
}

/** As the clock of another zone shows it, with the name of that clock. */
export function momentIn(instant: string | Date, timeZone: string): string {
  try {
    return format({
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone,
    }).format(new Date(instant))
  } catch {
    // A zone that this browser does not know.
    return `${moment(instant)} (${timeZone})`
  }
}

export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The weekday and the day of a calendar day: `Mon 2 Mar`. */
export function weekday(date: string): string {
  return format({ weekday: 'short', day: 'numeric', month: 'short' }).format(noonOf(date))
}

/** The day on which an instant is, by the reader's clock. */
export const dayOf = (instant: string | Date): string => written(new Date(instant))

/** The day that the clock of a zone shows. */
export const dayIn = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(instant))

/** Of the reader's clock. */
export const hourOf = (instant: string | Date): number => new Date(instant).getHours()

export const startOf = (date: string): Date => {
  const [year, month, dayOfMonth] = partsOf(date)
  return new Date(year, month - 1, dayOfMonth)
}

export const daysAfter = (date: string, days: number): string => dayFromToday(days, noonOf(date))

/** The week that a day is in, from its Monday on. */
export function weekOf(date: string): string[] {
  const sinceMonday = (noonOf(date).getDay() + 6) % 7
  return Array.from({ length: 7 }, (_, index) => daysAfter(date, index - sinceMonday))
}

/** What is left until then, as minutes and seconds: `14:09`. */
export function countdown(instant: string | Date, now: Date = new Date()): string {
  const seconds = Math.max(0, Math.ceil(msUntil(instant, now) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Today, or the day that is so many days from it, as a field for a date has it: `2026-03-02`. */
export function dayFromToday(days = 0, now: Date = new Date()): string {
  return written(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12))
}

export function noonOf(date: string): Date {
  const [year, month, dayOfMonth] = partsOf(date)
  return new Date(year, month - 1, dayOfMonth, 12)
}

/** The last moment of a day: a millisecond before the next begins, whenever that is. */
export function endOf(date: string): Date {
  const [year, month, dayOfMonth] = partsOf(date)
  return new Date(new Date(year, month - 1, dayOfMonth + 1).getTime() - 1)
}

const partsOf = (date: string) => date.split('-').map(Number) as [number, number, number]

function written(at: Date): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
}
