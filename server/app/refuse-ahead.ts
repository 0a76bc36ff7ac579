import { toleranceMs } from '@portico/contract/ports/signature'
import { Refusal } from '../core/kernel/decider.ts'
import { msBetween } from '../core/time/moments.ts'

/** What is said to have happened has happened, but for what clocks differ. */
export function refuseAhead(name: string, at: string, now: Date) {
  if (msBetween(now, at) > toleranceMs)
    throw new Refusal('invalid', `${name} must not be in the future: it is ${at}.`)
}
