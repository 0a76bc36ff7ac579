import { Refusal } from '../core/kernel/decider.ts'
import type { Database } from '../store/db.ts'
import type { Caller } from './can.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import { recordChange } from './member-changes.ts'
import { hashPassword, type PasswordWork } from './passwords.ts'
import { revokeSessionsOf } from './sessions.ts'

export type PasswordChange = { currentPassword: string; password: string; address: string }
export type ChangePassword = (
  caller: Pick<Caller, 'id' | 'username' | 'sessionId'>,
  change: PasswordChange,
) => Promise<void>

/** Needs the password that it replaces. All other sessions of the member end; passkeys stay. */
export function openChangePassword({
  db,
  clock,
  confirmPassword,
  passwordWork,
}: {
  db: Database
  clock: () => Date
  confirmPassword: ConfirmPassword
  passwordWork?: PasswordWork | undefined
}): ChangePassword {
  return async (caller, { currentPassword, password, address }) => {
    const { id, username, sessionId } = caller
    const given = { password: currentPassword, field: 'currentPassword', address }
    const held = await confirmPassword(caller, given)
    const passwordHash = await hashPassword(password, [username, held.email ?? ''], passwordWork)
    const now = clock()
    await db.transaction(async (tx) => {
      const changed = await tx.rows(
        `update credentials set password_hash = $3, changed_at = $4
         where member_id = $1 and password_hash = $2 returning member_id`,
        [id, held.passwordHash, passwordHash, now],
      )
      if (changed.length === 0)
        throw new Refusal('conflict', 'The password was changed elsewhere in the meantime.')
      await revokeSessionsOf(tx, id, now, 'passwordChanged', sessionId)
      await recordChange(tx, {
        at: now,
        memberId: id,
        by: { id, name: username },
        change: { kind: 'passwordSet' },
      })
    })
  }
}
