import { PorticoError } from './errors.ts'
import type { Credentials, PasskeyUse, SandboxSignIn } from './generated/types.ts'

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

/** Somebody with a password or a passkey; or, on a page of a sandbox, one of its invented people. */
export type SignInAs = Credentials | { passkey: PasskeyUse } | SandboxSignIn

export type TokenSource = {
  token(): string | undefined
  /** A token other than the refused one; undefined if there is no way to get one. */
  renew(refused: string | undefined): Promise<string | undefined>
  signIn(as: SignInAs): Promise<void>
  end(): void
}

type Exchange = {
  refresh(refreshToken: string): Promise<SignedIn>
  signIn(as: Exclude<SignInAs, SandboxSignIn>): Promise<SignedIn>
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

  async function kept(tokens: SignedIn): Promise<string> {
    current = tokens.idToken
    spare = tokens.refreshToken
    await onTokens?.(tokens)
    return tokens.idToken
  }

  async function renewed(): Promise<string> {
    try {
      return await kept((await refreshed()) ?? (await signedInAnew()))
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
    async signIn(as) {
      if ('memberId' in as)
        throw new TypeError("The people of a sandbox sign in with session: 'cookie' only.")
      await kept(await exchange.signIn(as))
    },
    end() {
      current = undefined
      spare = undefined
      known = undefined
    },
  }
}

/** The token or password is invalid, as opposed to the service being unavailable. */
export function isRefused(error: unknown): error is PorticoError {
  return error instanceof PorticoError && [400, 401, 403, 404].includes(error.status ?? 0)
}

export function unauthenticated(refusal: PorticoError): PorticoError {
  const { message, status, requestId } = refusal
  return new PorticoError({ code: 'unauthenticated', message, status, requestId, cause: refusal })
}
