import { memoize } from '../kernel/remember.ts'
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
 * So many days later by the calendar of a time zone: when its clock shows the same time again. Of two such moments it is the
 * first; one that the clock skips comes as much later. By `Intl` alone, since the mock of the SDK has a copy.
 */
export function daysLaterIn(at: Date, days: number, timeZone: string): Date {
  return whenShown(msLater(daysLater(at, days), aheadMs(at, timeZone)), timeZone)
}

/** When the clock of a zone shows what that of UTC shows at `wall`. */
function whenShown(wall: Date, timeZone: string): Date {
  const ahead = [-dayMs, dayMs].map((ms) => aheadMs(msLater(wall, ms), timeZone))
  const moments = ahead.map((ms) => msLater(wall, -ms))
  const shown = moments.find((moment, index) => aheadMs(moment, timeZone) === ahead[index])
  return shown ?? (moments[0] as Date)
}

/** The day on the calendar of a zone, `2026-03-02`. */
export const dayShownIn = (at: Date, timeZone: string): string => dayOf(msLater(at, aheadMs(at, timeZone)))

/** The last moment of a day in a zone, however long the clock makes it. */
export const endOfDayIn = (day: string, timeZone: string): Date =>
  msEarlier(startOfDayIn(dayLater(day), timeZone), 1)

/** The first moment of a day in a zone: later than midnight where the clock skips it. */
export const startOfDayIn = (day: string, timeZone: string): Date => whenShown(new Date(day), timeZone)

const clockOf = memoize(
  1000,
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, calendar: 'gregory', hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    }),
)

/** By how much the clock of a zone is ahead of UTC. */
function aheadMs(at: Date, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(at)
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value)
  const shown = utcOf([
    part('year'),
    part('month'),
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  ])
  return msBetween(fromEpochSeconds(epochSeconds(at)), shown)
}
