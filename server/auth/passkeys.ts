import { Refusal } from '../core/kernel/decider.ts'
import type { Database, Queryable } from '../store/db.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import type { Changer } from './member-changes.ts'
import { checkedLine, lockMember } from './members.ts'
import { openNewPasskeys } from './new-passkeys.ts'
import type { PasskeyChallenges } from './passkey-challenges.ts'
import { byOwner, type Passkey, type PasskeyOwner, passkeyColumns, recordPasskey } from './passkey-records.ts'
import type { PasskeyUses } from './passkey-use.ts'
import { revokeSessionsOfPasskey } from './sessions.ts'

export type { Passkey } from './passkey-records.ts'

export type Passkeys = ReturnType<typeof openPasskeys>

/** The passkeys of members. */
export function openPasskeys(parts: {
  db: Database
  clock: () => Date
  challenges: PasskeyChallenges
  uses: Pick<PasskeyUses, 'confirm'>
  confirmPassword: ConfirmPassword
}) {
  const { db, clock } = parts

  return {
    ...openNewPasskeys(parts),

    list: (memberId: string): Promise<Passkey[]> =>
      db.rows<Passkey>(
        `select ${passkeyColumns} from passkeys where member_id = $1 order by created_at, id`,
        [memberId],
      ),

    rename: (owner: PasskeyOwner, passkeyId: string, name: string): Promise<Passkey> =>
      db.transaction(async (tx) => {
        const to = checkedLine(name, 'passkey name', 100)
        const [before] = await tx.rows<Passkey>(
          `select ${passkeyColumns} from passkeys where id = $1 and member_id = $2 for update`,
          [passkeyId, owner.id],
        )
        if (!before) throw unknown()
        if (before.name === to) return before
        await tx.rows(`update passkeys set name = $2 where id = $1`, [passkeyId, to])
        const change = { kind: 'passkeyRenamed', from: before.name, to } as const
        await recordPasskey(tx, owner.id, change, byOwner(owner), clock())
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
        await recordPasskey(tx, memberId, { kind: 'passkeyRemoved', name: gone.name }, by, now)
      }),
  }
}

/** Whoever regains an account by other means takes it back from everybody who has a passkey to it. */
export async function removePasskeysOf(
  tx: Queryable,
  memberId: string,
  { by, now }: { by: Changer; now: Date },
): Promise<void> {
  const gone = await tx.rows<{ name: string }>(`delete from passkeys where member_id = $1 returning name`, [
    memberId,
  ])
  for (const { name } of gone) await recordPasskey(tx, memberId, { kind: 'passkeyRemoved', name }, by, now)
}

function unknown(): Refusal {
  return new Refusal('notFound', 'There is no such passkey.')
}
