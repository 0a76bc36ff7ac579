import type { MemberKind } from '@portico/contract/envelope'
import type { Queryable } from '../store/db.ts'
import type { Authority } from './authority.ts'

/** Who changed something about a member: a member, or whoever has the command line, whom nothing is above. */
export type Changer = { id: string; name: string; kind?: MemberKind; authority?: Authority | undefined }

/** Who it was where nobody else is named. */
export const commandLine: Changer = { id: 'commandLine', name: 'command line' }

export type MemberChange =
  | { kind: 'added'; roles: string[]; clearance: number; teams?: string[]; as?: MemberKind }
  | { kind: 'roles' | 'teams'; from: string[]; to: string[] }
  | { kind: 'clearance'; from: number; to: number }
  | { kind: 'renamed' | 'displayName' | 'passkeyRenamed'; from: string; to: string }
  | { kind: 'passkeyAdded' | 'passkeyRemoved'; name: string }
  | { kind: 'invitedAgain' | 'invitationWithdrawn' | 'passwordSet' | 'deactivated' | 'reactivated' }

export type RecordedChange = {
  position: number
  at: Date
  memberId: string
  username: string
  by: Changer
  change: MemberChange
}

const changeFence = 7_041_005

/**
 * In the transaction of the change: there is none without the other. The position is drawn under a lock held until the
 * commit, so a reader by position misses none.
 */
export async function recordChange(
  tx: Queryable,
  { at, memberId, by, change }: { at: Date; memberId: string; by: Changer; change: MemberChange },
): Promise<void> {
  await tx.rows(
    `with fence as materialized (select pg_advisory_xact_lock($6))
     insert into member_changes (position, at, member_id, by_id, by_name, change)
     select nextval('member_change_position'), $1::timestamptz, $2, $3, $4, $5::jsonb from fence`,
    [at, memberId, by.id, by.name, JSON.stringify(change), changeFence],
  )
}

/** The oldest first; of one member, or of all. */
export async function listChanges(
  db: Queryable,
  { memberId, after = 0, limit = 200 }: { memberId?: string; after?: number; limit?: number } = {},
): Promise<RecordedChange[]> {
  const rows = await db.rows<{
    position: number
    at: Date
    member_id: string
    username: string
    by_id: string
    by_name: string
    change: MemberChange
  }>(
    `select c.position, c.at, c.member_id, m.username, c.by_id, c.by_name, c.change
     from member_changes c join members m on m.id = c.member_id
     where c.position > $1 and ($2::text is null or c.member_id = $2) order by c.position limit $3`,
    [after, memberId ?? null, limit],
  )
  return rows.map((row) => ({
    position: row.position,
    at: row.at,
    memberId: row.member_id,
    username: row.username,
    by: { id: row.by_id, name: row.by_name },
    change: row.change,
  }))
}
