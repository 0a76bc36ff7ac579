import type { SessionKind, Slot } from '@portico/contract/sessions'
import type { Queryable } from './db.ts'

export type Room = {
  handle: string
  caseId: string
  sessionId: string
  docketNumber: string
  kind: SessionKind
  slot: Slot
  rotation: number
  createdAt: Date
  cancelledAt: Date | null
  closedAt: Date | null
}

const columns = `handle, case_id as "caseId", session_id as "sessionId", docket_number as "docketNumber", kind, slot,
  rotation, created_at as "createdAt", cancelled_at as "cancelledAt", closed_at as "closedAt"`

/** Made once under its handle; what is there already stays. */
export async function addRoom(
  db: Queryable,
  room: Pick<Room, 'handle' | 'caseId' | 'sessionId' | 'docketNumber' | 'kind' | 'slot' | 'createdAt'>,
): Promise<void> {
  const { handle, caseId, sessionId, docketNumber, kind, slot, createdAt } = room
  await db.rows(
    `insert into rooms (handle, case_id, session_id, docket_number, kind, slot, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (handle) do nothing`,
    [handle, caseId, sessionId, docketNumber, kind, JSON.stringify(slot), createdAt],
  )
}

export async function findRoom(db: Queryable, handle: string): Promise<Room | undefined> {
  const [room] = await db.rows<Room>(`select ${columns} from rooms where handle = $1`, [handle])
  return room
}

/** Says whether there is such a room to move. */
export async function moveRoom(
  db: Queryable,
  handle: string,
  { kind, slot }: Pick<Room, 'kind' | 'slot'>,
): Promise<boolean> {
  const rows = await db.rows(
    `update rooms set kind = $2, slot = $3 where handle = $1 and cancelled_at is null returning 1`,
    [handle, kind, JSON.stringify(slot)],
  )
  return rows.length > 0
}

export async function cancelRoom(db: Queryable, handle: string, at: Date): Promise<void> {
  await db.rows(`update rooms set cancelled_at = $2 where handle = $1 and cancelled_at is null`, [handle, at])
}
