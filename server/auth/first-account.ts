import type { Database } from '../store/db.ts'
import { type Changer, recordChange } from './member-changes.ts'
import { addMember, type PeopleWords, renameMember } from './members.ts'
import { removePasskeysOf } from './passkeys.ts'
import { hashPassword, type PasswordWork, passwordMatches, readablePassword } from './passwords.ts'
import { setPassword } from './set-password.ts'

export type FirstAccountSetting = { username?: string | undefined; password?: string | undefined }

/** The password is there only when the account was made now: it is shown once and kept nowhere. */
export type FirstAccount = { username: string; password?: string; created: boolean }

/** Whoever sets the service up. */
const by: Changer = { id: 'settings', name: 'settings' }

/**
 * The account that makes a new service usable: an administrator. Its settings win over what the database holds,
 * since whoever sets them holds the database too, and it is the way back in after a lost password. A first account
 * that was deactivated stays so.
 */
export function ensureFirstAccount(
  {
    db,
    clock,
    words,
    passwordWork,
  }: {
    db: Database
    clock: () => Date
    words: () => PeopleWords
    passwordWork?: PasswordWork | undefined
  },
  setting: FirstAccountSetting = {},
): Promise<FirstAccount> {
  return db.transaction(async (tx) => {
    await tx.rows(`select pg_advisory_xact_lock(hashtext('portico.first-account'))`)
    const now = clock()
    const [found] = await tx.rows<{ id: string; username: string; active: boolean; password_hash: string }>(
      `select m.id, m.username, m.deactivated_at is null as active, c.password_hash
       from members m join credentials c on c.member_id = m.id where m.is_first`,
    )
    if (!found) {
      const username = setting.username ?? 'admin'
      const password = setting.password ?? readablePassword()
      const passwordHash = await hashPassword(password, [username], passwordWork)
      const roles = words().roles.flatMap(({ name, isAdministrator }) => (isAdministrator ? name : []))
      const member = await addMember(tx, { username, roles, isFirst: true }, { words: words(), by, now })
      await setPassword(tx, member.id, passwordHash, now)
      return { username: member.username, password, created: true }
    }
    if (!found.active) return { username: found.username, created: false }
    const username = setting.username ?? found.username
    if (username !== found.username) {
      await renameMember(tx, { memberId: found.id, from: found.username, to: username }, { by, now })
    }
    if (setting.password !== undefined && !(await passwordMatches(found.password_hash, setting.password))) {
      await setPassword(tx, found.id, await hashPassword(setting.password, [username], passwordWork), now)
      await recordChange(tx, { at: now, memberId: found.id, by, change: { kind: 'passwordSet' } })
      await removePasskeysOf(tx, found.id, { by, now })
    }
    return { username, created: false }
  })
}
