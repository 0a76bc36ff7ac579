import { Refusal } from '../kernel/decider.ts'
import { memoize } from '../kernel/remember.ts'

/** What is wrong with the name of a time zone; `place` is where it stands. */
export function faultOfTimeZone(name: string, place = 'timeZone'): string | undefined {
  return isTimeZone(name) ? undefined : `${place} must be a time zone such as America/New_York, not ${name}.`
}

export function refuseUnknownTimeZone(name: string): void {
  const fault = faultOfTimeZone(name)
  if (fault !== undefined) throw new Refusal('invalid', fault)
}

const isTimeZone = memoize(1000, (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    // A bare offset such as +02:00 knows no summer time.
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
})
