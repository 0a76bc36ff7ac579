import { createHash } from 'node:crypto'
import type { SessionKind, Slot } from '@portico/contract/sessions'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Database } from '../../store/db.ts'
import { addRoom, cancelRoom, findRoom, moveRoom, type Room } from '../../store/rooms.ts'
import { openRoomLinks } from './room-links.ts'

export type Rooms = ReturnType<typeof openRooms>

type Asked = {
  case: { caseId: string; docketNumber: string }
  sessionId: string
  kind: SessionKind
  slot: Slot
}

/** The rooms in which the platform hosts remote sessions itself. */
export function openRooms({
  db,
  clock,
  mac,
  workspaceUrl,
}: {
  db: Database
  clock: () => Date
  mac: (text: string) => Buffer
  workspaceUrl: () => string
}) {
  const links = openRoomLinks({ mac, workspaceUrl })

  const open = async (handle: string): Promise<Room> => {
    const room = await findRoom(db, handle)
    if (!room || room.cancelledAt) throw new Refusal('gone', 'The conference was cancelled.')
    return room
  }

  return {
    /** The same key is the same room. */
    async create(
      key: string,
      { case: { caseId, docketNumber }, sessionId, kind, slot }: Asked,
    ): Promise<string> {
      const handle = `room_${createHash('sha256').update(key).digest('hex').slice(0, 26)}`
      await addRoom(db, { handle, caseId, sessionId, docketNumber, kind, slot, createdAt: clock() })
      return handle
    },

    async move(handle: string, { kind, slot }: Pick<Asked, 'kind' | 'slot'>): Promise<void> {
      if (!(await moveRoom(db, handle, { kind, slot })))
        throw new Refusal('gone', 'The conference was cancelled.')
    },

    cancel: (handle: string) => cancelRoom(db, handle, clock()),

    /** The links of one person: as a host, and as a participant. */
    async links(handle: string, person: { id: string; name: string } | undefined) {
      const room = await open(handle)
      const of = (isHost: boolean) =>
        links.url(room, {
          personId: person?.id ?? (isHost ? 'host' : 'guest'),
          name: person?.name ?? (isHost ? 'Host' : 'Guest'),
          isHost,
        })
      return { hostUrl: of(true), participantUrl: of(false) }
    },
  }
}
