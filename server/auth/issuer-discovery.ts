import type { RemoteJWKSet } from 'jose'
import { StartFailure } from '../store/start-failure.ts'

const longestAnswer = 512 * 1024
const keyMaxAgeMs = 10 * 60_000

/** Asks the issuer, and no address that is not within the reach of this deployment. */
export type AskIssuer = (url: string, init: RequestInit) => Promise<Response>

/** The issuer cannot be asked, or answers what no issuer should: nobody's request is wrong. */
export class IssuerUnavailable extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'IssuerUnavailable'
  }
}

type Discovered = { tokenEndpoint: string | undefined; keys: RemoteJWKSet }

/** What an issuer outside publishes of itself: its keys, and where it grants tokens. */
export function openIssuerDiscovery({
  issuer,
  timeoutMs,
  keyCooldownMs,
  ask,
}: {
  issuer: string
  timeoutMs: number
  keyCooldownMs: number
  ask: AskIssuer
}) {
  requireSafe(issuer, issuer)
  let discovering: Promise<Discovered> | undefined

  const fetchText = async (url: string, init: RequestInit) => {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await ask(url, { ...init, redirect: 'error', signal })
      return { status: response.status, text: await boundedText(response) }
    } catch (cause) {
      if (cause instanceof IssuerUnavailable) throw cause
      throw new IssuerUnavailable(`the issuer ${issuer} does not answer`, cause)
    }
  }

  /** Kept once it has worked; asked again after a failure. */
  const discover = () => {
    discovering ??= readConfiguration().catch((error) => {
      discovering = undefined
      throw error
    })
    return discovering
  }

  async function readConfiguration(): Promise<Discovered> {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const { status, text } = await fetchText(url, { headers: { accept: 'application/json' } })
    const found = status === 200 ? parseObject(text) : undefined
    if (!found || found.issuer !== issuer || typeof found.jwks_uri !== 'string') {
      throw new IssuerUnavailable(`${url} is not the configuration of the issuer ${issuer}`)
    }
    requireSafe(found.jwks_uri, issuer)
    const tokenEndpoint = typeof found.token_endpoint === 'string' ? found.token_endpoint : undefined
    if (tokenEndpoint) requireSafe(tokenEndpoint, issuer)
    // Not with the rest: a start that has no issuer outside needs none of it.
    const { createRemoteJWKSet, customFetch } = await import('jose/jwks/remote')
    const keys = createRemoteJWKSet(new URL(found.jwks_uri), {
      cooldownDuration: keyCooldownMs,
      cacheMaxAge: keyMaxAgeMs,
      timeoutDuration: timeoutMs,
      [customFetch]: async (keysUrl: string, { headers }: { headers: Headers }) => {
        const answer = await fetchText(keysUrl, { headers })
        return new Response(answer.text, { status: answer.status })
      },
    })
    return { tokenEndpoint, keys }
  }

  return { discover, fetchText }
}

const loopbackNames = ['127.0.0.1', '[::1]', 'localhost']

/** Whether the issuer is on this machine: only then is what it names reached there, and without TLS. */
export const isOnThisMachine = (issuer: string) => loopbackNames.includes(new URL(issuer).hostname)

function requireSafe(url: string, issuer: string): void {
  const { protocol } = new URL(url)
  const isPlain = protocol === 'http:' && isOnThisMachine(url) && isOnThisMachine(issuer)
  if (protocol !== 'https:' && !isPlain)
    throw new StartFailure(`The issuer ${url} must be https: over http it is trusted only on this machine.`)
}

export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > longestAnswer) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
