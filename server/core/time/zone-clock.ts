import { Temporal } from 'temporal-polyfill'
import { dayMs } from './moments.ts'

/**
 * The clock on the wall of a time zone as a table of its changes, for where many times are reckoned at once. A time that a
 * clock shows is written as the milliseconds since 1970 at which the clock of UTC shows the same.
 */
export type ZoneClock = {
  /** When the clock shows a time, of two such moments the first; undefined where the clock is put forward past it. */
  shows: (wall: number) => number | undefined
  /** The same, but a time that is skipped comes as much later. */
  at: (wall: number) => number
  /** What it shows at a moment. */
  wall: (at: number) => number
}

/** From a change of the clock on it is ahead of UTC by so much. */
type Offset = { from: number; ahead: number }
type Known = { from: number; to: number; clock: ZoneClock }

const clocks = new Map<string, Known>()
/** More than any clock is ahead or behind. */
const aDay = dayMs
const aYear = 366 * dayMs

/** Knows what the clock shows between two times. */
export function zoneClock(timeZone: string, { from, to }: { from: number; to: number }): ZoneClock {
  const known = clocks.get(timeZone)
  if (known && known.from <= from && to <= known.to) return known.clock
  // A year more each time, so that a span that grows day by day is not looked up day by day.
  const span = {
    from: Math.min(from - aYear, known?.from ?? from),
    to: Math.max(to + aYear, known?.to ?? to),
  }
  const made = { ...span, clock: clockOf(offsetsOf(timeZone, span)) }
  clocks.set(timeZone, made)
  return made.clock
}

function offsetsOf(timeZone: string, { from, to }: { from: number; to: number }): Offset[] {
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    from - aDay,
  ).toZonedDateTimeISO(timeZone)
  const found: Offset[] = [{ from: Number.NEGATIVE_INFINITY, ahead: aheadAt(at) }]
  while (true) {
    at = at.getTimeZoneTransition('next')
    if (!at || at.epochMilliseconds > to + aDay) return found
    found.push({ from: at.epochMilliseconds, ahead: aheadAt(at) })
  }
}

const aheadAt = ({ offsetNanoseconds }: Temporal.ZonedDateTime) => offsetNanoseconds / 1e6

function clockOf(offsets: readonly Offset[]): ZoneClock {
  const find = (wall: number): { at: number; isShown: boolean } => {
    let late: number | undefined
    for (let index = holdingAt(offsets, wall - aDay); index < offsets.length; index++) {
      const { from, ahead } = offsets[index] as Offset
      const next = offsets[index + 1]?.from ?? Number.POSITIVE_INFINITY
      const at = wall - ahead
      if (from <= at && at < next) return { at, isShown: true }
      // By this offset it is after the clock was changed. If it is not shown later on either, it is skipped.
      if (at >= next) late = at
      else if (late !== undefined) return { at: late, isShown: false }
    }
    throw new Error('a clock shows every time, or skips it')
  }
  return {
    shows(wall) {
      const { at, isShown } = find(wall)
      return isShown ? at : undefined
    },
    at: (wall) => find(wall).at,
    wall: (at) => at + (offsets[holdingAt(offsets, at)] as Offset).ahead,
  }
}

/** Which of them holds at a moment. */
function holdingAt(offsets: readonly Offset[], at: number): number {
  let [low, high] = [0, offsets.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] as Offset).from <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}
