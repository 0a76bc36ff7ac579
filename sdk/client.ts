import { callsOver } from './calls.ts'
import { type Portico, porticoOver } from './portico.ts'
import type { SignedInOptions } from './signed-in.ts'
import { type ConnectionOptions, createTransport } from './transport.ts'

/**
 * `token` is the `idToken` of a sign-in. With its `refreshToken` the client mints the next token by itself when one
 * expires, and tells `onTokens`, so that you can keep them; the one it used is then spent. With `credentials` it signs
 * in by itself, first and whenever there is no refresh token that works.
 */
export type ClientOptions = ConnectionOptions & SignedInOptions

export type PorticoClient = Portico

/**
 * The typed client of a Portico service.
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
 * ```
 */
export const PorticoClient = class PorticoClient {
  constructor(options: ClientOptions) {
    Object.assign(this, porticoOver(callsOver(createTransport(options, options))))
  }
} as new (
  options: ClientOptions,
) => Portico
