import { PorticoError } from './errors.ts'
import type { Credentials } from './types.ts'

/** A short-lived token, and the refresh token that renews it. */
export type SignedIn = {
  idToken: string
  refreshToken: string
  /** Seconds until the token expires. */
  expiresIn: number
}

/**
 * Credentials for signing in automatically. A function is called each time, so that the password can stay in a secret
 * store.
 */
export type CredentialsOption = Credentials | (() => Credentials | Promise<Credentials>)

type Kept = {
  refreshToken?: string | undefined
  /** Called with each new pair of tokens, before the new refresh token is used. */
  onTokens?: ((tokens: SignedIn) => void | Promise<void>) | undefined
}

/** An initial token, credentials to get one, or both. */
export type SignedInOptions = Kept &
  (
    | { token: string; credentials?: CredentialsOption | undefined }
    | { token?: undefined; credentials: CredentialsOption }
  )

export type TokenSource = {
  token(): string | undefined
  /** A token other than the refused one; undefined if there is no way to get one. */
  renew(refused: string | undefined): Promise<string | undefined>
  end(): void
}

type Exchange = {
  refresh(refreshToken: string): Promise<SignedIn>
  signIn(credentials: Credentials): Promise<SignedIn>
}

/** Holds the tokens. A refused token is renewed once, however many calls it failed. */
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
      // The same password would be refused again, and count as a guess.
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

/** The token or password is invalid, as opposed to the service being unavailable. */
function isRefused(error: unknown): error is PorticoError {
  return error instanceof PorticoError && [400, 401, 403, 404].includes(error.status ?? 0)
}

function unauthenticated(refusal: PorticoError): PorticoError {
  const { message, status, requestId } = refusal
  return new PorticoError({ code: 'unauthenticated', message, status, requestId, cause: refusal })
}
