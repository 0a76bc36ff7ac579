import { type PasskeyProof, type PasskeyUse, PorticoError } from '@portico/sdk'
import { openedClient, portico, signIn } from './session.ts'

/** What talks to the authenticator is fetched when it is first needed. */
const browser = () => import('@simplewebauthn/browser')

/** A passkey is bound to the name of a host, and a browser has them on secure pages alone. */
export const hasPasskeys = () =>
  'PublicKeyCredential' in window && !/^(\d+(\.\d+){3}|\[.*\])$/.test(location.hostname)

/** Before a challenge expires, another one is asked for. */
const marginMs = 30_000

export async function signInWithPasskey(): Promise<void> {
  await signIn({ passkey: await usedPasskey() })
}

/** What a passkey of this person says to a fresh challenge. */
export async function usedPasskey(): Promise<PasskeyUse> {
  const client = await openedClient()
  const optionsJSON = await client.passkeys.signInOptions()
  return (await browser()).startAuthentication({ optionsJSON })
}

/**
 * The browser offers passkeys where it offers to fill in a username, until one is chosen, something else uses the
 * authenticator, or this is stopped. Gives false where there is nobody to sign in.
 */
export async function offerPasskeys({ signal }: { signal: AbortSignal }): Promise<boolean> {
  const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } = await browser()
  if (!(await browserSupportsWebAuthnAutofill())) return false
  const client = await openedClient()
  const stop = () => WebAuthnAbortService.cancelCeremony()
  while (!signal.aborted) {
    const optionsJSON = await client.passkeys.signInOptions({ signal })
    if (signal.aborted) break
    const due = setTimeout(stop, optionsJSON.timeout - marginMs)
    signal.addEventListener('abort', stop)
    try {
      const passkey = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
      await signIn({ passkey })
      return true
    } catch (error) {
      if (!isStopped(error)) throw error
    } finally {
      clearTimeout(due)
      signal.removeEventListener('abort', stop)
    }
  }
  return false
}

export async function addPasskey(name: string, proof: PasskeyProof) {
  const optionsJSON = await portico().passkeys.newOptions(proof)
  const credential = await (await browser()).startRegistration({ optionsJSON })
  return portico().passkeys.add({ name, credential })
}

export type PasskeyFault = 'none' | 'stopped' | 'known' | 'unfit' | PorticoError

/** Why a passkey was not used or made: as the service says, or as the browser does. */
export function faultOf(error: unknown): PasskeyFault {
  if (error instanceof PorticoError) return error
  if (isStopped(error)) return 'stopped'
  const { name } = error as Error
  if (name === 'InvalidStateError') return 'known'
  return name === 'NotAllowedError' ? 'none' : 'unfit'
}

const isStopped = (error: unknown) => error instanceof Error && error.name === 'AbortError'
