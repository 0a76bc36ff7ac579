import { Refusal } from '../../../core/kernel/decider.ts'
import type { Database } from '../../../store/db.ts'
import { findPerson, type Seated } from '../../../store/room-people.ts'
import { findRoom, type Room, statusOfSession } from '../../../store/rooms.ts'
import type { RoomLink, RoomLinks } from './room-links.ts'
import type { RefuseUninvited } from './still-invited.ts'

export type LinkHolder = { room: Room; link: RoomLink; person: Seated | undefined; isPostponed: boolean }

export type RoomAccess = ReturnType<typeof openRoomAccess>

export const cancelled = () =>
  new Refusal('gone', 'The conference was cancelled: ask whoever invited you for a new link.')

const postponed = () =>
  new Refusal(
    'stateForbids',
    'The session was postponed, and has no date yet. You will be told when it takes place.',
  )

/** Who enters a room by a link, and whether the link is still valid. */
export function openRoomAccess({
  db,
  links,
  refuseUninvited,
}: {
  db: Database
  links: RoomLinks
  refuseUninvited: RefuseUninvited
}) {
  /** The room and person of a valid link, also where the session was cancelled or postponed. */
  async function holderOf(token: string): Promise<LinkHolder> {
    const link = links.read(token)
    if (!link) throw new Refusal('forbidden', 'This is not a link to a room.')
    const [room, person] = await Promise.all([findRoom(db, link.handle), findPerson(db, link)])
    if (!room) throw cancelled()
    const [status] = await Promise.all([statusOfSession(db, room), refuseUninvited(room, link)])
    if (link.rotation !== (person?.rotation ?? 1))
      throw new Refusal('gone', 'This link was replaced by another one: use the newest that you were sent.')
    if (person?.removedAt) throw new Refusal('forbidden', 'You were removed from this session.')
    return { room, link, person, isPostponed: status === 'postponed' }
  }

  /** The same, of a session that takes place. */
  async function activeHolder(token: string): Promise<LinkHolder> {
    const holder = await holderOf(token)
    if (holder.room.cancelledAt) throw cancelled()
    if (holder.isPostponed) throw postponed()
    return holder
  }

  return {
    holderOf,
    activeHolder,

    async openRoom(handle: string): Promise<Room> {
      const room = await findRoom(db, handle)
      if (!room || room.cancelledAt) throw cancelled()
      return room
    },

    async seated(token: string, seat: string): Promise<{ room: Room; person: Seated }> {
      const { room, person } = await activeHolder(token)
      if (!person || person.seat !== seat)
        throw new Refusal(
          'conflict',
          'You have left, or somebody else has entered by your link: enter again.',
        )
      return { room, person }
    },
  }
}
