import type { MailChannel } from '@portico/contract/mail'
import { Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import type { Arrival } from '../time/filed-on.ts'
import { dayOf, daysLater } from '../time/moments.ts'

/** Tolerates a day, since it may already be tomorrow where the mail was received. */
export function refuseReceivedLater(receiptDate: string | undefined, now: Date) {
  if (receiptDate !== undefined && receiptDate > dayOf(daysLater(now, 1)))
    throw new Refusal('invalid', `receiptDate must not be in the future: it is ${receiptDate}.`)
}

export function refusePostmarkLater(receiptDate: string, postmarkDate: string | undefined) {
  if (postmarkDate !== undefined && postmarkDate > receiptDate)
    throw new Refusal(
      'invalid',
      `postmarkDate must not be after receiptDate: it is ${postmarkDate}, and the mail was received on ${receiptDate}.`,
    )
}

type GivenArrival = { receiptDate?: string; channel?: MailChannel; postmarkDate?: string }

/** When and how a piece of mail arrived, if given. */
export function arrivalOf(
  { receiptDate, channel, postmarkDate }: GivenArrival,
  now: Date,
): Arrival | undefined {
  if (receiptDate === undefined) {
    if (channel === undefined && postmarkDate === undefined) return undefined
    throw new Refusal('invalid', 'receiptDate must be given if channel or postmarkDate is.')
  }
  refuseReceivedLater(receiptDate, now)
  refusePostmarkLater(receiptDate, postmarkDate)
  return { receivedOn: receiptDate, ...withoutUndefined({ channel, postmark: postmarkDate }) }
}
