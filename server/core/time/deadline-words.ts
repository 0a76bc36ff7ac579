import type { HolidayCalendar, Length } from '@portico/contract/profile/deadlines'
import { dayOfThisYear, dayWithWeekday, longDay, weekdayOfDay, wholeDaysBetween } from './calendar-days.ts'
import type { Counting, EndedToll, Extension, Period, Start, Terms, Toll } from './deadline-terms.ts'
import { dayLater } from './moments.ts'
import { holidayOn } from './working-days.ts'

/** The reasoning for the last day of a deadline, in sentences. */
export function reasoning(terms: Terms, start: Start, periods: readonly Period[]): string {
  const { calendar, runs } = terms
  const sentences = periods.map((period) => {
    const length = lengthInWords(period.length, period.counts)
    const sentence =
      period.why === undefined
        ? `${length} ${runs ?? 'from'} ${start.called} on ${longDay(start.day)}`
        : `${period.why} ${length} more`
    return `${sentence}${skippedWords(period.skipped)} is ${endWords(period, calendar)}.`
  })
  const last = periods.at(-1)
  if (last && (last.day > calendar.to || last.day < calendar.from)) {
    const [from, to] = [calendar.from, calendar.to].map(longDay)
    sentences.push(`“${calendar.label}” has the holidays from ${from} to ${to} only.`)
  }
  return sentences.join(' ')
}

export function tollingSentence(
  { length, counts }: Terms,
  start: Start,
  { from, why }: Toll,
  extensions: readonly Extension[] = [],
): string {
  const counted = `${lengthInWords(length, counts)} from ${start.called} on ${longDay(start.day)}`
  const sentence = `${why} The days since ${longDay(from)} are not counted in the ${counted}.`
  const more = extensions.map(
    (extension) => `${extension.why} It has ${lengthInWords(extension.by, extension.counts)} more.`,
  )
  return [sentence, ...more].join(' ')
}

export function lengthInWords(length: Length, counts: Counting = 'calendarDays'): string {
  const [unit = 'days', amount = 0] = Object.entries(length)[0] ?? []
  const name = amount === 1 ? unit.slice(0, -1) : unit
  return `${amount} ${counts === 'workingDays' ? 'working ' : ''}${name}`
}

function skippedWords(skipped: readonly EndedToll[]): string {
  return skipped
    .map(({ from, to, why }) => {
      const days = wholeDaysBetween(from, to)
      const last = longDay(dayLater(to, -1))
      const span = days === 1 ? longDay(from) : `the ${days} days from ${longDay(from)} to ${last}`
      return `, not counting ${span} (${why}),`
    })
    .join('')
}

function endWords({ counted, day }: Period, calendar: HolidayCalendar): string {
  const holiday = holidayOn(counted, calendar)
  const first = `${dayWithWeekday(counted)}${holiday === undefined || counted === day ? '' : `, ${holiday}`}`
  if (counted === day) return first
  const between = daysBetweenEnds(counted, day).flatMap((skipped) => {
    const label = holidayOn(skipped, calendar)
    return label === undefined || calendar.weekend.includes(weekdayOfDay(skipped))
      ? []
      : [`${dayOfThisYear(skipped)} is ${label}`]
  })
  const why = between.length > 0 ? ` (${between.join(', ')})` : ''
  const which = day > counted ? 'next' : 'previous'
  return `${first}; the ${which} working day is ${dayWithWeekday(day)}${why}`
}

function daysBetweenEnds(a: string, b: string): string[] {
  const [from, to] = a < b ? [a, b] : [b, a]
  const days: string[] = []
  for (let day = dayLater(from); day < to; day = dayLater(day)) days.push(day)
  return days
}
