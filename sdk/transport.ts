import { PorticoError } from './errors.ts'
import { type Limit, limitOf, unlessAborted, wait } from './limit.ts'
import {
  type Call,
  createSendOnce,
  type Fetch,
  isRepeatable,
  readJson,
  withIdempotencyKey,
} from './request.ts'
import { isPassing, retryDelayMs } from './retry.ts'
import { createSession, type SessionOptions, type SignedIn } from './session.ts'
import type { Tokens } from './types.ts'

export type ConnectionOptions = {
  baseUrl: string
  /** Used in place of the global `fetch`. */
  fetch?: Fetch | undefined
  /** The limit for each call that sets none of its own. */
  timeoutMs?: number | undefined
  /** How often a call that failed in passing is sent again, where that is safe. */
  retries?: number | undefined
}

/** Carries calls to the service: limits, retries, and a fresh token where the old one has expired. */
export type Transport = {
  json<Answer>(call: Call): Promise<Answer>
  nothing(call: Call): Promise<void>
  /** The answer as soon as it begins. Whoever reads its body ends the limit. */
  open(call: Call): Promise<{ response: Response; limit: Limit }>
  /** Forgets the refresh token. */
  endSession(): void
}

type Read<Result> = (response: Response) => Promise<Result>

export function createTransport(
  { baseUrl, fetch, timeoutMs = 30_000, retries = 2 }: ConnectionOptions,
  sessionOptions?: SessionOptions,
  { pause = wait, random = Math.random } = {},
): Transport {
  const sendOnce = createSendOnce(baseUrl, fetch)
  const session = sessionOptions && createSession(sessionOptions, refresh)

  /** Not repeated: a refresh token works once, and one that comes twice ends the session. */
  async function refresh(refreshToken: string): Promise<SignedIn> {
    const call: Call = { method: 'POST', path: '/auth/refresh', body: { refreshToken } }
    const limit = limitOf(undefined, timeoutMs)
    try {
      const answer = sendOnce(call, undefined, limit.signal).then((response) => readJson<Tokens>(response))
      return signedIn(await unlessAborted(limit.signal, answer))
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
    for (let failures = 1; ; failures++) {
      try {
        return await unlessAborted(limit.signal, sendOnce(call, token, limit.signal).then(read))
      } catch (error) {
        if (limit.signal.aborted) throw limit.signal.reason
        if (failures > retries || !isPassing(error) || !isRepeatable(call)) throw error
        const delayMs = retryDelayMs(error, failures, random)
        if (!limit.allows(delayMs)) throw error
        await pause(delayMs, limit.signal)
      }
    }
  }

  async function send<Result>(call: Call, limit: Limit, read: Read<Result>): Promise<Result> {
    if (!session) return sendRepeatedly(call, undefined, limit, read)
    const token = session.token()
    try {
      return await sendRepeatedly(call, token, limit, read)
    } catch (error) {
      if (!(error instanceof PorticoError) || error.code !== 'unauthenticated') throw error
      const renewed = await unlessAborted(limit.signal, session.renew(token))
      if (renewed === undefined) throw error
      return sendRepeatedly(call, renewed, limit, read)
    }
  }

  async function whole<Result>(call: Call, read: Read<Result>): Promise<Result> {
    const limit = limitOf(call.options?.signal, call.options?.timeoutMs ?? timeoutMs)
    try {
      return await send(withIdempotencyKey(call), limit, read)
    } finally {
      limit.end()
    }
  }

  return {
    json: (call) => whole(call, (response) => readJson(response)),
    nothing: (call) => whole(call, async (response) => response.body?.cancel()),
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
    endSession: () => session?.end(),
  }
}

export function signedIn({ token, refreshToken, expiresIn }: Tokens): SignedIn {
  return { idToken: token, refreshToken, expiresIn }
}
