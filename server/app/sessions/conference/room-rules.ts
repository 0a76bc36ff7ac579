import { chunkMediaType, mostChunkBytes, type RecordState, type SoundChunk } from '@portico/contract/rooms'
import { Refusal } from '../../../core/kernel/decider.ts'
import { dayMs, hourMs, minuteMs, msBetween, msLater } from '../../../core/time/moments.ts'
import type { Seated, UnrecordedSpan } from '../../../store/room-people.ts'
import type { Room } from '../../../store/rooms.ts'

/** Whoever was not heard of for so long has left. */
export const awayMs = 15_000
/** After a session was held, pages have so long to send what they still have. */
export const settleMs = 120_000
/** Signals and captions are for those who are there: they are kept no longer. */
export const passingMs = 600_000
/** What people did in a room is kept for so long after its session. */
export const actsKeptMs = 30 * dayMs
/**
 * What one person stores by acting, in bytes: a burst, and what fades of it each second. What stays with the session
 * costs as much as many signals, which are soon forgotten.
 */
export const actLimit = { most: 2 * 1024 * 1024, fadesPerSecond: 16 * 1024 }
export const costOfLasting = 96 * 1024
export const costOfSignal = (length: number) => 1024 + length
/** A clock in a browser may be off by as much. */
export const slackMs = 10_000

export const isSeated = ({ seat, seenAt }: Pick<Seated, 'seat' | 'seenAt'>, now: Date) =>
  seat !== null && seenAt !== null && msBetween(seenAt, now) < awayMs

/** Chunks have a second; whoever sends none for so long is not being recorded. */
export const silentMs = 12_000

/** Whether sound of somebody is being stored now: agreed to, wanted, and come in a moment ago. */
export const isRecorded = (
  { recording }: Pick<Room, 'recording'>,
  person: Pick<Seated, 'consent' | 'isHere' | 'storedAt'>,
  now: Date,
) =>
  recording === 'on' &&
  person.isHere &&
  person.consent === 'given' &&
  person.storedAt !== null &&
  msBetween(person.storedAt, now) < silentMs

/** What a room says of its record is what is stored, and not what was asked for. */
export function recordOf(
  room: Pick<Room, 'recording'>,
  people: readonly Pick<Seated, 'consent' | 'isHere' | 'storedAt'>[],
  now: Date,
): RecordState {
  if (room.recording !== 'on') return room.recording
  if (people.some((person) => isRecorded(room, person, now))) return 'recording'
  const hasAgreed = people.some(({ isHere, consent }) => isHere && consent === 'given')
  return hasAgreed ? 'notStored' : 'notAgreed'
}

/** Opus has at most 510 kbit/s; what is around it is little. */
const mostBytesPerSecond = 64 * 1024
const burstBytes = 512 * 1024
/** A session may last so much longer than it was placed for. */
const overtimeMs = 4 * hourMs

/** One who is admitted stores no more than one voice can have, for as long as the session may last. */
function refuseTooMuch(
  { durationMs }: Pick<SoundChunk, 'durationMs'>,
  bytes: Buffer,
  { minutes }: Pick<Room['slot'], 'minutes'>,
  { admittedAt, storedBytes }: { admittedAt: Date; storedBytes: number },
  now: Date,
): void {
  const ofChunk = mostBytesPerSecond * (1 + durationMs / 1000)
  if (bytes.length > ofChunk)
    throw new Refusal(
      'invalid',
      `A chunk of ${durationMs} ms must have at most ${Math.floor(ofChunk)} bytes, and this one has ${bytes.length}.`,
    )
  const ms = Math.min(msBetween(admittedAt, now), minutes * minuteMs + overtimeMs)
  if (storedBytes + bytes.length > burstBytes + (mostBytesPerSecond * (ms + slackMs)) / 1000)
    throw new Refusal(
      'tooMany',
      `You have sent more sound than one voice has: at most ${mostBytesPerSecond} bytes for each second since you were admitted, until ${overtimeMs / hourMs} hours after the planned end.`,
      1,
    )
}

/** Nothing that is wrong, early, not agreed to or off the record is ever stored. */
export function refuseChunk(
  chunk: Omit<SoundChunk, 'link' | 'seat' | 'bytes'>,
  bytes: Buffer,
  {
    room,
    person,
    unrecorded,
    now,
  }: {
    room: Pick<Room, 'assemblingAt' | 'cancelledAt' | 'closedAt' | 'slot'>
    person: Pick<Seated, 'admittedAt' | 'removedAt' | 'consent' | 'storedBytes'>
    unrecorded: readonly UnrecordedSpan[]
    now: Date
  },
): void {
  if (chunk.mediaType.replaceAll(' ', '').toLowerCase() !== chunkMediaType)
    throw new Refusal('invalid', `mediaType must be ${chunkMediaType}, not ${chunk.mediaType}.`)
  if (bytes.length === 0) throw new Refusal('invalid', 'bytes must not be empty.')
  if (bytes.length > mostChunkBytes)
    throw new Refusal(
      'invalid',
      `A chunk must have at most ${mostChunkBytes} bytes, and this one has ${bytes.length}.`,
    )
  if (chunk.sequence === 0 && !isWebmOpus(bytes))
    throw new Refusal(
      'invalid',
      'The first chunk of a track must begin a WebM file with Opus, and this one does not.',
    )
  if (person.removedAt || !person.admittedAt)
    throw new Refusal('forbidden', 'You are not admitted: nothing of you is recorded.')
  if (person.consent !== 'given')
    throw new Refusal('forbidden', 'You have not consented to being recorded: nothing of you is recorded.')
  if (room.assemblingAt) throw assembled()
  const { admittedAt, storedBytes } = person
  refuseTooMuch(chunk, bytes, room.slot, { admittedAt, storedBytes }, now)
  const from = msLater(chunk.startedAt, chunk.offsetMs)
  const to = msLater(from, chunk.durationMs)
  if (msBetween(now, to) > slackMs)
    throw new Refusal(
      'invalid',
      'startedAt and offsetMs must not be in the future, by the clock of the service.',
    )
  if (msBetween(person.admittedAt, chunk.startedAt) < -slackMs)
    throw new Refusal('invalid', 'startedAt must not be before you were admitted.')
  const endedAt = room.closedAt ?? room.cancelledAt
  if (endedAt && msBetween(endedAt, from) > slackMs)
    throw new Refusal('stateForbids', 'This was said after the session was over: it is not stored.')
  const off = unrecorded.find((span) => from < (span.to ?? msLater(now, slackMs)) && to > span.from)
  if (off?.isUnwanted)
    throw new Refusal('forbidden', 'This was said while you did not want to be recorded: it is not stored.')
  if (off) throw new Refusal('stateForbids', 'This was said off the record, or in a pause: it is not stored.')
}

export const assembled = () =>
  new Refusal('gone', 'The recordings of this session are put together already: this is not stored.')

function isWebmOpus(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString('hex') === '1a45dfa3' && bytes.includes('A_OPUS')
}
