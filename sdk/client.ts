import { callsOver } from './calls.ts'
import type { CookieSessionOptions } from './cookie-session.ts'
import { type Portico, porticoOver } from './portico.ts'
import type { SignedInOptions } from './signed-in.ts'
import { type ConnectionOptions, createTransport } from './transport.ts'

/**
 * `token` is the `idToken` of a sign-in. With its `refreshToken` the client renews an expired token and passes the new
 * pair to `onTokens`, so that you can store it; a refresh token works once. With `credentials` the client signs in by
 * itself, at first and whenever no refresh token works. A page that the service serves has `session: 'cookie'` instead, and
 * calls `signIn`.
 */
export type ClientOptions = ConnectionOptions & (SignedInOptions | CookieSessionOptions)

export type PorticoClient = Portico

/**
 * A typed client for a Portico service.
 *
 * @example
 * ```ts
 * import { PorticoClient, signIn } from '@portico/sdk'
 *
 * const { idToken, refreshToken } = await signIn({ baseUrl, username, password })
 * const portico = new PorticoClient({ baseUrl, token: idToken, refreshToken })
 * console.log(await portico.appeals.list())
 *
 * // A program that runs for weeks signs in by itself.
 * const integration = new PorticoClient({ baseUrl, credentials: { username, password } })
 * console.log((await integration.me.get()).roles)
 *
 * // A page of the service keeps its refresh token in a cookie that no script can read.
 * const onSession = (state: string) => console.log(state)
 * const page = new PorticoClient({ baseUrl, session: 'cookie', onSession })
 * console.log(typeof page.signIn)
 * ```
 */
export const PorticoClient = class PorticoClient {
  constructor(options: ClientOptions) {
    Object.assign(this, porticoOver(callsOver(createTransport(options, options))))
  }
} as new (
  options: ClientOptions,
) => Portico
