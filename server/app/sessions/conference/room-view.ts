import type { IceServer, RoomEvent, RoomPerson, RoomView } from '@portico/contract/rooms'
import type { Database } from '../../../store/db.ts'
import { peopleIn, type Seated } from '../../../store/room-people.ts'
import type { Room } from '../../../store/rooms.ts'
import { isRecorded, isSeated, recordOf } from './room-rules.ts'

export type ViewRoom = ReturnType<typeof createViewRoom>

/** A room as one of its people sees it. */
export function createViewRoom({
  db,
  clock,
  iceServers,
}: {
  db: Database
  clock: () => Date
  iceServers: readonly IceServer[]
}) {
  return async (room: Room, person: Seated, events: RoomEvent[], after: number): Promise<RoomView> => {
    const now = clock()
    const { timeZone, startsAt, minutes } = room.slot
    const people = await peopleIn(db, room.handle)
    const isIn = person.admittedAt !== null
    const present = people.filter(({ removedAt }) => !removedAt)
    return {
      now: now.toISOString(),
      seat: person.seat ?? '',
      you: shownPerson(room, person, now),
      session: { docketNumber: isIn ? room.docketNumber : '', startsAt, minutes, timeZone },
      // Whoever is in the waiting room does not see who is there.
      people: isIn ? present.map((other) => shownPerson(room, other, now)) : [],
      recording: room.recording,
      record: recordOf(room, people, now),
      isOver: room.closedAt !== null,
      events: events.filter((event) => isFor(person, event)),
      last: events.at(-1)?.number ?? after,
      iceServers: isIn ? [...iceServers] : [],
    }
  }
}

/** Nobody learns what was said and done before they were admitted. */
function isFor({ personId, admittedAt }: Seated, { type, from, at }: RoomEvent): boolean {
  if (type === 'ended' || from === personId) return true
  return admittedAt !== null && new Date(at) >= admittedAt
}

function shownPerson(room: Room, person: Seated, now: Date): RoomPerson {
  const { personId: id, name, isHost, admittedAt, consent } = person
  const status = !isSeated(person, now) ? 'away' : admittedAt ? 'here' : 'waiting'
  return {
    ...{ id, name, isHost, status, isRecorded: isRecorded(room, person, now) },
    ...(consent ? { consent } : {}),
  }
}
