import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { NewPasskey, PasskeyProof } from './types.ts'

export function passkeysOver({ call }: Calls) {
  return {
    /**
     * List your passkeys, oldest first.
     *
     * @example
     * ```ts
     * for (const { name, lastUsedAt } of await client.passkeys.list()) console.log(name, lastUsedAt)
     * ```
     */
    list: (options?: CallOptions) => call('listPasskeys', {}, options),

    /**
     * The options of a new passkey, for `navigator.credentials.create`. More than ten minutes after you signed in, this
     * fails with `forbidden` unless you give your `password` or use a `passkey` again.
     *
     * @example
     * ```ts
     * import { startRegistration } from '@simplewebauthn/browser'
     *
     * const optionsJSON = await client.passkeys.newOptions({ password })
     * const credential = await startRegistration({ optionsJSON })
     * console.log((await client.passkeys.add({ name: 'Laptop', credential })).id)
     * ```
     */
    newOptions: (proof: PasskeyProof = {}, options?: CallOptions) =>
      call('startNewPasskey', { body: proof }, options),

    /**
     * Add a passkey to your account: what the browser made of the options.
     *
     * @example
     * ```ts
     * import { startRegistration } from '@simplewebauthn/browser'
     *
     * const credential = await startRegistration({ optionsJSON: await client.passkeys.newOptions() })
     * await client.passkeys.add({ name: 'Telephone', credential })
     * ```
     */
    add: (passkey: NewPasskey, options?: WriteOptions) => call('addPasskey', { body: passkey }, options),

    /**
     * Rename one of your passkeys.
     *
     * @example
     * ```ts
     * const [first] = await client.passkeys.list()
     * if (first) await client.passkeys.rename(first.id, 'Laptop at the office')
     * ```
     */
    rename: (passkeyId: string, name: string, options?: WriteOptions) =>
      call('renamePasskey', { passkeyId, body: { name } }, options),

    /**
     * Remove one of your passkeys. Sessions that began with it end, except this one.
     *
     * @example
     * ```ts
     * const { id } = (await client.passkeys.list()).at(-1) ?? {}
     * if (id) await client.passkeys.remove(id)
     * ```
     */
    remove: (passkeyId: string, options?: WriteOptions) => call('removePasskey', { passkeyId }, options),

    /**
     * A challenge to sign with a passkey, for `navigator.credentials.get`. It needs no sign-in, and works once.
     *
     * @example
     * ```ts
     * import { startAuthentication } from '@simplewebauthn/browser'
     *
     * const passkey = await startAuthentication({ optionsJSON: await client.passkeys.signInOptions() })
     * await client.signIn({ passkey })
     * ```
     */
    signInOptions: (options?: CallOptions) => call('startPasskeySignIn', {}, options),
  }
}

/** Your passkeys, and signing in with one. */
export type Passkeys = ReturnType<typeof passkeysOver>
