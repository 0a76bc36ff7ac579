import { Refusal } from './decider.ts'

/** Times by the clock on the wall of a time zone. */

/** What is wrong with the name of a time zone; `place` is where it stands. */
export function faultOfTimeZone(name: string, place = 'timeZone'): string | undefined {
  return isTimeZone(name) ? undefined : `${place} must be a time zone such as America/New_York, not ${name}.`
}

export function refuseUnknownTimeZone(name: string): void {
  const fault = faultOfTimeZone(name)
  if (fault !== undefined) throw new Refusal('invalid', fault)
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    // A bare offset such as +02:00 knows no summer time.
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const found = formats.get(timeZone)
  if (found) return found
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timeZone, made)
  return made
}

/** What the clock shows there, as if it were UTC. */
function wallMs(at: Date, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(at)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

export const dayIn = (at: Date, timeZone: string): string =>
  new Date(wallMs(at, timeZone)).toISOString().slice(0, 10)

export const timeIn = (at: Date, timeZone: string): string =>
  new Date(wallMs(at, timeZone)).toISOString().slice(11, 16)

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

const dayMs = 24 * 3_600_000

/**
 * The next moment, now or later, at which the clock shows a time. A time that summer time skips comes as much later; one
 * that comes twice is the next of the two.
 */
export function nextAt(clock: string, now: Date, timeZone: string): Date {
  const midnight = Math.floor(wallMs(now, timeZone) / dayMs) * dayMs
  // A clock that is put back over midnight shows the day before again.
  for (const days of [-1, 0, 1, 2]) {
    const wanted = midnight + days * dayMs + minutesOf(clock) * 60_000
    const next = instantsOf(wanted, timeZone).find((at) => at >= now.getTime())
    if (next !== undefined) return new Date(next)
  }
  throw new Error(`no moment shows ${clock} in ${timeZone}`)
}

/** When the clock shows a time of a day: twice where it is put back, and as much later where it is put forward past it. */
function instantsOf(wall: number, timeZone: string): number[] {
  // The offsets a day before and after are those on either side of a change.
  const offsets = [wall - dayMs, wall + dayMs].map((at) => wallMs(new Date(at), timeZone) - at)
  const fits = offsets.map((offset) => wall - offset).filter((at) => wallMs(new Date(at), timeZone) === wall)
  return fits.length > 0 ? fits.toSorted((one, other) => one - other) : [wall - (offsets[0] as number)]
}

export type Hours = { from: string; to: string }

/** Whether a moment is in hours that may go past midnight. From a time to the same time is never. */
export function isWithin({ from, to }: Hours, at: Date, timeZone: string): boolean {
  const now = minutesOf(timeIn(at, timeZone))
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return start <= end ? now >= start && now < end : now >= start || now < end
}
