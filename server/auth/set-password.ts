import type { Queryable } from '../store/db.ts'
import { revokeSessionsOf } from './sessions.ts'

/** Sessions under an older password end. */
export async function setPassword(
  tx: Queryable,
  memberId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx.rows(
    `insert into credentials (member_id, password_hash, changed_at) values ($1, $2, $3)
     on conflict (member_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`,
    [memberId, passwordHash, now],
  )
  await revokeSessionsOf(tx, memberId, now, 'passwordChanged')
}
