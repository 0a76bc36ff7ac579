import { createHash } from 'node:crypto'
import { mostPersonId } from '@portico/contract/rooms'
import { Refusal } from '../../../core/kernel/decider.ts'
import type { Database, Queryable } from '../../../store/db.ts'
import { countOpening } from '../../../store/link-openings.ts'
import { changePerson, findPerson, lockPerson, peopleIn, type Seated } from '../../../store/room-people.ts'
import { findRoom, lockRoom, type Room, roomOfSession } from '../../../store/rooms.ts'
import type { RoomAccess } from './room-access.ts'
import type { RoomLinks } from './room-links.ts'
import type { RoomPresence } from './room-presence.ts'

type Guest = {
  name: string
  participantId?: string
  personId?: string
  isHost?: boolean
  isRotated?: boolean
}

const openingsPerMinute = 20

/** Personal links into rooms: of hosts and participants, of those who are notified, and of guests without an account. */
export function openRoomInvitations({
  db,
  clock,
  links,
  openRoom,
  presence: { announce, leave },
  wake,
}: {
  db: Database
  clock: () => Date
  links: RoomLinks
  openRoom: RoomAccess['openRoom']
  presence: RoomPresence
  wake: (handle: string) => void
}) {
  async function urlFor(
    room: Pick<Room, 'handle'>,
    { id: personId, name, isHost }: { id: string; name: string; isHost: boolean },
  ): Promise<string> {
    const person = await findPerson(db, { handle: room.handle, personId })
    return links.url({ handle: room.handle, rotation: person?.rotation ?? 1 }, { personId, name, isHost })
  }

  /** Replaces the link of a person. Whoever comes by the new one may be somebody else, so nothing of the old holds. */
  async function rotate(tx: Queryable, room: Room, person: Seated): Promise<number> {
    const { personId } = person
    await leave(tx, person)
    const rotation = person.rotation + 1
    if (person.consent === 'given')
      await announce(tx, room, 'consent', { from: personId, data: { consent: 'refused' } })
    const asNew = {
      removed_at: null,
      admitted_at: null,
      consent: null,
      consent_at: null,
      stored_at: null,
    }
    await changePerson(tx, person, { rotation, ...asNew })
    return rotation
  }

  return {
    /** The links of one person: as a host, and as a participant. */
    async links(handle: string, person: { id: string; name: string } | undefined) {
      const room = await openRoom(handle)
      return {
        hostUrl: await urlFor(room, { ...(person ?? { id: 'host', name: 'Host' }), isHost: true }),
        participantUrl: await urlFor(room, { ...(person ?? { id: 'guest', name: 'Guest' }), isHost: false }),
      }
    },

    /** The link of an invitation: a personal one to a room here; for a session elsewhere, one that asks when opened. */
    async invitation(
      { handle, ...session }: { caseId: string; sessionId: string; handle: string },
      { id: personId, name }: { id: string; name: string },
    ): Promise<string> {
      const room = await findRoom(db, handle)
      if (!room) return links.invitationUrl({ ...session, handle, personId, name })
      return urlFor(room, { id: personId, name, isHost: false })
    },

    invitationUrl: links.invitationUrl,

    /** Whom an invitation is for; too many openings of one are refused, since a service elsewhere is asked each time. */
    async openInvitation(link: string) {
      const invitation = links.readInvitation(link)
      if (!invitation) throw new Refusal('forbidden', 'This is not an invitation to a session.')
      const wait = await countOpening(db, link, { mostPerMinute: openingsPerMinute, at: clock() })
      if (wait === undefined) return invitation
      throw new Refusal('tooMany', 'Too many requests: wait before the next one.', wait)
    },

    /** A link for somebody who has no account. */
    async invite(
      caseId: string,
      sessionId: string,
      guest: Guest,
    ): Promise<{ url: string; name: string; personId: string }> {
      const room = await roomOfSession(db, caseId, sessionId)
      if (!room)
        throw new Refusal(
          'notFound',
          'The session has no room in the workspace: it is not placed, or hosted elsewhere.',
        )
      if (room.closedAt) throw new Refusal('gone', 'The session was held: nobody can join it any more.')
      const { isHost = false, isRotated = false } = guest
      const name = guest.name.trim()
      const { handle } = room
      const { personId, rotation } = await db.transaction(async (tx) => {
        await lockRoom(tx, handle)
        const personId =
          guest.participantId ?? personIdOf(await peopleIn(tx, handle), { ...guest, name, isRotated })
        const person = await lockPerson(tx, { handle, personId, caseId, name, isHost })
        return { personId, rotation: isRotated ? await rotate(tx, room, person) : person.rotation }
      })
      wake(handle)
      return { url: links.url({ handle, rotation }, { personId, name, isHost }), name, personId }
    },
  }
}

/** Room is left for the number that tells guests of one name apart. */
function guestId(name: string): string {
  const id = `guest ${name}`
  return id.length <= mostPersonId - 10 ? id : `guest ${createHash('sha256').update(name).digest('hex')}`
}

/** Two guests of one name are two people, so that for a new link it must be clear whose it replaces. */
function personIdOf(
  people: readonly Seated[],
  { name, personId, isRotated }: { name: string; personId?: string; isRotated: boolean },
): string {
  const isTaken = (id: string) => people.some((person) => person.personId === id)
  if (personId !== undefined) {
    if (isTaken(personId)) return personId
    throw new Refusal('notFound', 'There is nobody with this personId: leave it out for a new guest.')
  }
  const id = guestId(name)
  const namesakes = people
    .map((person) => person.personId)
    .filter((at) => at === id || at.startsWith(`${id} (`))
  if (isRotated && namesakes.length > 1)
    throw new Refusal(
      'conflict',
      `There are ${namesakes.length} guests of this name: say which by personId, ${namesakes.join(' or ')}.`,
    )
  if (isRotated && namesakes[0] !== undefined) return namesakes[0]
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? id : `${id} (${number})`
    if (!isTaken(free)) return free
  }
}
