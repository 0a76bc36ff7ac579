import { dayMs } from './moments.ts'
import type { Rule } from './rule.ts'

/** Days are numbered since 1 January 1970, a Thursday; 0 is Monday. */
const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7

function dayOf(year: number, month: number): number {
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, 1)
  return at.getTime() / dayMs
}

/** `to` is exclusive. */
type Days = { from: number; to: number }

/**
 * The local times of a rule in a range, in order, and all earlier ones if the rule has a COUNT. Each period is filtered day by
 * day, by the table of RFC 5545 (3.3.10). The first period may have times before the rule begins.
 */
export function* wallsOf(rule: Rule, first: number, { from, to }: { from: number; to: number }) {
  const start = Math.floor(first / dayMs)
  const isFit = filterOf(rule, start)
  const times = timesOf(rule, first - start * dayMs)
  const periods = periodsOf(rule, start)
  const firstDay = rule.count === undefined ? Math.floor(from / dayMs) : start
  for (let index = Math.max(0, periods.indexAt(firstDay) - 1); ; index++) {
    const { opens, parts } = periods.at(index * rule.interval)
    // Beyond the last possible date this is NaN.
    if (!(opens * dayMs <= to)) return
    const walls: number[] = []
    for (const days of parts)
      for (let day = days.from; day < days.to; day++)
        if (isFit(day)) for (const time of times) walls.push(day * dayMs + time)
    yield* rule.bySetPosition ? atPositions(walls, rule.bySetPosition) : walls
  }
}

function atPositions(walls: readonly number[], positions: readonly number[]): number[] {
  const chosen = positions.map((position) => walls.at(position > 0 ? position - 1 : position))
  return [...new Set(chosen)].filter((wall) => wall !== undefined).toSorted((a, b) => a - b)
}

type Periods = {
  /** The period after so many units: its start, and its candidate days. */
  at: (units: number) => { opens: number; parts: Days[] }
  /** The index of the period that contains a day, or that precedes it. */
  indexAt: (day: number) => number
}

function periodsOf(rule: Rule, start: number): Periods {
  const { frequency, interval, weekStart } = rule
  const fixedLength = (anchor: number, length: number): Periods => ({
    at: (units) => {
      const opens = anchor + units * length
      return { opens, parts: [{ from: opens, to: opens + length }] }
    },
    indexAt: (day) => Math.floor((day - anchor) / length / interval),
  })
  const monthIndex = (day: number) => {
    const at = new Date(day * dayMs)
    return at.getUTCFullYear() * 12 + at.getUTCMonth()
  }
  const yearOf = (day: number) => Math.floor(monthIndex(day) / 12)
  const daysOf = (year: number, month: number) => ({ from: dayOf(year, month), to: dayOf(year, month + 1) })
  switch (frequency) {
    case 'DAILY':
      return fixedLength(start, 1)
    case 'WEEKLY':
      return fixedLength(start - ((weekdayOf(start) - weekStart + 7) % 7), 7)
    case 'MONTHLY': {
      const anchor = monthIndex(start)
      return {
        at: (units) => {
          const days = daysOf(Math.floor((anchor + units) / 12), ((anchor + units) % 12) + 1)
          return { opens: days.from, parts: [days] }
        },
        indexAt: (day) => Math.floor((monthIndex(day) - anchor) / interval),
      }
    }
    case 'YEARLY': {
      const monthOfStart =
        repeatsOnStartDay(rule) && !rule.byWeekNumber ? [(monthIndex(start) % 12) + 1] : undefined
      const months = (rule.byMonth ?? monthOfStart)?.toSorted((a, b) => a - b)
      const anchor = yearOf(start)
      return {
        at: (units) => {
          const year = anchor + units
          const opens = dayOf(year, 1)
          const all = [{ from: opens, to: dayOf(year + 1, 1) }]
          return { opens, parts: months ? [...new Set(months)].map((month) => daysOf(year, month)) : all }
        },
        indexAt: (day) => Math.floor((yearOf(day) - anchor) / interval),
      }
    }
  }
}

/** A rule without days repeats on the day of its start. */
const repeatsOnStartDay = ({ byDay, byMonthDay, byYearDay }: Rule) => !byDay && !byMonthDay && !byYearDay

type Place = { year: number; month: number; inMonth: Days; inYear: Days }

/** The month and year of a day, cached for consecutive days of a month. */
function createPlaceOf(): (day: number) => Place {
  let weeksOfYear: Place | undefined
  return (day) => {
    if (weeksOfYear && day >= weeksOfYear.inMonth.from && day < weeksOfYear.inMonth.to) return weeksOfYear
    const at = new Date(day * dayMs)
    const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + 1]
    weeksOfYear = {
      ...{ year, month },
      inMonth: { from: dayOf(year, month), to: dayOf(year, month + 1) },
      inYear: { from: dayOf(year, 1), to: dayOf(year + 1, 1) },
    }
    return weeksOfYear
  }
}

/** Whether the number of a day is listed; negative numbers count from the end. */
const isListed = (day: number, { from, to }: Days, numbers: readonly number[]) =>
  numbers.includes(day - from + 1) || numbers.includes(day - to)

function filterOf(rule: Rule, start: number): (day: number) => boolean {
  const { frequency, byMonth, byMonthDay, byYearDay, byWeekNumber, byDay } = rule
  const placeOf = createPlaceOf()
  const filters: ((day: number) => boolean)[] = []
  if (byDay) {
    const within = frequency === 'MONTHLY' || byMonth ? 'inMonth' : 'inYear'
    const hasNumbers = (frequency === 'MONTHLY' || frequency === 'YEARLY') && !byWeekNumber
    filters.push((day) => {
      const today = weekdayOf(day)
      return byDay.some(
        ({ weekday, nth }) =>
          weekday === today && (nth === undefined || !hasNumbers || isNth(day, nth, placeOf(day)[within])),
      )
    })
  }
  if (repeatsOnStartDay(rule)) {
    const weekday = weekdayOf(start)
    const date = start - placeOf(start).inMonth.from
    if (frequency === 'WEEKLY' || byWeekNumber) filters.push((day) => weekdayOf(day) === weekday)
    else if (frequency !== 'DAILY') filters.push((day) => day - placeOf(day).inMonth.from === date)
  }
  if (byMonth) filters.push((day) => byMonth.includes(placeOf(day).month))
  if (byMonthDay) filters.push((day) => isListed(day, placeOf(day).inMonth, byMonthDay))
  if (byYearDay) filters.push((day) => isListed(day, placeOf(day).inYear, byYearDay))
  if (byWeekNumber) filters.push((day) => isInWeek(day, byWeekNumber, rule.weekStart))
  return (day) => filters.every((isFit) => isFit(day))
}

const isNth = (day: number, nth: number, { from, to }: Days): boolean =>
  nth > 0 ? Math.floor((day - from) / 7) === nth - 1 : Math.floor((to - 1 - day) / 7) === -nth - 1

/** A week belongs to the year of its fourth day. */
function isInWeek(day: number, numbers: readonly number[], weekStart: number): boolean {
  const fourth = day - ((weekdayOf(day) - weekStart + 7) % 7) + 3
  const year = new Date(fourth * dayMs).getUTCFullYear()
  const number = Math.floor((fourth - dayOf(year, 1)) / 7) + 1
  const weeksOfYear = Math.floor((dayOf(year + 1, 1) - 1 - fourth) / 7) + number
  return numbers.includes(number) || numbers.includes(number - weeksOfYear - 1)
}

function timesOf({ byHour, byMinute, bySecond }: Rule, first: number): number[] {
  const at = new Date(first)
  const times = (byHour ?? [at.getUTCHours()]).flatMap((hour) =>
    (byMinute ?? [at.getUTCMinutes()]).flatMap((minute) =>
      (bySecond ?? [at.getUTCSeconds()]).map((second) => ((hour * 60 + minute) * 60 + second) * 1000),
    ),
  )
  return [...new Set(times)].toSorted((a, b) => a - b)
}
