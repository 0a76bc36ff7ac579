import type { Subscriptions } from '@portico/contract/alerts'
import type { PartyNotices } from '@portico/contract/notifications'
import type { Channel, Notification } from '@portico/contract/profile/notifications'
import type { Recipient } from './recipients.ts'

/** What the rules of the profile look at. */
export type Circumstances = {
  recipient: Recipient
  channel: Channel
  isClosed: boolean
  causedBy: readonly string[]
  subscriptions: Subscriptions | undefined
  notices: PartyNotices | undefined
}

/** Why somebody is not told, by the rules of the profile; undefined where nothing speaks against it. */
export function whySuppressed(
  { name, suppressWhen }: Pick<Notification, 'name' | 'suppressWhen'>,
  { recipient, channel, isClosed, causedBy, subscriptions, notices }: Circumstances,
): string | undefined {
  const holds = {
    recipientDeceased: recipient.kind === 'party' && recipient.party.person?.deathDate !== undefined,
    caseClosed: isClosed,
    optedOut:
      recipient.kind === 'party'
        ? (notices?.optedOut.includes(channel) ?? false)
        : (subscriptions?.optOuts ?? []).some(
            (one) => one.notification === name && (one.channels?.includes(channel) ?? true),
          ),
    causedByRecipient: causedBy.includes(recipient.id),
  }
  const rule = suppressWhen.find((one) => holds[one])
  return rule && sentences[rule]
}

const sentences: Record<Notification['suppressWhen'][number], string> = {
  recipientDeceased: 'The recipient has died.',
  caseClosed: 'The case is closed.',
  optedOut: 'The recipient has opted out.',
  causedByRecipient: 'The recipient caused it.',
}
