import { mostInRoom, type RoomEvent } from '@portico/contract/rooms'
import { Refusal } from '../../../core/kernel/decider.ts'
import type { Queryable } from '../../../store/db.ts'
import { addRoomEvent, changePerson, type Seated, spend } from '../../../store/room-people.ts'
import type { Room } from '../../../store/rooms.ts'
import { actLimit, isSeated } from './room-rules.ts'

export type RoomPresence = ReturnType<typeof openRoomPresence>

/** Who is in a room, and the events by which the others learn of it. */
export function openRoomPresence({ clock }: { clock: () => Date }) {
  const announce = async (
    tx: Queryable,
    { handle, caseId }: Pick<Room, 'handle' | 'caseId'>,
    type: RoomEvent['type'],
    more: { from?: string; to?: string; data?: unknown; isUntold?: boolean } = {},
  ) => addRoomEvent(tx, { handle, caseId, at: clock(), type, ...more })

  return {
    announce,

    /** A person is present once admitted and seated: that is what others see, and what is reported. */
    async arrive(tx: Queryable, room: Room, person: Seated): Promise<void> {
      await changePerson(tx, person, { is_here: true })
      await announce(tx, room, 'joined', { from: person.personId, isUntold: true })
    },

    async leave(tx: Queryable, person: Seated): Promise<void> {
      await changePerson(tx, person, { seat: null, is_here: false })
      if (person.isHere) await announce(tx, person, 'left', { from: person.personId, isUntold: true })
    },

    async refuseTooBusy(tx: Queryable, person: Pick<Seated, 'handle' | 'personId'>, cost: number) {
      if (await spend(tx, person, { ...actLimit, cost, at: clock() })) return
      const seconds = Math.ceil(cost / actLimit.fadesPerSecond)
      throw new Refusal('tooMany', 'You did too much in this session at once: wait a moment.', seconds)
    },
  }
}

/** Whether one more person has room: `personId` does not count as one who is there. */
export function refuseFull(people: readonly Seated[], personId: string, now: Date) {
  const others = people.filter((other) => other.personId !== personId && other.isHere && isSeated(other, now))
  if (others.length >= mostInRoom)
    throw new Refusal('conflict', `At most ${mostInRoom} people can be in a session at once.`)
}
