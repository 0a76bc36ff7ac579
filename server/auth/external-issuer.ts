import { JOSEError, JOSENotSupported, JWKSMultipleMatchingKeys, JWKSNoMatchingKey } from 'jose/errors'
import { jwtVerify } from 'jose/jwt/verify'
import { Refusal } from '../core/kernel/decider.ts'
import { fromEpochSeconds } from '../core/time/moments.ts'
import { type AskIssuer, IssuerUnavailable, openIssuerDiscovery, parseObject } from './issuer-discovery.ts'
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

/** What a token of the issuer says, once it is verified. */
export type ExternalClaims = {
  issuer: string
  subject: string
  /** Only when the issuer says it has verified it. */
  email: string | undefined
  expiresAt: Date
}

export type GrantedTokens = { token: string; claims: ExternalClaims; refreshToken: string }

const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')
// Anything else a trusted issuer signs, such as a logout token, is not for presenting here.
const tokenTypes = [undefined, 'jwt', 'at+jwt', 'application/at+jwt']
const leewaySeconds = 5

/** Trusts the tokens of an OpenID Connect issuer outside. */
export function openExternalIssuer(settings: ExternalIssuerSettings & { ask: AskIssuer }, clock: () => Date) {
  const { issuer, audience, passwordGrant, timeoutMs = 5_000, keyCooldownMs = 30_000, ask } = settings
  const { discover, fetchText } = openIssuerDiscovery({ issuer, timeoutMs, keyCooldownMs, ask })

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
