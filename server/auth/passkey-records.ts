import type { Queryable } from '../store/db.ts'
import type { Caller } from './can.ts'
import { type Changer, recordChange } from './member-changes.ts'

export type Passkey = {
  id: string
  name: string
  isSynced: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

/** Whoever manages their own passkeys. */
export type PasskeyOwner = Pick<Caller, 'id' | 'username' | 'displayName' | 'sessionId'>

export const passkeyColumns = `id, name, is_synced as "isSynced", created_at as "createdAt", last_used_at as "lastUsedAt"`

export const byOwner = ({ id, username }: PasskeyOwner): Changer => ({ id, name: username })

export const recordPasskey = (
  tx: Queryable,
  memberId: string,
  change: Parameters<typeof recordChange>[1]['change'],
  by: Changer,
  at: Date,
) => recordChange(tx, { at, memberId, by, change })
