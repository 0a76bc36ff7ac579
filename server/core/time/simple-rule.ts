import { dayMs } from './moments.ts'
import type { ZoneClock } from './zone-clock.ts'

/** A rule of recurrence by days or weeks alone, as nearly all are: its days are counted, not searched for. */
export type SimpleRule = {
  /** Days from the Monday, or another first day of the week, on which it begins; of a daily rule from its first day. */
  offsets: readonly number[]
  everyDays: number
  /** The days of the week on which a daily rule comes: 0 is Monday. */
  on?: ReadonlySet<number>
  firstDay: number
  anchorDay: number
  timeOfDay: number
  count: number
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const isWeekdays = (text: string) => text.split(',').every((day) => weekdays.includes(day))

/** The rule, if it is a simple one: of all others the library knows the days. */
export function simpleRule(repeats: string, firstWall: number): SimpleRule | undefined {
  const said = new Map(repeats.split(';').map((part) => part.split('=') as [string, string]))
  const taken = (name: string, fallback: string) => {
    const value = said.get(name) ?? fallback
    said.delete(name)
    return value
  }
  const frequency = taken('FREQ', '')
  const [interval, count] = [taken('INTERVAL', '1'), taken('COUNT', '')]
  const [days, weekStart] = [taken('BYDAY', ''), taken('WKST', 'MO')]
  const hasUntil = said.delete('UNTIL')
  const isKnown =
    said.size === 0 &&
    (frequency === 'DAILY' || frequency === 'WEEKLY') &&
    [interval, count || '1'].every((number) => /^[1-9]\d{0,4}$/.test(number)) &&
    (days === '' || isWeekdays(days)) &&
    isWeekdays(weekStart) &&
    !weekStart.includes(',') &&
    !(hasUntil && count !== '')
  if (!isKnown) return undefined

  const firstDay = Math.floor(firstWall / dayMs)
  const shared = {
    firstDay,
    timeOfDay: firstWall - firstDay * dayMs,
    count: Number(count || Number.POSITIVE_INFINITY),
  }
  const on = new Set(days === '' ? [] : days.split(',').map((day) => weekdays.indexOf(day)))
  if (frequency === 'DAILY')
    return {
      ...{ ...shared, anchorDay: firstDay, everyDays: Number(interval), offsets: [0] },
      ...(on.size > 0 ? { on } : {}),
    }
  const starts = weekdays.indexOf(weekStart)
  const fromStart = (weekday: number) => (weekday - starts + 7) % 7
  const offsets = (on.size > 0 ? [...on] : [weekdayOf(firstDay)]).map(fromStart).toSorted((a, b) => a - b)
  const anchorDay = firstDay - fromStart(weekdayOf(firstDay))
  return { ...shared, anchorDay, everyDays: 7 * Number(interval), offsets }
}

/** 1 January 1970 was a Thursday. */
const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7

/**
 * When it comes, as the clock shows it, from one time to another. A time that the clock skips does not come, and does not
 * count.
 */
export function instancesBy(
  rule: SimpleRule,
  clock: ZoneClock,
  { from, to, until }: { from: number; to: number; until: number },
): { at: number; wall: number }[] {
  const { offsets, everyDays, on, firstDay, anchorDay, timeOfDay, count } = rule
  const found: { at: number; wall: number }[] = []
  const isCounted = count < Number.POSITIVE_INFINITY
  const skipped = isCounted ? 0 : Math.max(0, Math.floor((from / dayMs - anchorDay) / everyDays) - 1)
  let counted = 0
  for (let start = anchorDay + skipped * everyDays; ; start += everyDays)
    for (const offset of offsets) {
      const day = start + offset
      const wall = day * dayMs + timeOfDay
      if (wall > to) return found
      if (day < firstDay || (on && !on.has(weekdayOf(day)))) continue
      const at = clock.shows(wall)
      if (at === undefined) continue
      counted += 1
      if (counted > count || at > until) return found
      if (wall >= from) found.push({ at, wall })
    }
}
