import { timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../auth/secret.ts'
import { secondsLater } from '../../core/time/moments.ts'

/** One version of a decision, and the member who may sign it with the proof. */
export type Signing = { caseId: string; workProductId: string; version: number; memberId: string }
type Proof = Signing & { shown?: string; until: number }

const lifetimeSeconds = 10 * 60
const purpose = 'signing proof '

/**
 * What a member takes to another editor to sign there with. It is good for one signature: a version is signed once, and
 * nothing else can be signed with it.
 */
export function openSigningProofs(secret: Secret) {
  const macOf = (body: string) => secret.mac(purpose + body)
  return {
    give(signing: Signing & { shown?: string }, now: Date): { proof: string; expiresAt: string } {
      const until = secondsLater(now, lifetimeSeconds)
      const proof: Proof = { ...signing, until: until.getTime() }
      const body = Buffer.from(JSON.stringify(proof)).toString('base64url')
      return { proof: `${body}.${macOf(body).toString('base64url')}`, expiresAt: until.toISOString() }
    },

    /** What the signer was shown, or a sentence about why it is not theirs to sign with. */
    check(given: string | undefined, signing: Signing, now: Date): { shown?: string } | { fault: string } {
      if (given === undefined)
        return { fault: 'The signature has no proof: the member who signs gets one from the platform.' }
      const [body = '', mac = ''] = given.split('.')
      const [theirs, ours] = [Buffer.from(mac, 'base64url'), macOf(body)]
      if (theirs.length !== ours.length || !timingSafeEqual(theirs, ours))
        return { fault: 'The proof of the signature was not issued by this service.' }
      const { until, shown, ...proven } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Proof
      if (proven.memberId !== signing.memberId)
        return { fault: 'The proof of the signature was given to another member.' }
      if (proven.caseId !== signing.caseId || proven.workProductId !== signing.workProductId)
        return { fault: 'The proof of the signature is of another work product.' }
      if (proven.version !== signing.version)
        return {
          fault: `The proof of the signature is of version ${proven.version}, not of version ${signing.version}.`,
        }
      if (until <= now.getTime()) return { fault: 'The proof of the signature has expired.' }
      return shown === undefined ? {} : { shown }
    },
  }
}

export type SigningProofs = ReturnType<typeof openSigningProofs>
