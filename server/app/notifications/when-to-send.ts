import type { Subscriptions } from '@portico/contract/alerts'
import type { Profile } from '@portico/contract/profile'
import type { Channel } from '@portico/contract/profile/notifications'
import { isWithin, nextAt } from '../../core/time/local-time.ts'

export type When = { status: 'waiting' | 'gathered'; dueAt: Date }

/** Quiet hours put off, by the recipient's own clock; what somebody wants once a day waits for that. */
export function whenToSend(
  now: Date,
  {
    channel,
    notification,
    subscriptions = {},
    timeZone: given,
    times,
  }: {
    channel: Channel
    notification: string
    subscriptions?: Subscriptions | undefined
    timeZone?: string | undefined
    times: Profile['notificationTimes']
  },
): When {
  const timeZone = given ?? subscriptions.timeZone ?? times.timeZone
  const quiet = quietHours(channel, subscriptions, times)
  const isQuiet = quiet !== undefined && isWithin(quiet, now, timeZone)
  const { digest } = subscriptions
  const isGathered =
    digest !== undefined &&
    channel === 'email' &&
    (isQuiet || (digest.notifications?.includes(notification) ?? true))
  if (isGathered) return { status: 'gathered', dueAt: nextAt(digest.at ?? times.digest.at, now, timeZone) }
  return { status: 'waiting', dueAt: isQuiet ? nextAt(quiet.to, now, timeZone) : now }
}

/** A person's own hours hold for every channel. */
function quietHours(
  channel: Channel,
  { quietHours: own }: Subscriptions,
  times: Profile['notificationTimes'],
) {
  if (own === null) return undefined
  if (own) return own
  return times.quietHours?.channels.includes(channel) ? times.quietHours : undefined
}
