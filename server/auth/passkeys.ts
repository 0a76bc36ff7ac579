import { randomBytes } from 'node:crypto'
import type { NewPasskeyCredential, NewPasskeyOptions, PasskeyProof } from '@portico/contract/passkeys'
import { Refusal } from '../core/kernel/decider.ts'
import { newId } from '../core/kernel/ids.ts'
import { msEarlier } from '../core/time/moments.ts'
import { type Database, type Queryable, violatedConstraint } from '../store/db.ts'
import type { Caller } from './can.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import { type Changer, recordChange } from './member-changes.ts'
import { checkedLine, lockMember } from './members.ts'
import { challengeLifetimeMs, type PasskeyChallenges } from './passkey-challenges.ts'
import { handleOf, type PasskeyUses } from './passkey-use.ts'
import { revokeSessionsOfPasskey } from './sessions.ts'
import { algorithms, challengeOf, newKeyOf, type Site } from './webauthn.ts'

export type Passkey = {
  id: string
  name: string
  isSynced: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

type Owner = Pick<Caller, 'id' | 'username' | 'displayName' | 'sessionId'>

const columns = `id, name, is_synced as "isSynced", created_at as "createdAt", last_used_at as "lastUsedAt"`
/** For so long after signing in nobody is asked again who they are. */
const freshMs = 10 * 60_000
const most = 20

/** The passkeys of members. Whoever adds one has shown just now that it is they, not somebody at their open screen. */
export function openPasskeys({
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
      owner: Owner,
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
      owner: Owner,
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
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`,
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
          await record(tx, owner.id, { kind: 'passkeyAdded', name: line }, byOwner(owner), now)
          return added!
        } catch (error) {
          if (violatedConstraint(error)) throw new Refusal('conflict', 'This passkey was added before.')
          throw error
        }
      })
    },

    list: (memberId: string): Promise<Passkey[]> =>
      db.rows<Passkey>(`select ${columns} from passkeys where member_id = $1 order by created_at, id`, [
        memberId,
      ]),

    rename: (owner: Owner, passkeyId: string, name: string): Promise<Passkey> =>
      db.transaction(async (tx) => {
        const to = checkedLine(name, 'passkey name', 100)
        const [before] = await tx.rows<Passkey>(
          `select ${columns} from passkeys where id = $1 and member_id = $2 for update`,
          [passkeyId, owner.id],
        )
        if (!before) throw unknown()
        if (before.name === to) return before
        await tx.rows(`update passkeys set name = $2 where id = $1`, [passkeyId, to])
        const change = { kind: 'passkeyRenamed', from: before.name, to } as const
        await record(tx, owner.id, change, byOwner(owner), clock())
        return { ...before, name: to }
      }),

    /** Sessions that began with it end, except the one that removes it. */
    remove: (
      memberId: string,
      passkeyId: string,
      { by, except }: { by: Changer; except?: string },
    ): Promise<void> =>
      db.transaction(async (tx) => {
        const now = clock()
        await lockMember(tx, memberId, by)
        const [gone] = await tx.rows<{ name: string }>(
          `delete from passkeys where id = $1 and member_id = $2 returning name`,
          [passkeyId, memberId],
        )
        if (!gone) throw unknown()
        await revokeSessionsOfPasskey(tx, passkeyId, now, except)
        await record(tx, memberId, { kind: 'passkeyRemoved', name: gone.name }, by, now)
      }),
  }
}

export type Passkeys = ReturnType<typeof openPasskeys>

/** Whoever regains an account by other means takes it back from everybody who has a passkey to it. */
export async function removePasskeysOf(
  tx: Queryable,
  memberId: string,
  { by, now }: { by: Changer; now: Date },
): Promise<void> {
  const gone = await tx.rows<{ name: string }>(`delete from passkeys where member_id = $1 returning name`, [
    memberId,
  ])
  for (const { name } of gone) await record(tx, memberId, { kind: 'passkeyRemoved', name }, by, now)
}

const byOwner = ({ id, username }: Owner): Changer => ({ id, name: username })

const record = (
  tx: Queryable,
  memberId: string,
  change: Parameters<typeof recordChange>[1]['change'],
  by: Changer,
  at: Date,
) => recordChange(tx, { at, memberId, by, change })

function unknown(): Refusal {
  return new Refusal('notFound', 'There is no such passkey.')
}

function tooMany(): Refusal {
  return new Refusal('stateForbids', `An account has at most ${most} passkeys: remove one first.`)
}
