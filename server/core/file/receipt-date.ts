import { Refusal } from '../kernel/decider.ts'
import { dayOf, daysLater } from '../time/moments.ts'

/** What has been received was not received later; somewhere on earth it is tomorrow already. */
export function refuseReceivedLater(receiptDate: string | undefined, now: Date) {
  if (receiptDate !== undefined && receiptDate > dayOf(daysLater(now, 1)))
    throw new Refusal('invalid', `receiptDate must not be in the future: it is ${receiptDate}.`)
}
