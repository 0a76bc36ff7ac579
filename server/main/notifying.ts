import type { Channel } from '@portico/contract/profile/notifications'
import { keepTelling, type Telling } from '../app/notifications/keep-telling.ts'
import { createTellOfNew, toldOf } from '../app/notifications/notifier.ts'
import { createSendDue } from '../app/notifications/send-due.ts'
import type { Reachable } from '../app/notifications/subscriptions.ts'
import type { Portico } from '../app/portico.ts'
import type { Bindings } from '../ports/delivery/bindings/binding.ts'
import type { Database } from '../store/db.ts'
import type { StoredEvent } from '../store/events/read.ts'

export type ChannelBinding = {
  name: string
  channels: readonly Channel[]
  /** That browsers subscribe with. */
  publicKey?: string | undefined
}

/** The bindings of the notifications port, with the channels that each is configured to send by. */
export function channelsOf({ all }: Bindings): ChannelBinding[] {
  return all
    .filter(({ served }) => served.port.name === 'notifications')
    .map(({ name, settings }) => ({
      name,
      channels: (settings.channels ?? []) as Channel[],
      publicKey: settings.publicKey as string | undefined,
    }))
}

/** What a member can be told by. */
export function reachableBy(bindings: readonly ChannelBinding[]): Reachable {
  const pushing = bindings.find(({ channels }) => channels.includes('push'))
  return {
    channels: ['inApp', ...new Set(bindings.flatMap(({ channels }) => channels))],
    pushKey: pushing?.publicKey,
  }
}

export type Notifying = ReturnType<typeof openNotifying>

/** Who is told of what happens: in the workspace, and by the bindings of the notifications port. */
export function openNotifying({
  db,
  clock,
  portico,
  bindings,
  publicUrl,
}: {
  db: Database
  clock: () => Date
  portico: () => Pick<Portico, 'alertFeed' | 'execute' | 'live' | 'permissions' | 'profiles'>
  /** In the order of the configuration: the first that has a channel sends by it. */
  bindings: readonly ChannelBinding[]
  publicUrl: string
}) {
  let telling: Telling | undefined
  let servedAt = publicUrl
  const workspaceUrl = () => `${servedAt}/workspace/`
  const bindingFor = (channel: Channel) => bindings.find(({ channels }) => channels.includes(channel))?.name
  const channels = [...new Set(bindings.flatMap((binding) => binding.channels))]

  return {
    workspaceUrl,

    serveAt(url: string) {
      servedAt = url
    },

    /** After a commit; without its events it looks in any case. */
    nudge(events?: readonly Pick<StoredEvent, 'type'>[]) {
      if (!telling) return
      const types = events && new Set<string>(toldOf(portico().profiles.inForce()))
      if (!types || events?.some(({ type }) => types.has(type))) telling.nudge()
    },

    start(onFault: (error: unknown) => void): Telling {
      const { live, profiles, permissions, execute, alertFeed } = portico()
      const tellOfNew = createTellOfNew({
        db,
        end: live.end,
        profiles,
        composing: () => ({ permissions, now: clock(), bindingFor, workspaceUrl: workspaceUrl() }),
        onFault,
      })
      const sendDue = createSendDue({
        db,
        execute,
        profileFor: profiles.inForceFor,
        permissions,
        clock,
        channels,
        bindingFor,
        workspaceUrl,
        onFault,
      })
      telling = keepTelling([tellOfNew, sendDue], { onTold: alertFeed.nudge, onFault })
      telling.nudge()
      return telling
    },
  }
}
