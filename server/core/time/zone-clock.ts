import { Temporal } from 'temporal-polyfill'
import { dayMs } from './moments.ts'

/**
 * A time zone as a table of its clock changes, for computing many times at once. A local time (`wall`) is written as the
 * milliseconds since 1970 of the same time in UTC.
 */
export type ZoneClock = {
  /** The first occurrence of a local time; undefined if it is skipped. */
  shows: (wall: number) => number | undefined
  /** The first occurrence of a local time; a skipped one is moved forward. */
  at: (wall: number) => number
  /** The local time at a moment. */
  wall: (at: number) => number
}

/** From a clock change on, the offset from UTC. */
type Offset = { from: number; ahead: number }
type CachedClock = { from: number; to: number; clock: ZoneClock }

const clocks = new Map<string, CachedClock>()
/** More than any offset. */
const aDay = dayMs
const aYear = 366 * dayMs

/** Cached, for times between two moments. */
export function zoneClock(timeZone: string, { from, to }: { from: number; to: number }): ZoneClock {
  const cached = clocks.get(timeZone)
  if (cached && cached.from <= from && to <= cached.to) return cached.clock
  // Extended by a year each time, so that a slowly growing span is not recomputed every day.
  const span = {
    from: Math.min(from - aYear, cached?.from ?? from),
    to: Math.max(to + aYear, cached?.to ?? to),
  }
  const extended = { ...span, clock: clockOf(offsetsOf(timeZone, span)) }
  clocks.set(timeZone, extended)
  return extended.clock
}

function offsetsOf(timeZone: string, { from, to }: { from: number; to: number }): Offset[] {
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    from - aDay,
  ).toZonedDateTimeISO(timeZone)
  const offsets: Offset[] = [{ from: Number.NEGATIVE_INFINITY, ahead: aheadAt(at) }]
  while (true) {
    at = at.getTimeZoneTransition('next')
    if (!at || at.epochMilliseconds > to + aDay) return offsets
    offsets.push({ from: at.epochMilliseconds, ahead: aheadAt(at) })
  }
}

const aheadAt = ({ offsetNanoseconds }: Temporal.ZonedDateTime) => offsetNanoseconds / 1e6

function clockOf(offsets: readonly Offset[]): ZoneClock {
  const find = (wall: number): { at: number; isShown: boolean } => {
    let moved: number | undefined
    for (let index = indexAt(offsets, wall - aDay); index < offsets.length; index++) {
      const { from, ahead } = offsets[index] as Offset
      const next = offsets[index + 1]?.from ?? Number.POSITIVE_INFINITY
      const at = wall - ahead
      if (from <= at && at < next) return { at, isShown: true }
      // With this offset, the time is after the next change. Unless it occurs with a later offset, it is skipped.
      if (at >= next) moved = at
      else if (moved !== undefined) return { at: moved, isShown: false }
    }
    throw new Error('a clock shows every time, or skips it')
  }
  return {
    shows(wall) {
      const { at, isShown } = find(wall)
      return isShown ? at : undefined
    },
    at: (wall) => find(wall).at,
    wall: (at) => at + (offsets[indexAt(offsets, at)] as Offset).ahead,
  }
}

/** The index of the offset in effect at a moment. */
function indexAt(offsets: readonly Offset[], at: number): number {
  let [low, high] = [0, offsets.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] as Offset).from <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}
