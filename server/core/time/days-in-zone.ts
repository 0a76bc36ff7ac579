import { memoize } from '../kernel/memoize.ts'
import {
  dayLater,
  dayMs,
  dayOf,
  daysLater,
  epochSeconds,
  fromEpochSeconds,
  msBetween,
  msEarlier,
  msLater,
  utcOf,
} from './moments.ts'

/**
 * Adds days by the calendar of a time zone, keeping the local time. A repeated local time is its first occurrence, and a
 * skipped one is moved forward by the skip. Uses only `Intl`, since the mock of the SDK has a copy.
 */
export function daysLaterIn(at: Date, days: number, timeZone: string): Date {
  return instantOfWall(msLater(daysLater(at, days), offsetMs(at, timeZone)), timeZone)
}

/** The moment at which a zone has the local time that UTC has at `wall`. */
function instantOfWall(wall: Date, timeZone: string): Date {
  const ahead = [-dayMs, dayMs].map((ms) => offsetMs(msLater(wall, ms), timeZone))
  const moments = ahead.map((ms) => msLater(wall, -ms))
  const match = moments.find((moment, index) => offsetMs(moment, timeZone) === ahead[index])
  return match ?? (moments[0] as Date)
}

/** The day in a zone, `2026-03-02`. */
export const dayShownIn = (at: Date, timeZone: string): string => dayOf(msLater(at, offsetMs(at, timeZone)))

/** The last moment of a day in a zone, whose length may vary. */
export const endOfDayIn = (day: string, timeZone: string): Date =>
  msEarlier(startOfDayIn(dayLater(day), timeZone), 1)

/** The first moment of a day in a zone, after midnight if the clock skips that. */
export const startOfDayIn = (day: string, timeZone: string): Date => instantOfWall(new Date(day), timeZone)

const clockOf = memoize(
  1000,
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, calendar: 'gregory', hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    }),
)

/** The offset of a zone from UTC. */
function offsetMs(at: Date, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(at)
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value)
  const match = utcOf([
    part('year'),
    part('month'),
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  ])
  return msBetween(fromEpochSeconds(epochSeconds(at)), match)
}
