import { PorticoError } from './errors.ts'
import type { Credentials } from './types.ts'

/** What a sign-in gives: a short-lived token, and the refresh token that mints the next one. */
export type SignedIn = {
  idToken: string
  refreshToken: string
  /** Seconds until the token expires. */
  expiresIn: number
}

/**
 * What a client signs in with by itself. A function is asked each time, so that the password may stay where secrets are
 * kept.
 */
export type CredentialsOption = Credentials | (() => Credentials | Promise<Credentials>)

type Kept = {
  refreshToken?: string | undefined
  /** Told of each new pair of tokens: the refresh token before it is spent. */
  onTokens?: ((tokens: SignedIn) => void | Promise<void>) | undefined
}

/** A token to begin with, or credentials to get one by; or both. */
export type SignedInOptions = Kept &
  (
    | { token: string; credentials?: CredentialsOption | undefined }
    | { token?: undefined; credentials: CredentialsOption }
  )

export type TokenSource = {
  token(): string | undefined
  /** A token other than the refused one; undefined where there is no way to get one. */
  renew(refused: string | undefined): Promise<string | undefined>
  end(): void
}

type Exchange = {
  refresh(refreshToken: string): Promise<SignedIn>
  signIn(credentials: Credentials): Promise<SignedIn>
}

/** Holds the tokens. However many calls find the token refused, it is renewed once. */
export function createTokenSource(
  { token, refreshToken, credentials, onTokens }: SignedInOptions,
  exchange: Exchange,
): TokenSource {
  let current = token
  let spare = refreshToken
  let known = credentials
  let renewing: Promise<string> | undefined

  async function refreshed(): Promise<SignedIn | undefined> {
    if (spare === undefined) return undefined
    try {
      return await exchange.refresh(spare)
    } catch (error) {
      if (!isRefused(error)) throw error
      spare = undefined
      if (known) return undefined
      throw unauthenticated(error)
    }
  }

  async function signedInAnew(): Promise<SignedIn> {
    const given = typeof known === 'function' ? await known() : known
    if (!given) throw new PorticoError({ code: 'unauthenticated', message: 'The session has ended.' })
    try {
      return await exchange.signIn(given)
    } catch (error) {
      if (!isRefused(error)) throw error
      // The same password would be refused again, and count as guessing.
      if (typeof known !== 'function') known = undefined
      throw unauthenticated(error)
    }
  }

  async function renewed(): Promise<string> {
    try {
      const tokens = (await refreshed()) ?? (await signedInAnew())
      current = tokens.idToken
      spare = tokens.refreshToken
      await onTokens?.(tokens)
      return tokens.idToken
    } finally {
      renewing = undefined
    }
  }

  return {
    token: () => current,
    async renew(refused) {
      if (renewing) return renewing
      if (current !== refused) return current
      if (spare === undefined && known === undefined) return undefined
      renewing = renewed()
      return renewing
    },
    end() {
      spare = undefined
      known = undefined
    },
  }
}

/** The token or password is not good, unlike a service that just cannot answer. */
function isRefused(error: unknown): error is PorticoError {
  return error instanceof PorticoError && [400, 401, 403, 404].includes(error.status ?? 0)
}

function unauthenticated(refusal: PorticoError): PorticoError {
  const { message, status, requestId } = refusal
  return new PorticoError({ code: 'unauthenticated', message, status, requestId, cause: refusal })
}
