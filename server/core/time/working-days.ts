import type { HolidayCalendar } from '@portico/contract/profile/deadlines'
import { weekdayOfDay } from './calendar-days.ts'
import { dayLater } from './moments.ts'

const labels = new WeakMap<HolidayCalendar, Map<string, string>>()

/** What is kept on a day; undefined if it is no holiday. */
export function holidayOn(day: string, calendar: HolidayCalendar): string | undefined {
  let known = labels.get(calendar)
  if (!known) {
    known = new Map(calendar.holidays.map(({ day, label }) => [day, label]))
    labels.set(calendar, known)
  }
  return known.get(day)
}

export const isWorkingDay = (day: string, calendar: HolidayCalendar): boolean =>
  !calendar.weekend.includes(weekdayOfDay(day)) && holidayOn(day, calendar) === undefined

/** The day itself if it is a working day, else the nearest one in that direction. */
export function workingDayFrom(day: string, step: 1 | -1, calendar: HolidayCalendar): string {
  let at = day
  while (!isWorkingDay(at, calendar)) at = dayLater(at, step)
  return at
}

/** So many working days after a day, which is not counted; before it if they are negative. */
export function workingDaysLater(
  day: string,
  days: number,
  calendar: HolidayCalendar,
  isCounted: (day: string) => boolean = () => true,
): string {
  const step = days < 0 ? -1 : 1
  let at = day
  for (let left = Math.abs(days); left > 0; ) {
    at = dayLater(at, step)
    if (isWorkingDay(at, calendar) && isCounted(at)) left--
  }
  return at
}
