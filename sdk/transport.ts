import { PorticoError } from './errors.ts'
import { type Limit, limitOf, unlessAborted, wait } from './limit.ts'
import {
  type Call,
  createSendOnce,
  isRepeatable,
  readJson,
  type SendingOptions,
  withIdempotencyKey,
} from './request.ts'
import { isPassing, retryDelayMs } from './retry.ts'
import { callOf } from './route-call.ts'
import { createTokenSource, type SignedIn, type SignedInOptions } from './signed-in.ts'
import type { Tokens } from './types.ts'

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
  /** Stops renewing the token. */
  endSession(): void
}

type Read<Result> = (response: Response) => Promise<Result>

export function createTransport(
  { timeoutMs = 30_000, retries = 2, ...sending }: ConnectionOptions,
  signedInOptions?: SignedInOptions,
  { pause = wait, random = Math.random } = {},
): Transport {
  const sendOnce = createSendOnce(sending)
  const tokens =
    signedInOptions &&
    createTokenSource(signedInOptions, {
      refresh: (refreshToken) => exchange(callOf('refresh', { body: { refreshToken } })),
      signIn: (credentials) => exchange(callOf('signIn', { body: credentials })),
    })

  /** Not retried: a refresh token works once, and reusing it ends the session. */
  async function exchange(call: Call): Promise<SignedIn> {
    const limit = limitOf(undefined, timeoutMs)
    try {
      const sent = sendOnce(call, undefined, limit.signal, 1)
      return signedIn(await unlessAborted(limit.signal, sent.then(readJson<Tokens>)))
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
    if (!tokens) return sendRepeatedly(call, undefined, limit, read)
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

  return {
    async json<Answer>(call: Call) {
      const limit = limitOf(call.options?.signal, call.options?.timeoutMs ?? timeoutMs)
      try {
        return await send(withIdempotencyKey(call), limit, readJson<Answer>)
      } finally {
        limit.end()
      }
    },
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
    endSession: () => tokens?.end(),
  }
}

export function signedIn({ token, refreshToken, expiresIn }: Tokens): SignedIn {
  return { idToken: token, refreshToken, expiresIn }
}
