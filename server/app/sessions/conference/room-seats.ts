import { randomBytes } from 'node:crypto'
import type { RoomAct, RoomView } from '@portico/contract/rooms'
import { Refusal } from '../../../core/kernel/decider.ts'
import { msEarlier } from '../../../core/time/moments.ts'
import type { Database } from '../../../store/db.ts'
import {
  changePerson,
  keepSeat,
  lastRoomEvent,
  lockPerson,
  peopleIn,
  roomEvents,
  type Seated,
  staleSeats,
} from '../../../store/room-people.ts'
import { lockRoom } from '../../../store/rooms.ts'
import { cancelled, type RoomAccess } from './room-access.ts'
import { createActInRoom } from './room-acts.ts'
import { type RoomPresence, refuseFull } from './room-presence.ts'
import { awayMs, costOfLasting, isSeated } from './room-rules.ts'
import type { ViewRoom } from './room-view.ts'
import type { RoomWaits } from './room-waits.ts'

const over = () => new Refusal('gone', 'The session is over.')

/** Each link has one seat in its room: taken on entering, kept by watching, and lost with the page that held it. */
export function openRoomSeats({
  db,
  clock,
  access,
  presence,
  waits,
  view,
}: {
  db: Database
  clock: () => Date
  access: RoomAccess
  presence: RoomPresence
  waits: RoomWaits
  view: ViewRoom
}) {
  const { arrive, leave, refuseTooBusy } = presence
  const actInRoom = createActInRoom(presence)

  return {
    /** A second use of a link at the same time is refused; whoever had the seat gets it back. */
    async enter(token: string, seatBefore: string | undefined): Promise<RoomView> {
      const { room, link } = await access.activeHolder(token)
      const now = clock()
      const { handle, personId, name, isHost } = link
      const { person, last } = await db.transaction(async (tx) => {
        const { cancelledAt, closedAt } = await lockRoom(tx, handle)
        if (cancelledAt) throw cancelled()
        if (closedAt) throw over()
        const known = await lockPerson(tx, { handle, personId, caseId: room.caseId, name, isHost })
        if (isSeated(known, now) && known.seat !== seatBefore)
          throw new Refusal(
            'conflict',
            'Somebody is in the session by this link already. If it is you, close the other window, or wait a moment.',
          )
        await refuseTooBusy(tx, known, costOfLasting)
        const seat = seatOf(known, seatBefore)
        const admittedAt = known.admittedAt ?? (isHost ? now : null)
        if (admittedAt) refuseFull(await peopleIn(tx, handle), personId, now)
        const entered = { ...known, isHost, seat, seenAt: now, admittedAt }
        await changePerson(tx, known, { name, is_host: isHost, seat, seen_at: now, admitted_at: admittedAt })
        if (admittedAt && !known.isHere) await arrive(tx, room, entered)
        // What others answer to this has a higher number.
        return { person: entered, last: await lastRoomEvent(tx, handle) }
      })
      waits.wake(handle)
      return view(room, person, [], last)
    },

    /** Waits for an event after the number, up to a limit. */
    async watch(token: string, seat: string, after: number, signal: AbortSignal): Promise<RoomView> {
      const { room, person } = await access.seated(token, seat)
      await keepSeat(db, person, seat, clock())
      const events = await waits.until(room.handle, () => roomEvents(db, person, after), signal)
      const now = await access.seated(token, seat)
      await keepSeat(db, person, seat, clock())
      return view(now.room, now.person, events, after)
    },

    async act(token: string, seat: string, act: RoomAct): Promise<void> {
      const inRoom = { ...(await access.seated(token, seat)), now: clock() }
      await db.transaction((tx) => actInRoom(tx, act, inRoom))
      waits.wake(inRoom.room.handle)
    },

    /** Whoever has not been heard of for a while has left. */
    async emptyStale(): Promise<void> {
      for (const person of await staleSeats(db, msEarlier(clock(), awayMs))) {
        await db.transaction(async (tx) => {
          const current = await lockPerson(tx, person)
          // They may have been heard of meanwhile.
          if (current.seat !== null && !isSeated(current, clock())) await leave(tx, current)
        })
        waits.wake(person.handle)
      }
    },
  }
}

const seatOf = ({ seat }: Seated, before: string | undefined) =>
  seat !== null && seat === before ? seat : `seat_${randomBytes(12).toString('hex')}`
