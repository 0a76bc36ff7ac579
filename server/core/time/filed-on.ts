import type { MailChannel } from '@portico/contract/mail'
import type { HolidayCalendar, MailboxRule } from '@portico/contract/profile/deadlines'
import { longDay } from './calendar-days.ts'
import { lengthInWords } from './deadline-words.ts'
import { dayLater } from './moments.ts'
import { workingDaysLater } from './working-days.ts'

/** The date of receipt of incoming mail, its channel, and its postmark if known. */
export type Arrival = { receivedOn: string; channel?: MailChannel; postmark?: string }

/** The day on which mail counts as filed, with the reason. */
export function filedOn(
  { receivedOn, channel, postmark }: Arrival,
  mailbox: MailboxRule | undefined,
  calendar: HolidayCalendar,
): { day: string; why: string } {
  const received = `It was received on ${longDay(receivedOn)}`
  const isMailed = mailbox !== undefined && channel !== undefined && mailbox.channels.includes(channel)
  if (!isMailed) return { day: receivedOn, why: `${received}.` }
  // A postmark after the date of receipt must have been misread.
  if (postmark !== undefined && postmark <= receivedOn)
    return { day: postmark, why: `${received} and is postmarked ${longDay(postmark)}.` }
  const { presumedDays, counts } = mailbox
  const day =
    counts === 'workingDays'
      ? workingDaysLater(receivedOn, -presumedDays, calendar)
      : dayLater(receivedOn, -presumedDays)
  const presumed = lengthInWords({ days: presumedDays }, counts)
  return {
    day,
    why: `${received} without a postmark, and is presumed to have been posted ${presumed} before, on ${longDay(day)}.`,
  }
}
