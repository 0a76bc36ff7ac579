import type { CallOptions } from './request.ts'
import type { SignedIn } from './session.ts'
import { type ConnectionOptions, createTransport, signedIn } from './transport.ts'
import type { Accepted, Tokens } from './types.ts'

export type SignInOptions = Omit<ConnectionOptions, 'retries'> &
  CallOptions & { username: string; password: string }

export type AcceptInvitationOptions = Omit<ConnectionOptions, 'retries'> &
  CallOptions & { token: string; password: string }

/**
 * Exchanges a username and password for a token. The password is sent here and never again.
 *
 * @example
 * ```ts
 * import { signIn } from '@portico/sdk'
 *
 * const { idToken, refreshToken, expiresIn } = await signIn({ baseUrl, username, password })
 * console.log(idToken.length, refreshToken.length, expiresIn)
 * ```
 */
export async function signIn({
  username,
  password,
  signal,
  ...connection
}: SignInOptions): Promise<SignedIn> {
  const tokens = await createTransport(connection).json<Tokens>({
    method: 'POST',
    path: '/auth/token',
    body: { username, password },
    options: { signal },
  })
  return signedIn(tokens)
}

/**
 * Sets the password of an invited account, once, with the token of the invitation's link.
 *
 * @example
 * ```ts
 * import { acceptInvitation, PorticoError } from '@portico/sdk'
 *
 * try {
 *   const { username } = await acceptInvitation({ baseUrl, token: 'from-the-link', password })
 *   console.log(`${username} can sign in now`)
 * } catch (error) {
 *   if (!(error instanceof PorticoError)) throw error
 *   console.log(error.message)
 * }
 * ```
 */
export function acceptInvitation({
  token,
  password,
  signal,
  ...connection
}: AcceptInvitationOptions): Promise<Accepted> {
  return createTransport(connection).json<Accepted>({
    method: 'POST',
    path: '/auth/invitation',
    body: { token, password },
    options: { signal },
  })
}
