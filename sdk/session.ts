import { PorticoError } from './errors.ts'

/** What a sign-in gives: a short-lived token, and the refresh token that mints the next one. */
export type SignedIn = {
  idToken: string
  refreshToken: string
  /** Seconds until the token expires. */
  expiresIn: number
}

export type SessionOptions = {
  token: string
  refreshToken?: string | undefined
  onTokens?: ((tokens: SignedIn) => void | Promise<void>) | undefined
}

export type Session = {
  token(): string
  /** A token other than the refused one; undefined where there is no way to get one. */
  renew(refused: string): Promise<string | undefined>
  end(): void
}

/** Holds the tokens. However many calls find the token refused, it is refreshed once. */
export function createSession(
  { token, refreshToken, onTokens }: SessionOptions,
  refresh: (refreshToken: string) => Promise<SignedIn>,
): Session {
  let current = token
  let spare = refreshToken
  let renewing: Promise<string> | undefined

  async function renewWith(used: string): Promise<string> {
    try {
      const tokens = await refresh(used)
      current = tokens.idToken
      spare = tokens.refreshToken
      await onTokens?.(tokens)
      return current
    } catch (error) {
      if (!isRefused(error)) throw error
      spare = undefined
      throw new PorticoError({
        code: 'unauthenticated',
        message: error.message,
        status: error.status,
        requestId: error.requestId,
        cause: error,
      })
    } finally {
      renewing = undefined
    }
  }
  return {
    token: () => current,
    async renew(refused) {
      if (renewing) return renewing
      if (current !== refused) return current
      if (spare === undefined) return undefined
      renewing = renewWith(spare)
      return renewing
    },
    end() {
      spare = undefined
    },
  }
}

/** The refresh token is spent or unknown, unlike a service that just cannot answer. */
function isRefused(error: unknown): error is PorticoError {
  return error instanceof PorticoError && [400, 401, 403, 404].includes(error.status ?? 0)
}
