import type { Length } from '@portico/contract/profile/deadlines'
import { monthsLater, wholeDaysBetween } from './calendar-days.ts'
import { endOfDayIn } from './days-in-zone.ts'
import type { Changes, Counting, Deadline, EndedToll, Period, Start, Terms } from './deadline-terms.ts'
import { reasoning, tollingSentence } from './deadline-words.ts'
import { dayLater } from './moments.ts'
import { workingDayFrom, workingDaysLater } from './working-days.ts'

/**
 * Computes the last day of a deadline. The day from which it runs is not counted, and the last day is. Each extension runs
 * from the day on which the deadline would otherwise have ended.
 */
export function computeDeadline(terms: Terms, start: Start, changes: Changes = {}): Deadline {
  const { extensions = [], tolls = [] } = changes
  const ended = mergeTolls(
    tolls.flatMap(({ from, to, why }) => (to === undefined ? [] : [{ from, to, why }])),
  )
  const first = periodOf(terms, start.day, terms, ended)
  const periods = [first]
  for (const { by: length, counts, why } of extensions) {
    const { day } = periods.at(-1) as Period
    periods.push({ ...periodOf(terms, day, { length, counts }, ended), why })
  }
  const { day } = periods.at(-1) as Period
  const currentToll = tolls.find(({ from, to }) => to === undefined && from <= day)
  if (currentToll) return { why: tollingSentence(terms, start, currentToll, extensions) }
  const due = endOfDayIn(day, terms.timeZone).toISOString()
  return { day, due, why: reasoning(terms, start, periods) }
}

function periodOf(
  terms: Terms,
  from: string,
  { length, counts = 'calendarDays' }: { length: Length; counts?: Counting | undefined },
  tolls: readonly EndedToll[],
): Period {
  const { calendar, runs } = terms
  const sign = runs === 'before' ? -1 : 1
  if (counts === 'workingDays') {
    const isCounted = (day: string) => !tolls.some((toll) => toll.from <= day && day < toll.to)
    const counted = workingDaysLater(from, sign * (length.days ?? 0), calendar, isCounted)
    const skipped = tolls.filter((toll) => toll.from <= counted && toll.to > dayLater(from))
    return { length, counts, counted, day: moveToWorkingDay(counted, terms), skipped }
  }
  let counted = addLength(from, length, sign)
  const skipped: EndedToll[] = []
  for (const toll of tolls) {
    const first = [toll.from, dayLater(from)].toSorted().at(-1) as string
    if (first > moveToWorkingDay(counted, terms) || toll.to <= first) continue
    // If tolling begins after the last counted day, the move to a working day is postponed with it.
    counted = first > counted ? toll.to : dayLater(counted, wholeDaysBetween(first, toll.to))
    skipped.push({ ...toll, from: first })
  }
  return { length, counts, counted, day: moveToWorkingDay(counted, terms), skipped }
}

function addLength(from: string, { days, weeks, months, years }: Length, sign: number): string {
  if (days !== undefined) return dayLater(from, sign * days)
  if (weeks !== undefined) return dayLater(from, sign * weeks * 7)
  return monthsLater(from, sign * (months ?? (years ?? 0) * 12))
}

function moveToWorkingDay(day: string, { lastDay, calendar, runs }: Terms): string {
  const direction = lastDay ?? (runs === 'before' ? 'previous' : 'next')
  return direction === 'stays' ? day : workingDayFrom(day, direction === 'next' ? 1 : -1, calendar)
}

/** In order, with overlapping ones merged. */
function mergeTolls(tolls: readonly EndedToll[]): EndedToll[] {
  const sorted = tolls.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const result: EndedToll[] = []
  for (const toll of sorted) {
    const last = result.at(-1)
    if (!last || last.to < toll.from) {
      result.push({ ...toll })
      continue
    }
    if (last.to < toll.to) last.to = toll.to
    if (!last.why.includes(toll.why)) last.why = `${last.why} ${toll.why}`
  }
  return result
}
