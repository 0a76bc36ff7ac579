import { createHash, randomBytes } from 'node:crypto'
import {
  type IceServer,
  mostInRoom,
  mostPersonId,
  type RoomAct,
  type RoomEvent,
  type RoomPerson,
  type RoomView,
  type SoundChunk,
} from '@portico/contract/rooms'
import type { SessionKind, Slot } from '@portico/contract/sessions'
import { Refusal } from '../../../core/kernel/decider.ts'
import { msEarlier } from '../../../core/time/moments.ts'
import type { Database, Queryable } from '../../../store/db.ts'
import { countOpening, forgetOpenings } from '../../../store/link-openings.ts'
import { addChunk } from '../../../store/room-chunks.ts'
import {
  addRoomEvent,
  changePerson,
  findPerson,
  forgetActs,
  forgetPassing,
  forgetStored,
  keepSeat,
  lastRoomEvent,
  lockPerson,
  peopleIn,
  roomEvents,
  type Seated,
  spend,
  staleSeats,
  unrecordedSpans,
} from '../../../store/room-people.ts'
import {
  addRoom,
  cancelRoom,
  closeRoom,
  findRoom,
  lockRoom,
  moveRoom,
  type Room,
  roomOfSession,
  setRecording,
  statusOfSession,
} from '../../../store/rooms.ts'
import type { StoredChunk } from '../transcripts/captions.ts'
import { openRequestCount } from './count-requests.ts'
import { openRoomLinks, type RoomLink } from './room-links.ts'
import {
  actLimit,
  actsKeptMs,
  assembled,
  awayMs,
  costOfLasting,
  costOfSignal,
  isRecorded,
  isSeated,
  passingMs,
  recordOf,
  refuseChunk,
  slackMs,
} from './room-rules.ts'
import { openRoomWaits } from './room-waits.ts'
import type { RefuseUninvited } from './still-invited.ts'

export type Rooms = ReturnType<typeof openRooms>

type Asked = {
  case: { caseId: string; docketNumber: string }
  sessionId: string
  kind: SessionKind
  slot: Slot
}

type Known = { room: Room; link: RoomLink; person: Seated | undefined; isPostponed: boolean }

const openingsPerMinute = 20
/** Twenty each second: a page in a room sends its sound, waits for news, and says how it is reached. */
const requestsPerMinute = 1200
const requestsAtOnce = 60
const cancelled = () =>
  new Refusal('gone', 'The conference was cancelled: ask whoever invited you for a new link.')

const postponed = () =>
  new Refusal(
    'stateForbids',
    'The session was postponed, and has no date yet. You will be told when it takes place.',
  )

const over = () => new Refusal('gone', 'The session is over.')

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
  /** Told of each piece of sound that was stored, once. */
  onStored?: ((chunk: StoredChunk) => void) | undefined
}) {
  const links = openRoomLinks({ mac, workspaceUrl })
  const waits = openRoomWaits()
  const countRequest = openRequestCount({
    ...{ db, clock },
    mostPerMinute: requestsPerMinute,
    atOnce: requestsAtOnce,
  })

  const open = async (handle: string): Promise<Room> => {
    const room = await findRoom(db, handle)
    if (!room || room.cancelledAt) throw cancelled()
    return room
  }

  /** What a link stands for, if it still does. */
  const known = async (token: string): Promise<Known> => {
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
  const read = async (token: string) => {
    const found = await known(token)
    if (found.room.cancelledAt) throw cancelled()
    if (found.isPostponed) throw postponed()
    return found
  }

  const seated = async (token: string, seat: string) => {
    const { room, person } = await read(token)
    if (!person || person.seat !== seat)
      throw new Refusal('conflict', 'You have left, or somebody else has entered by your link: enter again.')
    return { room, person }
  }

  const tell = async (
    tx: Queryable,
    { handle, caseId }: Pick<Room, 'handle' | 'caseId'>,
    type: RoomEvent['type'],
    more: { from?: string; to?: string; data?: unknown; isUntold?: boolean } = {},
  ) => addRoomEvent(tx, { handle, caseId, at: clock(), type, ...more })

  const refuseTooBusy = async (tx: Queryable, person: Pick<Seated, 'handle' | 'personId'>, cost: number) => {
    if (await spend(tx, person, { ...actLimit, cost, at: clock() })) return
    const seconds = Math.ceil(cost / actLimit.fadesPerSecond)
    throw new Refusal('tooMany', 'You did too much in this session at once: wait a moment.', seconds)
  }

  /** Here is who is admitted and has a seat: that is what others see, and what is reported. */
  const come = async (tx: Queryable, room: Room, person: Seated) => {
    await changePerson(tx, person, { is_here: true })
    await tell(tx, room, 'joined', { from: person.personId, isUntold: true })
  }
  const go = async (tx: Queryable, person: Seated) => {
    await changePerson(tx, person, { seat: null, is_here: false })
    if (person.isHere) await tell(tx, person, 'left', { from: person.personId, isUntold: true })
  }

  const view = async (room: Room, person: Seated, events: RoomEvent[], after: number): Promise<RoomView> => {
    const now = clock()
    const { timeZone, startsAt, minutes } = room.slot
    const people = await peopleIn(db, room.handle)
    const isIn = person.admittedAt !== null
    return {
      now: now.toISOString(),
      seat: person.seat ?? '',
      you: shown(room, person, now),
      session: { docketNumber: isIn ? room.docketNumber : '', startsAt, minutes, timeZone },
      // Whoever waits does not see who is there.
      people: isIn ? people.filter((one) => !one.removedAt).map((one) => shown(room, one, now)) : [],
      recording: room.recording,
      record: recordOf(room, people, now),
      isOver: room.closedAt !== null,
      events: events.filter((event) => isFor(person, event)),
      last: events.at(-1)?.number ?? after,
      iceServers: isIn ? [...iceServers] : [],
    }
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
      if (!(await moveRoom(db, handle, { kind, slot }))) throw cancelled()
    },

    async cancel(handle: string): Promise<void> {
      const room = await findRoom(db, handle)
      if (!room || room.cancelledAt) return
      await db.transaction(async (tx) => {
        await lockRoom(tx, handle)
        if (!(await cancelRoom(tx, handle, clock()))) return
        for (const person of await peopleIn(tx, handle)) if (person.seat) await go(tx, person)
        await tell(tx, room, 'ended')
      })
      waits.wake(handle)
    },

    /** The session was held: everybody is told, and has a moment to send what is left. */
    async close(handle: string): Promise<void> {
      const room = await open(handle)
      if (room.closedAt) return
      await db.transaction(async (tx) => {
        if (await closeRoom(tx, handle, clock())) await tell(tx, room, 'ended')
      })
      waits.wake(handle)
    },

    /** The links of one person: as a host, and as a participant. */
    async links(handle: string, person: { id: string; name: string } | undefined) {
      const room = await open(handle)
      const of = async (isHost: boolean) => {
        const personId = person?.id ?? (isHost ? 'host' : 'guest')
        const name = person?.name ?? (isHost ? 'Host' : 'Guest')
        const known = await findPerson(db, { handle, personId })
        return links.url({ handle: room.handle, rotation: known?.rotation ?? 1 }, { personId, name, isHost })
      }
      return { hostUrl: await of(true), participantUrl: await of(false) }
    },

    /** What an invitation leads to: a room here by its personal link, anything else by asking when it is opened. */
    async invitation(
      { handle, ...session }: { caseId: string; sessionId: string; handle: string },
      { id: personId, name }: { id: string; name: string },
    ): Promise<string> {
      const room = await findRoom(db, handle)
      if (!room) return links.invitationUrl({ ...session, handle, personId, name })
      const known = await findPerson(db, { handle, personId })
      return links.url({ handle, rotation: known?.rotation ?? 1 }, { personId, name, isHost: false })
    },

    invitationUrl: links.invitationUrl,

    /** Counts a request by a link to a room, at whichever process; one that is none is for others to count. */
    async count(token: string): Promise<void> {
      if (links.read(token)) await countRequest(`room ${token}`)
    },

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
      guest: {
        name: string
        participantId?: string
        personId?: string
        isHost?: boolean
        isRotated?: boolean
      },
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
          guest.participantId ?? guestOf(await peopleIn(tx, handle), { ...guest, name, isRotated })
        const person = await lockPerson(tx, { handle, personId, caseId, name, isHost })
        if (!isRotated) return person
        await go(tx, person)
        const rotation = person.rotation + 1
        // Whoever comes by the new link may be somebody else: they are asked themselves.
        if (person.consent === 'given')
          await tell(tx, room, 'consent', { from: personId, data: { consent: 'refused' } })
        const asNew = {
          removed_at: null,
          admitted_at: null,
          consent: null,
          consent_at: null,
          stored_at: null,
        }
        await changePerson(tx, person, { rotation, ...asNew })
        return { personId, rotation }
      })
      waits.wake(handle)
      return { url: links.url({ handle, rotation }, { personId, name, isHost }), name, personId }
    },

    /** A second use of a link at the same time is refused; whoever had the seat has it again. */
    async enter(token: string, before: string | undefined): Promise<RoomView> {
      const { room, link } = await read(token)
      const now = clock()
      const { handle, personId, name, isHost } = link
      const { person, last } = await db.transaction(async (tx) => {
        const { cancelledAt, closedAt } = await lockRoom(tx, handle)
        if (cancelledAt) throw cancelled()
        if (closedAt) throw over()
        const known = await lockPerson(tx, { handle, personId, caseId: room.caseId, name, isHost })
        if (isSeated(known, now) && known.seat !== before)
          throw new Refusal(
            'conflict',
            'Somebody is in the session by this link already. If it is you, close the other window, or wait a moment.',
          )
        await refuseTooBusy(tx, known, costOfLasting)
        const seat =
          known.seat !== null && known.seat === before
            ? known.seat
            : `seat_${randomBytes(12).toString('hex')}`
        const admittedAt = known.admittedAt ?? (isHost ? now : null)
        if (admittedAt) refuseFull(await peopleIn(tx, handle), personId, now)
        const entered = { ...known, isHost, seat, seenAt: now, admittedAt }
        await changePerson(tx, known, { name, is_host: isHost, seat, seen_at: now, admitted_at: admittedAt })
        if (admittedAt && !known.isHere) await come(tx, room, entered)
        // What others answer to this has a higher number.
        return { person: entered, last: await lastRoomEvent(tx, handle) }
      })
      waits.wake(handle)
      return view(room, person, [], last)
    },

    /** Waits until something has happened after a number, for a while. */
    async watch(token: string, seat: string, after: number, signal: AbortSignal): Promise<RoomView> {
      const { room, person } = await seated(token, seat)
      const { handle } = room
      await keepSeat(db, person, seat, clock())
      const events = await waits.until(handle, () => roomEvents(db, person, after), signal)
      const now = await seated(token, seat)
      await keepSeat(db, person, seat, clock())
      return view(now.room, now.person, events, after)
    },

    async act(token: string, seat: string, act: RoomAct): Promise<void> {
      const { room, person } = await seated(token, seat)
      const { handle } = room
      const now = clock()
      await db.transaction(async (tx) => {
        switch (act.type) {
          case 'leave':
            return go(tx, person)
          case 'consent': {
            const consent = act.isGiven ? 'given' : 'refused'
            const known = await lockPerson(tx, person)
            if (known.consent === consent) return
            // Consent is withdrawn at any time; giving it is what is limited.
            if (act.isGiven) await refuseTooBusy(tx, person, costOfLasting)
            await changePerson(tx, person, { consent, consent_at: now, stored_at: null })
            return tell(tx, room, 'consent', { from: person.personId, data: { consent } })
          }
          case 'signal': {
            refuseOutside(person)
            await refuseTooBusy(tx, person, costOfSignal(refuseLarge(act.data)))
            return tell(tx, room, 'signal', { from: person.personId, to: act.to, data: act.data })
          }
          case 'record': {
            refuseNoHost(person)
            await refuseTooBusy(tx, person, costOfLasting)
            if (!(await setRecording(tx, handle, act.recording))) return
            await forgetStored(tx, handle)
            return tell(tx, room, 'recording', { from: person.personId, data: { recording: act.recording } })
          }
          case 'admit':
          case 'remove': {
            refuseNoHost(person)
            await lockRoom(tx, handle)
            await refuseTooBusy(tx, person, costOfLasting)
            const people = await peopleIn(tx, handle)
            const other = people.find(({ personId }) => personId === act.personId)
            if (!other) throw new Refusal('notFound', 'There is nobody with this personId in the session.')
            if (act.type === 'remove') {
              if (other.isHost)
                throw new Refusal('forbidden', 'A host cannot be removed: make the conference anew.')
              await go(tx, other)
              await changePerson(tx, other, { removed_at: now, admitted_at: null })
              return tell(tx, room, 'removed', { from: other.personId })
            }
            if (other.admittedAt) return
            refuseFull(people, other.personId, now)
            await changePerson(tx, other, { admitted_at: now, removed_at: null })
            await tell(tx, room, 'admitted', { from: other.personId })
            if (isSeated(other, now)) await come(tx, room, other)
          }
        }
      })
      waits.wake(handle)
    },

    /** Stored when it resolves. */
    async store(token: string, { link: _, bytes: encoded, seat: __, ...chunk }: SoundChunk) {
      // What was said before the session was cancelled or postponed is taken.
      const { room, person } = await known(token)
      if (!person) throw new Refusal('forbidden', 'You have not entered the session.')
      const bytes = Buffer.from(encoded, 'base64')
      const now = clock()
      refuseChunk(chunk, bytes, {
        room,
        person,
        unrecorded: await unrecordedSpans(db, person, { slackMs }),
        now,
      })
      const { handle, personId, caseId } = person
      const { track, sequence, offsetMs, durationMs } = chunk
      const startedAt = new Date(chunk.startedAt)
      const of = { handle, personId, track, sequence }
      const stored = await addChunk(db, {
        ...{ ...of, caseId, startedAt, offsetMs, durationMs, bytes, receivedAt: now },
      })
      if (!stored) throw assembled()
      // Everybody is told that somebody is recorded from now on; not of every second of it.
      if (!stored.isRepeated && !isRecorded(room, person, now)) {
        await tell(db, room, 'stored', { from: personId })
        waits.wake(handle)
      }
      if (!stored.isRepeated) onStored?.({ ...of, name: person.name, startedAt, offsetMs, durationMs, bytes })
      return stored
    },

    /** What is being said, as it is understood so far: shown to everybody in the room, and not kept as a record. */
    async caption(handle: string, caption: { speaker: string; text: string; at: string }): Promise<void> {
      const room = await open(handle)
      await tell(db, room, 'caption', { data: caption })
      waits.wake(handle)
    },

    /**
     * Whose page is gone has left; what was said in captions, and how browsers reach each other, is forgotten, and a
     * month after the session whatever was done in its room.
     */
    async sweep(): Promise<void> {
      await forgetOpenings(db, clock())
      await forgetPassing(db, msEarlier(clock(), passingMs))
      await forgetActs(db, msEarlier(clock(), actsKeptMs), clock())
      for (const person of await staleSeats(db, msEarlier(clock(), awayMs))) {
        await db.transaction(async (tx) => {
          const now = await lockPerson(tx, person)
          // They may have been heard of meanwhile.
          if (now.seat !== null && !isSeated(now, clock())) await go(tx, now)
        })
        waits.wake(person.handle)
      }
    },
  }
}

/** What is told of somebody has room for so long an id, and for a number behind it. */
function guestId(name: string): string {
  const id = `guest ${name}`
  return id.length <= mostPersonId - 10 ? id : `guest ${createHash('sha256').update(name).digest('hex')}`
}

/** Two guests of one name are two people. Whoever has a link already is named by what was answered then. */
function guestOf(
  people: readonly Seated[],
  { name, personId, isRotated }: { name: string; personId?: string; isRotated: boolean },
): string {
  const isKnown = (id: string) => people.some((one) => one.personId === id)
  if (personId !== undefined) {
    if (isKnown(personId)) return personId
    throw new Refusal('notFound', 'There is nobody with this personId: leave it out for a new guest.')
  }
  const id = guestId(name)
  const same = people.filter((one) => one.personId === id || one.personId.startsWith(`${id} (`))
  if (isRotated && same.length > 1)
    throw new Refusal(
      'conflict',
      `There are ${same.length} guests of this name: say which by personId, ${same.map((one) => one.personId).join(' or ')}.`,
    )
  if (isRotated && same[0]) return same[0].personId
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? id : `${id} (${number})`
    if (!isKnown(free)) return free
  }
}

/** What was said and done before somebody was admitted is not for them. */
function isFor({ personId, admittedAt }: Seated, { type, from, at }: RoomEvent): boolean {
  if (type === 'ended' || from === personId) return true
  return admittedAt !== null && new Date(at) >= admittedAt
}

function shown(room: Room, person: Seated, now: Date): RoomPerson {
  const { personId: id, name, isHost, admittedAt, consent } = person
  const status = !isSeated(person, now) ? 'away' : admittedAt ? 'here' : 'waiting'
  return {
    ...{ id, name, isHost, status, isRecorded: isRecorded(room, person, now) },
    ...(consent ? { consent } : {}),
  }
}

function refuseFull(people: readonly Seated[], but: string, now: Date) {
  const others = people.filter((one) => one.personId !== but && one.isHere && isSeated(one, now))
  if (others.length >= mostInRoom)
    throw new Refusal('conflict', `At most ${mostInRoom} people can be in a session at once.`)
}

function refuseOutside({ admittedAt }: Seated) {
  if (!admittedAt) throw new Refusal('forbidden', 'You are still in the waiting room.')
}

/** What a browser says of its connections is much shorter. */
const mostSignal = 64 * 1024

function refuseLarge(data: unknown): number {
  const { length } = JSON.stringify(data ?? null)
  if (length > mostSignal)
    throw new Refusal(
      'invalid',
      `data must have at most ${mostSignal} characters as JSON, and has ${length}.`,
    )
  return length
}

function refuseNoHost({ isHost }: Seated) {
  if (!isHost) throw new Refusal('forbidden', 'Only a host of the session may do this.')
}
