import { type CookieSessionOptions, createCookieSource, tabsOf } from './cookie-session.ts'
import { PorticoError } from './errors.ts'
import type { BrowserSession, Tokens } from './generated/types.ts'
import { type Limit, limitOf, unlessAborted, wait } from './limit.ts'
import {
  type Call,
  type CallOptions,
  createSendOnce,
  isRepeatable,
  readJson,
  type SendingOptions,
  withIdempotencyKey,
} from './request.ts'
import { isPassing, retryDelayMs } from './retry.ts'
import { callOf } from './route-call.ts'
import { createTokenSource, type SignedIn, type SignedInOptions, type SignInAs } from './signed-in.ts'

export type ConnectionOptions = SendingOptions & {
  /** The default time limit of a call. */
  timeoutMs?: number | undefined
  /** How often to retry a transient failure, where that is safe. */
  retries?: number | undefined
}

/** Sends calls to the service: time limits, retries, token renewal. */
export type Transport = {
  /** The JSON of the response; undefined if it has none. */
  json<Answer>(call: Call): Promise<Answer>
  /** Resolves when the response begins; the reader of the body ends the limit. */
  open(call: Call): Promise<{ response: Response; limit: Limit }>
  signIn(as: SignInAs): Promise<void>
  /** Forgets the tokens, also if the service cannot be told that the session has ended. */
  signOut(options?: CallOptions): Promise<void>
}

type Read<Result> = (response: Response) => Promise<Result>

export function createTransport(
  { timeoutMs = 30_000, retries = 2, ...sending }: ConnectionOptions,
  session?: SignedInOptions | CookieSessionOptions,
  { pause = wait, random = Math.random } = {},
): Transport {
  const sendOnce = createSendOnce(sending)
  const isCookie = session !== undefined && 'session' in session
  const tokens = isCookie
    ? createCookieSource(
        session,
        {
          refresh: () => exchange<BrowserSession | undefined>(ofPage(callOf('refreshBrowserSession', {}))),
          signIn: (body) =>
            exchange<BrowserSession>(
              ofPage(
                'memberId' in body
                  ? callOf('signInSandboxPerson', { body })
                  : 'passkey' in body
                    ? callOf('startBrowserSessionWithPasskey', { body: { credential: body.passkey } })
                    : callOf('startBrowserSession', { body }),
              ),
            ),
        },
        tabsOf(sending.baseUrl),
      )
    : session &&
      createTokenSource(session, {
        refresh: async (refreshToken) =>
          signedIn(await exchange<Tokens>(callOf('refresh', { body: { refreshToken } }))),
        signIn: async (body) =>
          signedIn(
            await exchange<Tokens>(
              'passkey' in body
                ? callOf('signInWithPasskey', { body: { credential: body.passkey } })
                : callOf('signIn', { body }),
            ),
          ),
      })

  /** Not retried: a refresh token works once, and reusing it ends the session. */
  async function exchange<Answer>(call: Call, token?: string): Promise<Answer> {
    const { signal, timeoutMs: ownMs = timeoutMs } = call.options ?? {}
    const limit = limitOf(signal, ownMs)
    try {
      const sent = sendOnce(call, token, limit.signal, 1)
      return await unlessAborted(limit.signal, sent.then(readJson<Answer>))
    } finally {
      limit.end()
    }
  }

  async function sendRepeatedly<Result>(
    call: Call,
    token: string | undefined,
    limit: Limit,
    read: Read<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await unlessAborted(limit.signal, sendOnce(call, token, limit.signal, attempt).then(read))
      } catch (error) {
        if (limit.signal.aborted) throw limit.signal.reason
        const isLast = attempt > (call.options?.retries ?? retries)
        if (isLast || !isPassing(error) || !isRepeatable(call)) throw error
        const delayMs = retryDelayMs(error, attempt, random)
        if (!limit.allows(delayMs)) throw error
        await pause(delayMs, limit.signal)
      }
    }
  }

  async function send<Result>(call: Call, limit: Limit, read: Read<Result>): Promise<Result> {
    if (!tokens || call.isPublic) return sendRepeatedly(call, undefined, limit, read)
    const token = tokens.token() ?? (await unlessAborted(limit.signal, tokens.renew(undefined)))
    try {
      return await sendRepeatedly(call, token, limit, read)
    } catch (error) {
      if (!(error instanceof PorticoError) || error.code !== 'unauthenticated') throw error
      const renewed = await unlessAborted(limit.signal, tokens.renew(token))
      if (renewed === undefined) throw error
      return sendRepeatedly(call, renewed, limit, read)
    }
  }

  async function json<Answer>(call: Call): Promise<Answer> {
    const limit = limitOf(call.options?.signal, call.options?.timeoutMs ?? timeoutMs)
    try {
      return await send(withIdempotencyKey(call), limit, readJson<Answer>)
    } finally {
      limit.end()
    }
  }

  return {
    json,
    async open(call) {
      const limit = limitOf(call.options?.signal, call.options?.timeoutMs ?? timeoutMs)
      try {
        const response = await send(call, limit, async (answer) => answer)
        limit.restart(Number.POSITIVE_INFINITY)
        return { response, limit }
      } catch (error) {
        limit.end()
        throw error
      }
    },
    async signIn(as) {
      await tokens?.signIn(as)
    },
    async signOut(options) {
      if (!isCookie) {
        await json(callOf('signOut', {}, options)).finally(() => tokens?.end())
        return
      }
      const token = tokens?.token()
      tokens?.end()
      await exchange(ofPage(callOf('endBrowserSession', {}, options)), token)
    },
  }
}

export function signedIn({ token, refreshToken, expiresIn }: Tokens): SignedIn {
  return { idToken: token, refreshToken, expiresIn }
}

/** No page of another origin can send this header without being allowed to. */
function ofPage(call: Call): Call {
  return { ...call, headers: { ...call.headers, 'portico-session': 'cookie' } }
}
