import type { RecordingState } from '@portico/contract/rooms'
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
  recording: RecordingState
  /** When assembling the recordings began, after which no sound is stored. */
  assemblingAt: Date | null
  assembledAt: Date | null
}

const columns = `handle, case_id as "caseId", session_id as "sessionId", docket_number as "docketNumber", kind, slot,
  rotation, created_at as "createdAt", cancelled_at as "cancelledAt", closed_at as "closedAt", recording,
  assembling_at as "assemblingAt", assembled_at as "assembledAt"`

/** Does nothing if the room exists. */
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

/** Locks the room until the transaction ends. */
export async function lockRoom(tx: Queryable, handle: string): Promise<Room> {
  const [room] = await tx.rows<Room>(`select ${columns} from rooms where handle = $1 for update`, [handle])
  return room as Room
}

/** False if there is no such open room. */
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

/** Whether this call cancelled the room; of concurrent calls, only one does. */
export async function cancelRoom(db: Queryable, handle: string, at: Date): Promise<boolean> {
  const rows = await db.rows(
    `update rooms set cancelled_at = $2 where handle = $1 and cancelled_at is null returning 1`,
    [handle, at],
  )
  return rows.length > 0
}

export async function roomOfSession(
  db: Queryable,
  caseId: string,
  sessionId: string,
): Promise<Room | undefined> {
  const [room] = await db.rows<Room>(
    `select ${columns} from rooms where case_id = $1 and session_id = $2 and cancelled_at is null
     order by created_at desc limit 1`,
    [caseId, sessionId],
  )
  return room
}

export async function statusOfSession(
  db: Queryable,
  { caseId, sessionId }: Pick<Room, 'caseId' | 'sessionId'>,
): Promise<string | undefined> {
  const [row] = await db.rows<{ status: string }>(
    `select status from sessions where case_id = $1 and session_id = $2`,
    [caseId, sessionId],
  )
  return row?.status
}

/** Closes the room after the session. Whether this call closed it; of concurrent calls, only one does. */
export async function closeRoom(db: Queryable, handle: string, at: Date): Promise<boolean> {
  const rows = await db.rows(
    `update rooms set closed_at = $2 where handle = $1 and closed_at is null returning 1`,
    [handle, at],
  )
  return rows.length > 0
}

export async function setRecording(
  db: Queryable,
  handle: string,
  recording: RecordingState,
): Promise<boolean> {
  const rows = await db.rows(
    `update rooms set recording = $2 where handle = $1 and recording <> $2 returning 1`,
    [handle, recording],
  )
  return rows.length > 0
}

/**
 * Closed rooms whose people have left or had time to, and whose recordings are not assembled yet. Cancelled rooms with sound
 * are included, such as after a conference was replaced during the session.
 */
export function roomsToAssemble(
  db: Queryable,
  { seenBefore, closedBefore }: { seenBefore: Date; closedBefore: Date },
) {
  return db.rows<Room>(
    `select ${columns} from rooms r
     where assembled_at is null and (
       closed_at is not null and cancelled_at is null and (closed_at < $2 or not exists (
         select from room_people p where p.handle = r.handle and p.seat is not null and p.seen_at >= $1))
       or cancelled_at < $2 and exists (select from room_chunks c where c.handle = r.handle))
     order by coalesce(closed_at, cancelled_at) limit 10`,
    [seenBefore, closedBefore],
  )
}

/** Open rooms of sessions to which nobody came. */
export async function unattendedRooms(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ handle: string }>(
    `select r.handle from rooms r join sessions s using (case_id, session_id)
     where s.status = 'noShow' and r.closed_at is null and r.cancelled_at is null limit 100`,
  )
  return rows.map(({ handle }) => handle)
}

/** No chunk is stored after this, so that every confirmed chunk is in the recording. */
export async function beginAssembly(db: Queryable, handle: string, at: Date): Promise<void> {
  await db.rows(`update rooms set assembling_at = $2 where handle = $1 and assembling_at is null`, [
    handle,
    at,
  ])
}

export async function markAssembled(db: Queryable, handle: string, at: Date): Promise<void> {
  await db.rows(`update rooms set assembled_at = $2 where handle = $1`, [handle, at])
}
