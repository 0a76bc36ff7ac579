import { toleranceMs } from '@portico/contract/ports/signature'
import type { TObject } from '@portico/contract/type'
import { msBetween } from '../../../core/time/moments.ts'

/** What is wrong with the times at which a fact says that something happened: it would outrank all that comes until then. */
export function datedAhead({ properties }: TObject, fact: unknown, now: Date): string | undefined {
  const told = fact as Record<string, string | undefined>
  for (const [name, schema] of Object.entries(properties)) {
    const value = told[name]
    if (!('x-happened' in schema) || value === undefined) continue
    // The schema takes a leap second, which no clock here has.
    if (Number.isNaN(Date.parse(value))) return `${name} is no time: ${value}.`
    if (msBetween(now, value) > toleranceMs)
      return `${name} must not be in the future: it is ${value}, and the time here is ${now.toISOString()}.`
  }
  return undefined
}
