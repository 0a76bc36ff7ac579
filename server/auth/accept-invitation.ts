import { Refusal } from '../core/kernel/decider.ts'
import type { Database } from '../store/db.ts'
import { recordChange } from './member-changes.ts'
import { tokenHash } from './one-time-token.ts'
import { removePasskeysOf } from './passkeys.ts'
import { hashPassword, type PasswordWork } from './passwords.ts'
import { setPassword } from './set-password.ts'

/** Sets the password of an invited account by its one-time link. */
export const createAcceptInvitation =
  ({
    db,
    clock,
    passwordWork,
  }: {
    db: Database
    clock: () => Date
    passwordWork?: PasswordWork | undefined
  }) =>
  /** Of two who use one link at once, one sets the password. Sessions under an older password end, and passkeys go. */
  async ({ token, password }: { token: string; password: string }): Promise<{ username: string }> => {
    const hash = tokenHash(token)
    const now = clock()
    const [invited] = await db.rows<{ id: string; username: string; email: string | null }>(
      `select m.id, m.username, m.email from invitations i join members m on m.id = i.member_id
         where i.token_hash = $1 and i.used_at is null and i.expires_at > $2 and m.deactivated_at is null`,
      [hash, now],
    )
    if (!invited) throw deadLink()
    const passwordHash = await hashPassword(password, [invited.username, invited.email ?? ''], passwordWork)
    await db.transaction(async (tx) => {
      const used = await tx.rows(
        `update invitations set used_at = $2 where token_hash = $1 and used_at is null returning id`,
        [hash, now],
      )
      if (used.length === 0) throw deadLink()
      await setPassword(tx, invited.id, passwordHash, now)
      const by = { id: invited.id, name: invited.username }
      await recordChange(tx, { at: now, memberId: invited.id, by, change: { kind: 'passwordSet' } })
      await removePasskeysOf(tx, invited.id, { by, now })
    })
    return { username: invited.username }
  }

function deadLink(): Refusal {
  return new Refusal('notFound', 'This invitation is unknown, used or expired: ask for a new one.')
}
