import type { Subscriptions } from '@portico/sdk'
import { portico } from './session.ts'

export type Browser = NonNullable<Subscriptions['pushSubscriptions']>[number]

const worker = '/workspace/push-worker.js'
const scope = '/workspace/'

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The person has not allowed it, now or earlier. */
export class PushDenied extends Error {}

/** The endpoint that this browser is told at, if it is. */
export async function ownEndpoint(): Promise<string | null> {
  if (!canPush()) return null
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null
}

/** Subscribes this browser. One that somebody else had here, or that is for another key, is ended first. */
export async function subscribeBrowser(publicKey: string, known: readonly string[]): Promise<Browser> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDenied()
  await navigator.serviceWorker.register(worker, { scope })
  const { pushManager } = await navigator.serviceWorker.ready
  const applicationServerKey = bytesOf(publicKey)
  const old = await pushManager.getSubscription()
  const isOurs = old && known.includes(old.endpoint) && isFor(old, applicationServerKey)
  if (old && !isOurs) await old.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { keys = {} } = subscription.toJSON()
  return { endpoint: subscription.endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
}

export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(scope)
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

const mostTries = 4

/** Changes the browsers alone, on top of whatever the person has saved elsewhere meanwhile. */
export async function changeBrowsers(change: (browsers: readonly Browser[]) => Browser[]) {
  for (let tried = 1; ; tried++) {
    const { version, subscriptions } = await portico().alerts.subscriptions()
    const { pushSubscriptions = [], ...others } = subscriptions
    const browsers = change(pushSubscriptions)
    const changed = { ...others, ...(browsers.length > 0 ? { pushSubscriptions: browsers } : {}) }
    try {
      return await portico().alerts.subscribe(changed, { ifMatch: version })
    } catch (error) {
      const isStale = error instanceof Error && 'code' in error && error.code === 'conflict'
      if (!isStale || tried === mostTries) throw error
    }
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
}

function isFor({ options }: PushSubscription, key: Uint8Array): boolean {
  const own = options.applicationServerKey
  return own !== null && new Uint8Array(own).every((byte, index) => byte === key[index])
}
