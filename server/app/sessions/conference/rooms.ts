import { createHash } from 'node:crypto'
import type { IceServer } from '@portico/contract/rooms'
import type { SessionKind, Slot } from '@portico/contract/sessions'
import { msEarlier } from '../../../core/time/moments.ts'
import type { Database } from '../../../store/db.ts'
import { forgetOpenings } from '../../../store/link-openings.ts'
import { forgetActs, forgetPassing, peopleIn } from '../../../store/room-people.ts'
import { addRoom, cancelRoom, closeRoom, findRoom, lockRoom, moveRoom } from '../../../store/rooms.ts'
import type { StoredChunk } from '../transcripts/captions.ts'
import { openRequestCount } from './count-requests.ts'
import { cancelled, openRoomAccess } from './room-access.ts'
import { openRoomInvitations } from './room-invitations.ts'
import { openRoomLinks } from './room-links.ts'
import { openRoomPresence } from './room-presence.ts'
import { actsKeptMs, passingMs } from './room-rules.ts'
import { openRoomSeats } from './room-seats.ts'
import { createStoreSound } from './room-sound.ts'
import { createViewRoom } from './room-view.ts'
import { openRoomWaits } from './room-waits.ts'
import type { RefuseUninvited } from './still-invited.ts'

export type Rooms = ReturnType<typeof openRooms>

type SessionToHost = {
  case: { caseId: string; docketNumber: string }
  sessionId: string
  kind: SessionKind
  slot: Slot
}

/** Twenty each second: a page in a room sends its sound, waits for news, and says how it is reached. */
const requestsPerMinute = 1200
const requestsAtOnce = 60

/** The rooms in which the platform hosts remote sessions itself. */
export function openRooms({
  db,
  clock,
  mac,
  workspaceUrl,
  iceServers = [],
  refuseUninvited,
  onStored,
}: {
  db: Database
  clock: () => Date
  mac: (text: string) => Buffer
  workspaceUrl: () => string
  iceServers?: readonly IceServer[] | undefined
  refuseUninvited: RefuseUninvited
  /** Called once for each stored chunk of sound. */
  onStored?: ((chunk: StoredChunk) => void) | undefined
}) {
  const links = openRoomLinks({ mac, workspaceUrl })
  const access = openRoomAccess({ db, links, refuseUninvited })
  const { holderOf, openRoom } = access
  const presence = openRoomPresence({ clock })
  const { announce, leave } = presence
  const waits = openRoomWaits()
  const { wake } = waits
  const view = createViewRoom({ db, clock, iceServers })
  const { emptyStale, ...seats } = openRoomSeats({ db, clock, access, presence, waits, view })
  const countRequest = openRequestCount({
    ...{ db, clock },
    mostPerMinute: requestsPerMinute,
    atOnce: requestsAtOnce,
  })

  return {
    ...openRoomInvitations({ db, clock, links, openRoom, presence, wake }),
    ...seats,
    store: createStoreSound({ db, clock, holderOf, announce, wake, onStored }),

    /** The same key is the same room. */
    async create(
      key: string,
      { case: { caseId, docketNumber }, sessionId, kind, slot }: SessionToHost,
    ): Promise<string> {
      const handle = `room_${createHash('sha256').update(key).digest('hex').slice(0, 26)}`
      await addRoom(db, { handle, caseId, sessionId, docketNumber, kind, slot, createdAt: clock() })
      return handle
    },

    async move(handle: string, { kind, slot }: Pick<SessionToHost, 'kind' | 'slot'>): Promise<void> {
      if (!(await moveRoom(db, handle, { kind, slot }))) throw cancelled()
    },

    async cancel(handle: string): Promise<void> {
      const room = await findRoom(db, handle)
      if (!room || room.cancelledAt) return
      await db.transaction(async (tx) => {
        await lockRoom(tx, handle)
        if (!(await cancelRoom(tx, handle, clock()))) return
        for (const person of await peopleIn(tx, handle)) if (person.seat) await leave(tx, person)
        await announce(tx, room, 'ended')
      })
      wake(handle)
    },

    /** The session was held: everybody is told, and has a moment to send what is left. */
    async close(handle: string): Promise<void> {
      const room = await openRoom(handle)
      if (room.closedAt) return
      await db.transaction(async (tx) => {
        if (await closeRoom(tx, handle, clock())) await announce(tx, room, 'ended')
      })
      wake(handle)
    },

    /** Counts a request by a link to a room, across processes; requests by anything else are counted elsewhere. */
    async count(token: string): Promise<void> {
      if (links.read(token)) await countRequest(`room ${token}`)
    },

    /** A caption of what is being said: shown to everybody in the room, and not kept as a record. */
    async caption(handle: string, caption: { speaker: string; text: string; at: string }): Promise<void> {
      const room = await openRoom(handle)
      await announce(db, room, 'caption', { data: caption })
      wake(handle)
    },

    /** Forgets captions, signals and counts when they are out of date, and all acts a month after the session. */
    async sweep(): Promise<void> {
      await forgetOpenings(db, clock())
      await forgetPassing(db, msEarlier(clock(), passingMs))
      await forgetActs(db, msEarlier(clock(), actsKeptMs), clock())
      await emptyStale()
    },
  }
}
