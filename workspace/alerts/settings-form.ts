import type { Subscriptions } from '@portico/sdk'
import type { Browser } from '../data/push.ts'

type OptOut = NonNullable<Subscriptions['optOuts']>[number]
export type Channel = NonNullable<OptOut['channels']>[number]
type Hours = { from: string; to: string }

/** The settings as they are edited: each thing by a name of its own, so that two changes of them can be put together. */
export type SettingsForm = {
  timeZone: string
  quiet: 'board' | 'never' | 'own'
  hours: Hours
  hasDigest: boolean
  digest: NonNullable<Subscriptions['digest']>
  /** The channels that are not wanted, by notification; `all` stands for every channel, also for those to come. */
  optOuts: Record<string, 'all' | readonly Channel[]>
  phone: string
  browsers: Record<string, Browser>
}

const usualHours: Hours = { from: '20:00', to: '08:00' }

export function formOf(subscriptions: Subscriptions): SettingsForm {
  const {
    timeZone = '',
    quietHours,
    digest,
    optOuts = [],
    phone = '',
    pushSubscriptions = [],
  } = subscriptions
  return {
    timeZone,
    quiet: quietHours === undefined ? 'board' : quietHours === null ? 'never' : 'own',
    hours: quietHours ?? usualHours,
    hasDigest: digest !== undefined,
    digest: digest ?? {},
    optOuts: Object.fromEntries(
      optOuts.map(({ notification, channels }) => [notification, channels ? channels.toSorted() : 'all']),
    ),
    phone,
    browsers: Object.fromEntries(pushSubscriptions.map((browser) => [browser.endpoint, browser])),
  }
}

export function subscriptionsOf(form: SettingsForm): Subscriptions {
  const { timeZone, quiet, hours, hasDigest, digest, phone } = form
  const optOuts = Object.entries(form.optOuts).map(
    ([notification, channels]): OptOut =>
      channels === 'all' ? { notification } : { notification, channels: [...channels] },
  )
  const browsers = Object.values(form.browsers)
  return {
    ...(timeZone.trim() ? { timeZone: timeZone.trim() } : {}),
    ...(quiet === 'board' ? {} : { quietHours: quiet === 'never' ? null : hours }),
    ...(hasDigest ? { digest } : {}),
    ...(optOuts.length > 0 ? { optOuts } : {}),
    ...(phone.trim() ? { phone: phone.trim() } : {}),
    ...(browsers.length > 0 ? { pushSubscriptions: browsers } : {}),
  }
}

export const isTold = ({ optOuts }: SettingsForm, notification: string, channel: Channel): boolean => {
  const out = optOuts[notification]
  return out !== 'all' && !out?.includes(channel)
}

/** With one channel of one notification wanted or not; `sent` are those that it is sent by here. */
export function telling(
  form: SettingsForm,
  {
    notification,
    channel,
    isWanted,
    sent,
  }: { notification: string; channel: Channel; isWanted: boolean; sent: readonly Channel[] },
): SettingsForm {
  const { [notification]: before = [], ...others } = form.optOuts
  const out = before === 'all' ? sent : before
  const after = isWanted ? out.filter((one) => one !== channel) : [...new Set([...out, channel])].toSorted()
  return { ...form, optOuts: after.length > 0 ? { ...others, [notification]: after } : others }
}
