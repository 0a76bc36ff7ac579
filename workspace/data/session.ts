import type { Me, Portico } from '@portico/sdk'
import { PorticoError } from '@portico/sdk'
import { heardFromService } from './connection.ts'
import { keep, stored } from './kept.ts'
import { createSignOut } from './sign-out.ts'
import { createStore, useStore } from './store.ts'

/**
 * Who works here. The token lives in memory, what renews it in a cookie that no script can read. `ended` is a sign-in
 * that no longer works while its screens are still open: they stay as they are until the person has signed in again.
 */
export type Session = { status: 'unknown' | 'out' } | { status: 'in' | 'ended'; me: Me }

export const session = createStore<Session>({ status: 'unknown' })

export const useSession = () => useStore(session)

let client: Portico | undefined

/** The client of this page. Its part of the SDK is fetched beside the shell. */
async function opened(): Promise<Portico> {
  const { PorticoClient } = await import('./client.ts')
  client ??= new PorticoClient({
    baseUrl: location.origin,
    session: 'cookie',
    onSession: (state) => void (state === 'signedIn' ? showWhoIsIn() : noteEnd()),
    log: heardFromService,
  })
  return client
}

const pendingKey = 'portico.signedOut'
const againMs = 15_000

const signingOut = createSignOut({
  isPending: () => stored(pendingKey, false),
  setPending: (isPending) => keep(pendingKey, isPending ? true : undefined),
  tell: async () => (await opened()).signOut(),
  later(again) {
    setTimeout(again, againMs)
    window.addEventListener('online', again, { once: true })
  },
})

void signingOut.settle()

// Who signs out leaves every tab: none shows on what they may have left open. What was typed is kept by the browser.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === pendingKey && newValue !== null) session.set({ status: 'out' })
})

/** Whether anything may be asked for before it is known who is here: not by who has signed out. */
export const mayResume = () => session.get().status === 'unknown' && !signingOut.isPending()

let resuming: Promise<Session> | undefined

/** The sign-in that this browser has, if any. */
export function resumeSession(): Promise<Session> {
  resuming ??= resumed().finally(() => {
    resuming = undefined
  })
  return resuming
}

async function resumed(): Promise<Session> {
  if (session.get().status !== 'unknown') return session.get()
  if (signingOut.isPending()) session.set({ status: 'out' })
  if (session.get().status === 'out') return session.get()
  const portico = await opened()
  try {
    session.set({ status: 'in', me: await portico.me.get() })
  } catch (error) {
    if (!(error instanceof PorticoError) || error.code !== 'unauthenticated') throw error
    session.set({ status: 'out' })
  }
  return session.get()
}

export type SignInAs = Parameters<Portico['signIn']>[0]

export async function signIn(as: SignInAs): Promise<void> {
  const portico = await opened()
  await signingOut.settle()
  await portico.signIn(as)
  signingOut.forget()
  await showWhoIsIn()
}

/** At once on this device; the service is told as soon as it can be reached. */
export async function signOut(): Promise<void> {
  session.set({ status: 'out' })
  endPush()
  await signingOut.signOut()
}

/** Whoever uses this browser next is not told what was for somebody else. */
function endPush() {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  workers
    ?.getRegistration('/workspace/')
    .then((registration) => registration?.pushManager.getSubscription())
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => {})
}

export function noteEnd() {
  const current = session.get()
  if (current.status === 'in') session.set({ ...current, status: 'ended' })
}

/** In this tab or another. Somebody else than before gets a page that knows nothing of the one before. */
async function showWhoIsIn() {
  const portico = await opened()
  const before = session.get()
  const me = await portico.me.get()
  if ('me' in before && before.me.id !== me.id) return location.assign('/workspace/')
  session.set({ status: 'in', me })
}

/** Screens are only shown once `resumeSession` has made the client. */
export function portico(): Portico {
  if (!client) throw new Error('the client is not there yet')
  return client
}

/** For the pages that need no sign-in. */
export const openedClient = opened

export function useMe(): Me {
  const current = useSession()
  if (!('me' in current)) throw new Error('nobody is signed in')
  return current.me
}

/** Whether what the service lets this person do, on itself or on some case, includes the action. */
export const useMay = (action: string): boolean => useMe().actions.includes(action)
