import type { PasskeyUse, PasskeyUseOptions } from '@portico/contract/passkeys'
import { Refusal } from '../core/kernel/decider.ts'
import type { Database } from '../store/db.ts'
import type { Guessing } from './guessing.ts'
import { challengeLifetimeMs, type PasskeyChallenges } from './passkey-challenges.ts'
import type { Sessions, SignedIn } from './sessions.ts'
import { challengeOf, counterAfter, type Site } from './webauthn.ts'

export type UsedPasskey = { credential: PasskeyUse; site: Site; address: string }

/** What a passkey opens: a session, or what asks its owner to confirm that it is they. */
export function openPasskeyUse({
  db,
  guessing,
  challenges,
  sessions,
}: {
  db: Database
  guessing: Guessing
  challenges: PasskeyChallenges
  sessions: Pick<Sessions, 'startWithPasskey'>
}) {
  /**
   * Counted like a password, under the same limits. Only the limit on the account from anywhere does not hold here: a
   * signature cannot be guessed, so whoever guesses passwords must not lock out the owner of a passkey.
   */
  async function opened<T>(
    { credential, site, address }: UsedPasskey,
    open: (key: Key, counter: number) => Promise<T | undefined>,
    refusal: () => Refusal,
  ): Promise<T> {
    const key = await findKey(db, credential)
    const attempt = await guessing.begin({ username: key?.username ?? '', address })
    let result: T | undefined
    try {
      const challenge = challengeOf(credential.response.clientDataJSON)
      const isOurs = challenge !== undefined && (await challenges.take(challenge))
      const counter = isOurs && key ? await counterAfter(credential, key, { challenge, site }) : undefined
      if (key && counter !== undefined) result = await open(key, counter)
    } catch (error) {
      await attempt.abandoned().catch(() => {})
      throw error
    }
    if (result === undefined) throw refusal()
    await attempt.succeeded()
    return result
  }

  return {
    async options({ rpId }: Site): Promise<PasskeyUseOptions> {
      const challenge = await challenges.issue()
      return { challenge, rpId, timeout: challengeLifetimeMs, userVerification: 'required' }
    },

    signIn: ({ isBrowser, ...used }: UsedPasskey & { isBrowser?: boolean }): Promise<SignedIn> =>
      opened(
        used,
        ({ id, counter: before, memberId, username, displayName, roles }, counter) =>
          sessions.startWithPasskey(
            { id: memberId, username, displayName, roles },
            { id, before, counter },
            { isBrowser: isBrowser ?? false },
          ),
        refused,
      ),

    /** Refuses every passkey but those of the member. */
    confirm: (memberId: string, used: UsedPasskey): Promise<true> =>
      opened(
        used,
        async (key, counter) => {
          const counted = await db.rows(
            `update passkeys set counter = $3 where id = $1 and counter = $2 and member_id = $4 returning 1`,
            [key.id, key.counter, counter, memberId],
          )
          return counted.length > 0 ? true : undefined
        },
        unconfirmed,
      ),
  }
}

export type PasskeyUses = ReturnType<typeof openPasskeyUse>

type Key = {
  id: string
  publicKey: Buffer
  counter: number
  memberId: string
  username: string
  displayName: string
  roles: string[]
}

/** By its id, and only if the authenticator holds it for the same member. */
async function findKey(db: Database, { id, response }: PasskeyUse): Promise<Key | undefined> {
  const [key] = await db.rows<Key>(
    `select p.id, p.public_key as "publicKey", p.counter, m.id as "memberId", m.username,
       m.display_name as "displayName", m.roles
     from passkeys p join members m on m.id = p.member_id
     where p.credential_id = $1 and m.deactivated_at is null`,
    [Buffer.from(id, 'base64url')],
  )
  return key && handleOf(key.memberId) === response.userHandle ? key : undefined
}

/** How an authenticator knows a member. */
export function handleOf(memberId: string): string {
  return Buffer.from(memberId).toString('base64url')
}

/** One answer, whatever is wrong. */
function refused(): Refusal {
  return new Refusal('unauthenticated', 'This passkey was not accepted: try again, or sign in another way.')
}

/** The caller is signed in: a client that took it for an ended session would renew that, and try the same again. */
function unconfirmed(): Refusal {
  return new Refusal('invalid', 'passkey was not accepted: use one of your own, or your password.')
}
