import { remember } from '../kernel/remember.ts'
import { dayMs, daysLater, epochSeconds, fromEpochSeconds, msBetween, msLater, utcOf } from './moments.ts'

/**
 * So many days later by the calendar of a time zone: when its clock shows the same time again. Of two such moments it is the
 * first; one that the clock skips comes as much later. By `Intl` alone, since the mock of the SDK has a copy.
 */
export function daysLaterIn(at: Date, days: number, timeZone: string): Date {
  const wall = msLater(daysLater(at, days), aheadMs(at, timeZone))
  const ahead = [-dayMs, dayMs].map((ms) => aheadMs(msLater(wall, ms), timeZone))
  const moments = ahead.map((ms) => msLater(wall, -ms))
  const shown = moments.find((moment, index) => aheadMs(moment, timeZone) === ahead[index])
  return shown ?? (moments[0] as Date)
}

const clockOf = remember(
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
