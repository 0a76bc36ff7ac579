import type { SoundChunk } from '@portico/contract/rooms'
import { Refusal } from '../../../core/kernel/decider.ts'
import type { Database } from '../../../store/db.ts'
import { addChunk } from '../../../store/room-chunks.ts'
import { unrecordedSpans } from '../../../store/room-people.ts'
import type { StoredChunk } from '../transcripts/captions.ts'
import type { RoomAccess } from './room-access.ts'
import type { RoomPresence } from './room-presence.ts'
import { assembled, isRecorded, refuseChunk, slackMs } from './room-rules.ts'

/** Keeps the sound of a person in a room, chunk by chunk: a chunk is stored when the promise resolves. */
export function createStoreSound({
  db,
  clock,
  holderOf,
  announce,
  wake,
  onStored,
}: {
  db: Database
  clock: () => Date
  holderOf: RoomAccess['holderOf']
  announce: RoomPresence['announce']
  wake: (handle: string) => void
  /** Called once for each stored chunk. */
  onStored: ((chunk: StoredChunk) => void) | undefined
}) {
  return async (token: string, { link: _, bytes: encoded, seat: __, ...chunk }: SoundChunk) => {
    // What was said before the session was cancelled or postponed is taken.
    const { room, person } = await holderOf(token)
    if (!person) throw new Refusal('forbidden', 'You have not entered the session.')
    const bytes = Buffer.from(encoded, 'base64')
    const now = clock()
    const unrecorded = await unrecordedSpans(db, person, { slackMs })
    refuseChunk(chunk, bytes, { room, person, unrecorded, now })
    const { handle, personId, caseId } = person
    const { track, sequence, offsetMs, durationMs } = chunk
    const startedAt = new Date(chunk.startedAt)
    const key = { handle, personId, track, sequence }
    const stored = await addChunk(db, {
      ...{ ...key, caseId, startedAt, offsetMs, durationMs, bytes, receivedAt: now },
    })
    if (!stored) throw assembled()
    // Everybody is told that somebody is recorded from now on; not of every second of it.
    if (!stored.isRepeated && !isRecorded(room, person, now)) {
      await announce(db, room, 'stored', { from: personId })
      wake(handle)
    }
    if (!stored.isRepeated) onStored?.({ ...key, name: person.name, startedAt, offsetMs, durationMs, bytes })
    return stored
  }
}
