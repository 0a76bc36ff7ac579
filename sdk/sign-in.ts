import type { Accepted, PasskeyUse, Tokens } from './generated/types.ts'
import type { CallOptions } from './request.ts'
import { callOf } from './route-call.ts'
import type { SignedIn } from './signed-in.ts'
import { type ConnectionOptions, createTransport, signedIn } from './transport.ts'

export type SignInOptions = Omit<ConnectionOptions, 'retries'> &
  CallOptions & { username: string; password: string }

export type PasskeySignInOptions = Omit<ConnectionOptions, 'retries'> & CallOptions & { passkey: PasskeyUse }

export type AcceptInvitationOptions = Omit<ConnectionOptions, 'retries'> &
  CallOptions & { token: string; password: string }

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
