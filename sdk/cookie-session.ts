import { PorticoError } from './errors.ts'
import type { BrowserSession } from './generated/types.ts'
import { isRefused, type SignInAs, type TokenSource } from './signed-in.ts'

/**
 * For a page that the service itself serves: the refresh token is in a cookie that no script can read, the token in
 * memory only. All tabs share one session.
 */
export type CookieSessionOptions = {
  session: 'cookie'
  /** Called when somebody signs in or the session ends, in this tab or another. */
  onSession?: ((state: 'signedIn' | 'signedOut') => void) | undefined
  token?: undefined
  credentials?: undefined
}

type Exchange = {
  /** Undefined where the browser has no session. */
  refresh(): Promise<BrowserSession | undefined>
  signIn(as: SignInAs): Promise<BrowserSession>
}

type Held = { token: string; endsAt: number }
type Message = { held: Held; isNew: boolean } | { held: undefined }

export type Tabs = {
  /** Runs the work of one tab at a time. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  tell(message: Message): void
  listen(hear: (message: Message) => void): void
}

const earlyMs = 5 * 60_000
const againMs = 15_000

/** Renews the token before it expires. Of several tabs one renews it, and tells the others. */
export function createCookieSource(
  { onSession }: CookieSessionOptions,
  exchange: Exchange,
  tabs: Tabs,
  { now = Date.now, after = afterMs } = {},
): TokenSource {
  let held: Held | undefined
  let isEnded = false
  let renewing: Promise<string> | undefined
  let cancel = () => {}

  function keep(next: Held) {
    held = next
    isEnded = false
    const leftMs = next.endsAt - now()
    renewIn(leftMs - Math.min(earlyMs, leftMs / 4))
  }

  function renewIn(ms: number) {
    cancel()
    cancel = after(ms, () => {
      const due = held?.token
      renew(due).catch(() => {
        if (held?.token === due && due !== undefined) renewIn(againMs)
      })
    })
  }

  function drop() {
    const wasOpen = !isEnded
    held = undefined
    isEnded = true
    cancel()
    if (wasOpen) onSession?.('signedOut')
  }

  function kept({ token, expiresIn }: BrowserSession, isNew: boolean): string {
    const next = { token, endsAt: now() + expiresIn * 1000 }
    keep(next)
    tabs.tell({ held: next, isNew })
    if (isNew) onSession?.('signedIn')
    return token
  }

  function refuse(refusal?: PorticoError): never {
    drop()
    tabs.tell({ held: undefined })
    throw hasEnded(refusal)
  }

  async function renewed(refused: string | undefined): Promise<string> {
    // Another tab may have done it while this one waited.
    if (held && held.token !== refused) return held.token
    try {
      const session = await exchange.refresh()
      if (!session) return refuse()
      // Signed out while it was on its way.
      if (isEnded) throw hasEnded()
      return kept(session, false)
    } catch (error) {
      if (!isRefused(error)) throw error
      return refuse(error)
    }
  }

  async function renew(refused: string | undefined): Promise<string> {
    if (renewing) return renewing
    if (held && held.token !== refused) return held.token
    if (isEnded) throw hasEnded()
    renewing = tabs
      .alone(() => renewed(refused))
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }

  tabs.listen((message) => {
    if (!message.held) return drop()
    keep(message.held)
    if (message.isNew) onSession?.('signedIn')
  })

  return {
    token: () => held?.token,
    renew,
    signIn: (as) => tabs.alone(async () => void kept(await exchange.signIn(as), true)),
    end() {
      drop()
      tabs.tell({ held: undefined })
    },
  }
}

const hasEnded = (refusal?: PorticoError) =>
  new PorticoError({
    code: 'unauthenticated',
    message: 'The session has ended.',
    status: refusal?.status,
    requestId: refusal?.requestId,
    cause: refusal,
  })

/** The tabs of a browser that are open at this service. */
export function tabsOf(root: string): Tabs {
  const name = `portico session at ${root}`
  const channel = new BroadcastChannel(name)
  // In Node a channel would keep the process alive.
  ;(channel as { unref?(): void }).unref?.()
  return {
    // Without locks, on a page without TLS, the service gives two tabs that ask at once the same answer.
    alone: (work) => (navigator.locks ? navigator.locks.request(name, work) : work()),
    tell: (message) => channel.postMessage(message),
    listen(hear) {
      channel.onmessage = ({ data }) => hear(data as Message)
    },
  }
}

function afterMs(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, Math.max(0, ms))
  ;(timer as { unref?(): void }).unref?.()
  return () => clearTimeout(timer)
}
