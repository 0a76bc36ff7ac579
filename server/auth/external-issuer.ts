import type { RemoteJWKSet } from 'jose'
import { JOSEError, JOSENotSupported, JWKSMultipleMatchingKeys, JWKSNoMatchingKey } from 'jose/errors'
import { jwtVerify } from 'jose/jwt/verify'
import { Refusal } from '../core/kernel/decider.ts'
import { fromEpochSeconds } from '../core/time/moments.ts'
import { StartFailure } from '../store/start-failure.ts'
import { badToken } from './tokens.ts'

export type ExternalIssuerSettings = {
  issuer: string
  /** Whether the issuer, and what it names, may have a private address. */
  mayReachPrivate?: boolean
  audience: string
  /** Lets `/auth/token` pass usernames and passwords on to the issuer. */
  passwordGrant?: { clientId: string; clientSecret: string; scope?: string | undefined } | undefined
  timeoutMs?: number | undefined
  /** How soon an unknown key may make us ask the issuer again. */
  keyCooldownMs?: number | undefined
}

/** Asks the issuer, and no address that is not within the reach of this deployment. */
export type AskIssuer = (url: string, init: RequestInit) => Promise<Response>

/** What a token of the issuer says, once it is verified. */
export type ExternalClaims = {
  issuer: string
  subject: string
  /** Only when the issuer says it has verified it. */
  email: string | undefined
  expiresAt: Date
}

export type GrantedTokens = { token: string; claims: ExternalClaims; refreshToken: string }

/** The issuer cannot be asked, or answers what no issuer should: nobody's request is wrong. */
export class IssuerUnavailable extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'IssuerUnavailable'
  }
}

const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')
// Anything else a trusted issuer signs, such as a logout token, is not for presenting here.
const tokenTypes = [undefined, 'jwt', 'at+jwt', 'application/at+jwt']
const longestAnswer = 512 * 1024
const keyMaxAgeMs = 10 * 60_000
const leewaySeconds = 5

type Discovered = { tokenEndpoint: string | undefined; keys: RemoteJWKSet }

/** Trusts the tokens of an OpenID Connect issuer outside. */
export function openExternalIssuer(settings: ExternalIssuerSettings & { ask: AskIssuer }, clock: () => Date) {
  const { issuer, audience, passwordGrant, timeoutMs = 5_000, keyCooldownMs = 30_000, ask } = settings
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

  async function verify(token: string): Promise<ExternalClaims> {
    try {
      const { payload, protectedHeader } = await jwtVerify(
        token,
        async (header, input) => {
          const { keys } = await discover()
          try {
            return await keys(header, input)
          } catch (error) {
            if (isAboutToken(error)) throw error
            throw new IssuerUnavailable(`the issuer ${issuer} does not serve its keys`, error)
          }
        },
        {
          algorithms,
          issuer,
          audience,
          currentDate: clock(),
          clockTolerance: leewaySeconds,
          requiredClaims: ['sub', 'exp'],
        },
      )
      const subject = payload.sub!
      if (!tokenTypes.includes(protectedHeader.typ?.toLowerCase())) throw badToken()
      if (subject === '' || subject.length > 255 || subject.includes('\0')) throw badToken()
      const email =
        payload.email_verified === true && typeof payload.email === 'string' ? payload.email : undefined
      return { issuer, subject, email, expiresAt: fromEpochSeconds(payload.exp!) }
    } catch (error) {
      if (error instanceof JOSEError) throw badToken()
      // By jose and by Node, of a key that is too short for its algorithm, or is none.
      if (error instanceof TypeError)
        throw new Refusal(
          'unauthenticated',
          `The issuer signs with a key that is not accepted: ${error.message}.`,
        )
      throw error
    }
  }

  /** Nothing when the issuer says no. */
  async function grant(parameters: Record<string, string>): Promise<GrantedTokens | undefined> {
    const { tokenEndpoint } = await discover()
    if (!tokenEndpoint || !passwordGrant)
      throw new IssuerUnavailable(`the issuer ${issuer} has no token endpoint`)
    const { clientId, clientSecret } = passwordGrant
    const pair = [clientId, clientSecret].map(encodeURIComponent).join(':')
    const { status, text } = await fetchText(tokenEndpoint, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}`, accept: 'application/json' },
      body: new URLSearchParams(parameters),
    })
    const answer = parseObject(text)
    if (status === 400 && answer?.error === 'invalid_grant') return undefined
    if (status !== 200 || !answer) {
      throw new IssuerUnavailable(
        `the issuer ${issuer} refuses this service (${status} ${String(answer?.error)})`,
      )
    }
    if (typeof answer.refresh_token !== 'string') {
      throw new IssuerUnavailable(`the issuer ${issuer} returned no refresh token for this client`)
    }
    for (const token of [answer.access_token, answer.id_token]) {
      if (typeof token !== 'string') continue
      const claims = await verify(token).catch(unlessRefused)
      if (claims) return { token, claims, refreshToken: answer.refresh_token }
    }
    throw new IssuerUnavailable(`the issuer ${issuer} returned no token for the audience ${audience}`)
  }

  return {
    verify,
    /** There only where the configuration says so. */
    grants: passwordGrant && {
      password: (username: string, password: string) =>
        grant({
          grant_type: 'password',
          username,
          password,
          scope: passwordGrant.scope ?? 'openid email offline_access',
        }),
      refresh: (refreshToken: string) => grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    },
  }
}

export type ExternalIssuer = ReturnType<typeof openExternalIssuer>

const loopbackNames = ['127.0.0.1', '[::1]', 'localhost']

/** Whether the issuer is on this machine: only then is what it names reached there, and without TLS. */
export const isOnThisMachine = (issuer: string) => loopbackNames.includes(new URL(issuer).hostname)

function requireSafe(url: string, issuer: string): void {
  const { protocol } = new URL(url)
  const isPlain = protocol === 'http:' && isOnThisMachine(url) && isOnThisMachine(issuer)
  if (protocol !== 'https:' && !isPlain)
    throw new StartFailure(`The issuer ${url} must be https: over http it is trusted only on this machine.`)
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

function isAboutToken(error: unknown): boolean {
  return (
    error instanceof JWKSNoMatchingKey ||
    error instanceof JWKSMultipleMatchingKeys ||
    error instanceof JOSENotSupported
  )
}

function parseObject(text: string): Record<string, unknown> | undefined {
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
