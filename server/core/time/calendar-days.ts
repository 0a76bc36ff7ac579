import { memoize } from '../kernel/memoize.ts'
import { dayLater, dayOf, daysBetween, utcOf } from './moments.ts'

/** Arithmetic with calendar days, written `2026-03-02`, without clocks and zones. */

/** The day of the same number, or the last day of a shorter month. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 0, number = 0] = day.split('-').map(Number)
  const first = utcOf([year, month + months, 1])
  const last = utcOf([first.getUTCFullYear(), first.getUTCMonth() + 2, 0])
  return dayLater(dayOf(first), Math.min(number, last.getUTCDate()) - 1)
}

/** From Monday, 1, to Sunday, 7. */
export const weekdayOfDay = (day: string): number => new Date(day).getUTCDay() || 7

export const wholeDaysBetween = (from: string, to: string): number => Math.round(daysBetween(from, to))

const formatter = memoize(
  10,
  (weekday: string, year: string) =>
    new Intl.DateTimeFormat('en-US', {
      ...(weekday === '' ? {} : { weekday: 'long' as const }),
      ...(year === '' ? {} : { year: 'numeric' as const }),
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    }),
)

/** `Tuesday, September 1, 2026`. */
export const dayWithWeekday = (day: string): string => formatter('weekday', 'year').format(new Date(day))

/** `September 1, 2026`. */
export const longDay = (day: string): string => formatter('', 'year').format(new Date(day))

/** `Monday, September 7`, if the year is clear. */
export const dayOfThisYear = (day: string): string => formatter('weekday', '').format(new Date(day))
