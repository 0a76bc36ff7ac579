import type { RoomAct } from '@portico/contract/rooms'
import { Refusal } from '../../../core/kernel/decider.ts'
import type { Queryable } from '../../../store/db.ts'
import { changePerson, forgetStored, lockPerson, peopleIn, type Seated } from '../../../store/room-people.ts'
import { lockRoom, type Room, setRecording } from '../../../store/rooms.ts'
import { type RoomPresence, refuseFull } from './room-presence.ts'
import { costOfLasting, costOfSignal, isSeated } from './room-rules.ts'

type Act<Type extends RoomAct['type']> = Extract<RoomAct, { type: Type }>

/** An act of a person in a room, inside the transaction that carries it out. */
type InRoom = { room: Room; person: Seated; now: Date }

/** A browser describes its connections in far fewer. */
const mostSignal = 64 * 1024

/** What people do in a room: leave, consent to a recording, reach each other; hosts admit, remove and record. */
export function createActInRoom({ announce, arrive, leave, refuseTooBusy }: RoomPresence) {
  async function consent(tx: Queryable, { isGiven }: Act<'consent'>, { room, person, now }: InRoom) {
    const consent = isGiven ? 'given' : 'refused'
    const current = await lockPerson(tx, person)
    if (current.consent === consent) return
    // Consent is withdrawn at any time; giving it is what is limited.
    if (isGiven) await refuseTooBusy(tx, person, costOfLasting)
    await changePerson(tx, person, { consent, consent_at: now, stored_at: null })
    await announce(tx, room, 'consent', { from: person.personId, data: { consent } })
  }

  async function signal(tx: Queryable, { to, data }: Act<'signal'>, { room, person }: InRoom) {
    refuseOutside(person)
    await refuseTooBusy(tx, person, costOfSignal(sizeOfSignal(data)))
    await announce(tx, room, 'signal', { from: person.personId, to, data })
  }

  async function record(tx: Queryable, { recording }: Act<'record'>, { room, person }: InRoom) {
    refuseOthersThanHosts(person)
    await refuseTooBusy(tx, person, costOfLasting)
    if (!(await setRecording(tx, room.handle, recording))) return
    await forgetStored(tx, room.handle)
    await announce(tx, room, 'recording', { from: person.personId, data: { recording } })
  }

  /** Everybody in the room, and the one whom a host admits or removes. */
  async function subjectOf(
    tx: Queryable,
    { personId }: Act<'admit' | 'remove'>,
    { room, person }: InRoom,
  ): Promise<{ people: Seated[]; subject: Seated }> {
    refuseOthersThanHosts(person)
    await lockRoom(tx, room.handle)
    await refuseTooBusy(tx, person, costOfLasting)
    const people = await peopleIn(tx, room.handle)
    const subject = people.find((other) => other.personId === personId)
    if (!subject) throw new Refusal('notFound', 'There is nobody with this personId in the session.')
    return { people, subject }
  }

  async function admit(tx: Queryable, act: Act<'admit'>, inRoom: InRoom) {
    const { room, now } = inRoom
    const { people, subject } = await subjectOf(tx, act, inRoom)
    if (subject.admittedAt) return
    refuseFull(people, subject.personId, now)
    await changePerson(tx, subject, { admitted_at: now, removed_at: null })
    await announce(tx, room, 'admitted', { from: subject.personId })
    if (isSeated(subject, now)) await arrive(tx, room, subject)
  }

  async function remove(tx: Queryable, act: Act<'remove'>, inRoom: InRoom) {
    const { room, now } = inRoom
    const { subject } = await subjectOf(tx, act, inRoom)
    if (subject.isHost) throw new Refusal('forbidden', 'A host cannot be removed: make the conference anew.')
    await leave(tx, subject)
    await changePerson(tx, subject, { removed_at: now, admitted_at: null })
    await announce(tx, room, 'removed', { from: subject.personId })
  }

  return async (tx: Queryable, act: RoomAct, inRoom: InRoom): Promise<void> => {
    switch (act.type) {
      case 'leave':
        return leave(tx, inRoom.person)
      case 'consent':
        return consent(tx, act, inRoom)
      case 'signal':
        return signal(tx, act, inRoom)
      case 'record':
        return record(tx, act, inRoom)
      case 'admit':
        return admit(tx, act, inRoom)
      case 'remove':
        return remove(tx, act, inRoom)
    }
  }
}

function refuseOutside({ admittedAt }: Seated) {
  if (!admittedAt) throw new Refusal('forbidden', 'You are still in the waiting room.')
}

function sizeOfSignal(data: unknown): number {
  const { length } = JSON.stringify(data ?? null)
  if (length > mostSignal)
    throw new Refusal(
      'invalid',
      `data must have at most ${mostSignal} characters as JSON, and has ${length}.`,
    )
  return length
}

function refuseOthersThanHosts({ isHost }: Seated) {
  if (!isHost) throw new Refusal('forbidden', 'Only a host of the session may do this.')
}
