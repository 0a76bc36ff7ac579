import type { HolidayCalendar } from '@portico/contract/profile/deadlines'
import { weekdayOfDay } from './calendar-days.ts'
import { dayLater } from './moments.ts'

const labelsByCalendar = new WeakMap<HolidayCalendar, Map<string, string>>()

/** The label of the holiday on a day, if any. */
export function holidayOn(day: string, calendar: HolidayCalendar): string | undefined {
  let labelByDay = labelsByCalendar.get(calendar)
  if (!labelByDay) {
    labelByDay = new Map(calendar.holidays.map(({ day, label }) => [day, label]))
    labelsByCalendar.set(calendar, labelByDay)
  }
  return labelByDay.get(day)
}

export const isWorkingDay = (day: string, calendar: HolidayCalendar): boolean =>
  !calendar.weekend.includes(weekdayOfDay(day)) && holidayOn(day, calendar) === undefined

/** The day itself if it is a working day, otherwise the nearest one in that direction. */
export function workingDayFrom(day: string, step: 1 | -1, calendar: HolidayCalendar): string {
  let current = day
  while (!isWorkingDay(current, calendar)) current = dayLater(current, step)
  return current
}

/** Adds working days to a day, or subtracts them if negative. */
export function workingDaysLater(
  day: string,
  days: number,
  calendar: HolidayCalendar,
  isCounted: (day: string) => boolean = () => true,
): string {
  const step = days < 0 ? -1 : 1
  let current = day
  for (let remaining = Math.abs(days); remaining > 0; ) {
    current = dayLater(current, step)
    if (isWorkingDay(current, calendar) && isCounted(current)) remaining--
  }
  return current
}
