import type { CallOptions } from './request.ts'
import { callOf } from './route-call.ts'
import type { SignedIn } from './signed-in.ts'
import { type ConnectionOptions, createTransport, signedIn } from './transport.ts'
import type { Accepted, PasskeyUse, Tokens } from './types.ts'

export type SignInOptions = Omit<ConnectionOptions, 'retries'> &
  CallOptions & { username: string; password: string }

export type PasskeySignInOptions = Omit<ConnectionOptions, 'retries'> & CallOptions & { passkey: PasskeyUse }

export type AcceptInvitationOptions = Omit<ConnectionOptions, 'retries'> &
  CallOptions & { token: string; password: string }

/**
 * Exchange a username and password for a token. The password is sent only here.
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
  const tokens = await createTransport(connection).json<Tokens>(
    callOf('signIn', { body: { username, password } }, { signal }),
  )
  return signedIn(tokens)
}

/**
 * Exchange the use of a passkey for a token.
 *
 * @example
 * ```ts
 * import { signInWithPasskey } from '@portico/sdk'
 * import { startAuthentication } from '@simplewebauthn/browser'
 *
 * const passkey = await startAuthentication({ optionsJSON: await client.passkeys.signInOptions() })
 * const { idToken, refreshToken } = await signInWithPasskey({ baseUrl, passkey })
 * console.log(idToken.length, refreshToken.length)
 * ```
 */
export async function signInWithPasskey({
  passkey,
  signal,
  ...connection
}: PasskeySignInOptions): Promise<SignedIn> {
  const tokens = await createTransport(connection).json<Tokens>(
    callOf('signInWithPasskey', { body: { credential: passkey } }, { signal }),
  )
  return signedIn(tokens)
}

/**
 * Set the password of an invited account, once, with the token from the invitation link.
 *
 * @example
 * ```ts
 * import { acceptInvitation } from '@portico/sdk'
 *
 * const email = `newcomer-${Date.now()}@example.org`
 * const { link } = await client.invitations.invite({ email, roles: ['drafter'] })
 *
 * // What the person does who opens the link:
 * const token = link.split('#').at(-1) ?? ''
 * const account = await acceptInvitation({ baseUrl, token, password })
 * console.log(`${account.username} can sign in now`)
 * ```
 */
export function acceptInvitation({
  token,
  password,
  signal,
  ...connection
}: AcceptInvitationOptions): Promise<Accepted> {
  return createTransport(connection).json<Accepted>(
    callOf('acceptInvitation', { body: { token, password } }, { signal }),
  )
}
