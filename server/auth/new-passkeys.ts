import { randomBytes } from 'node:crypto'
import type { NewPasskeyCredential, NewPasskeyOptions, PasskeyProof } from '@portico/contract/passkeys'
import { Refusal } from '../core/kernel/decider.ts'
import { newId } from '../core/kernel/ids.ts'
import { msEarlier } from '../core/time/moments.ts'
import { brokenConstraint, type Database } from '../store/db.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import { checkedLine } from './members.ts'
import { challengeLifetimeMs, type PasskeyChallenges } from './passkey-challenges.ts'
import { byOwner, type Passkey, type PasskeyOwner, passkeyColumns, recordPasskey } from './passkey-records.ts'
import { handleOf, type PasskeyUses } from './passkey-use.ts'
import { algorithms, challengeOf, newKeyOf, type Site } from './webauthn.ts'

/** For so long after signing in nobody is asked again who they are. */
const freshMs = 10 * 60_000
const most = 20

/** Adding a passkey. Whoever adds one has shown just now that it is they, not somebody at their open screen. */
export function openNewPasskeys({
  db,
  clock,
  challenges,
  uses,
  confirmPassword,
}: {
  db: Database
  clock: () => Date
  challenges: PasskeyChallenges
  uses: Pick<PasskeyUses, 'confirm'>
  confirmPassword: ConfirmPassword
}) {
  const signedInJustNow = async (sessionId: string) => {
    const since = msEarlier(clock(), freshMs)
    const found = await db.rows(`select from sign_in_sessions where id = $1 and created_at > $2`, [
      sessionId,
      since,
    ])
    return found.length > 0
  }

  return {
    async newOptions(
      owner: PasskeyOwner,
      { password, passkey, site, address }: PasskeyProof & { site: Site; address: string },
    ): Promise<NewPasskeyOptions> {
      if (password !== undefined) await confirmPassword(owner, { password, field: 'password', address })
      else if (passkey) await uses.confirm(owner.id, { credential: passkey, site, address })
      else if (!(await signedInJustNow(owner.sessionId)))
        throw new Refusal('forbidden', 'Confirm that it is you: give your password, or use a passkey.')
      const known = await db.rows<{ credential_id: Buffer; transports: string[] }>(
        `select credential_id, transports from passkeys where member_id = $1 order by created_at, id`,
        [owner.id],
      )
      if (known.length >= most) throw tooMany()
      return {
        challenge: await challenges.issue(owner.sessionId),
        rp: { id: site.rpId, name: 'Portico' },
        user: { id: handleOf(owner.id), name: owner.username, displayName: owner.displayName },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        timeout: challengeLifetimeMs,
        attestation: 'none',
        excludeCredentials: known.map(({ credential_id, transports }) => ({
          type: 'public-key',
          id: credential_id.toString('base64url'),
          transports,
        })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
      }
    },

    async add(
      owner: PasskeyOwner,
      { name, credential, site }: { name: string; credential: NewPasskeyCredential; site: Site },
    ): Promise<Passkey> {
      const line = checkedLine(name, 'passkey name', 100)
      const challenge = challengeOf(credential.response.clientDataJSON)
      const isOurs = challenge !== undefined && (await challenges.take(challenge, owner.sessionId))
      const key = isOurs ? await newKeyOf(credential, { challenge, site }) : undefined
      if (!key) throw new Refusal('invalid', 'credential is not valid for this service: begin again.')
      const now = clock()
      return db.transaction(async (tx) => {
        // One at a time, so that the limit holds.
        await tx.rows(`select from members where id = $1 for no key update`, [owner.id])
        const [{ count } = { count: 0 }] = await tx.rows<{ count: number }>(
          `select count(*)::int as count from passkeys where member_id = $1`,
          [owner.id],
        )
        if (count >= most) throw tooMany()
        try {
          const [added] = await tx.rows<Passkey>(
            `insert into passkeys
               (id, member_id, credential_id, public_key, counter, transports, is_synced, name, created_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${passkeyColumns}`,
            [
              newId('passkey', now, randomBytes(10)),
              owner.id,
              key.credentialId,
              key.publicKey,
              key.counter,
              key.transports,
              key.isSynced,
              line,
              now,
            ],
          )
          await recordPasskey(tx, owner.id, { kind: 'passkeyAdded', name: line }, byOwner(owner), now)
          return added!
        } catch (error) {
          if (brokenConstraint(error)) throw new Refusal('conflict', 'This passkey was added before.')
          throw error
        }
      })
    },
  }
}

function tooMany(): Refusal {
  return new Refusal('stateForbids', `An account has at most ${most} passkeys: remove one first.`)
}
