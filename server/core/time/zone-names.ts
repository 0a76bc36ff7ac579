import { Refusal } from '../kernel/decider.ts'
import { memoize } from '../kernel/memoize.ts'

/** The fault of a time zone name, if any; `place` is the field that has it. */
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
    // A bare offset such as +02:00 has no daylight saving.
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
})
