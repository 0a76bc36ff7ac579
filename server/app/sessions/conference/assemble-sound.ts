import { createWriteStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Gap } from '@portico/contract/sessions'
import { msBetween } from '../../../core/time/moments.ts'
import { openFileBytes } from '../../../files/speech/file-bytes.ts'
import { type OpusPacket, packetMs } from '../../../files/speech/opus-track.ts'
import { readWebm } from '../../../files/speech/read-webm.ts'
import { headOf, rejoined, usualHead } from '../../../files/speech/rejoin-webm.ts'
import { UnreadableSound } from '../../../files/speech/unreadable-sound.ts'
import { writeOgg } from '../../../files/speech/write-ogg.ts'
import type { Database } from '../../../store/db.ts'
import { chunksOf, type Track, tracksIn } from '../../../store/room-chunks.ts'
import { peopleIn } from '../../../store/room-people.ts'
import { beginAssembly } from '../../../store/rooms.ts'

/** A recorder may be ahead of the clock by as much. */
const slackMs = 10_000
/** By RFC 6716 a packet has 48 frames of 1275 bytes at most, and a little around them. */
const mostPacketBytes = 61_440

export type PersonSound = {
  personId: string
  name: string
  startedAt: Date
  /** 0 where nothing of it can be read as sound. */
  durationMs: number
  /** Where chunks never came, and how many came more than once. */
  gaps: Gap[]
  repeats: number
  path: string
}

export type AssembleSound = ReturnType<typeof createAssembleSound>

/**
 * What each person said becomes one file of sound. Its tracks are put where they were spoken, by the clock of the service,
 * and all files begin at the same moment: what is at one time in two of them was said at the same time.
 */
export function createAssembleSound({
  db,
  scratchPath,
  clock,
}: {
  db: Database
  scratchPath: () => string
  clock: () => Date
}) {
  return async function* assembleSound(handle: string): AsyncGenerator<PersonSound> {
    await beginAssembly(db, handle, clock())
    const [tracks, people] = await Promise.all([tracksIn(db, handle), peopleIn(db, handle)])
    const [first] = tracks.toSorted((one, other) => msBetween(other.startedAt, one.startedAt))
    if (!first) return
    let failed: { error: unknown } | undefined
    for (const { personId, name } of people) {
      const own = tracks.filter((track) => track.personId === personId)
      if (own.length === 0) continue
      const path = scratchPath()
      try {
        const { durationMs, gaps } = await write(handle, own, first.startedAt, path)
        const repeats = own.reduce((sum, track) => sum + track.repeats, 0)
        yield { personId, name, startedAt: first.startedAt, durationMs, gaps, repeats, path }
      } catch (error) {
        // What others said is not lost with it.
        failed ??= { error }
      } finally {
        await rm(path, { force: true })
      }
    }
    if (failed) throw failed.error
  }

  async function write(
    handle: string,
    tracks: readonly Track[],
    beginning: Date,
    path: string,
  ): Promise<{ durationMs: number; gaps: Gap[] }> {
    const gaps: Gap[] = []
    const parts: { file: string; atMs: number; lengthMs: number }[] = []
    let endMs = 0
    try {
      for (const track of tracks) {
        const atMs = msBetween(beginning, track.startedAt)
        const { lengthMs } = track
        const onGap = ({ fromMs, toMs }: Gap) => gaps.push({ fromMs: atMs + fromMs, toMs: atMs + toMs })
        for await (const file of filesOf(handle, track, onGap)) parts.push({ file, atMs, lengthMs })
      }
      function* packets(): Generator<OpusPacket> {
        for (const part of parts)
          for (const { atMs, data } of packetsIn(part.file)) {
            // The file says when it sounds, and may say anything; the chunks said how long it is.
            if (atMs > part.lengthMs + slackMs || data.length > mostPacketBytes) break
            endMs = Math.max(endMs, part.atMs + atMs + packetMs(data))
            yield { atMs: part.atMs + atMs, data }
          }
      }
      const channels = parts.some(({ file }) => isStereo(file)) ? 2 : 1
      await pipeline(Readable.from(writeOgg(packets(), channels)), createWriteStream(path))
      return { durationMs: Math.round(endMs), gaps: atMost(gaps) }
    } finally {
      for (const { file } of parts) await rm(file, { force: true })
    }
  }

  /** One for what came without a gap: what follows a chunk that never came is read by itself. */
  async function* filesOf(
    handle: string,
    { personId, track }: Track,
    onGap: (gap: Gap) => void,
  ): AsyncGenerator<string> {
    let [next, endMs] = [0, 0]
    let head: Buffer = usualHead
    let file: { path: string; bytes: FileHandle } | undefined
    const written = async () => {
      const path = file?.path
      await file?.bytes.close()
      file = undefined
      return path
    }
    try {
      for await (const { sequence, offsetMs, durationMs, bytes } of chunksOf(db, {
        handle,
        personId,
        track,
      })) {
        if (sequence === 0) head = headOf(bytes)
        if (sequence !== next) {
          onGap({ fromMs: endMs, toMs: Math.max(endMs, offsetMs) })
          const path = await written()
          if (path) yield path
        }
        ;[next, endMs] = [sequence + 1, offsetMs + durationMs]
        // Where nothing can be told apart in it, it is told of what follows.
        const readable = file || sequence === 0 ? bytes : rejoined(head, bytes, offsetMs)
        if (!readable) continue
        if (!file) {
          const path = scratchPath()
          file = { path, bytes: await open(path, 'wx') }
        }
        await file.bytes.writeFile(readable)
      }
      const path = await written()
      if (path) yield path
    } finally {
      // Not whole, and handed to nobody.
      const path = await written()
      if (path) await rm(path, { force: true })
    }
  }
}

/** Open while it is read: where chunks are missing there may be thousands of files. */
function* packetsIn(file: string): Generator<OpusPacket> {
  const bytes = openFileBytes(file)
  try {
    yield* readWebm(bytes).packets
  } catch (error) {
    // What was cut off in the middle ends there.
    if (!(error instanceof UnreadableSound)) throw error
  } finally {
    bytes.close()
  }
}

function isStereo(file: string): boolean {
  const bytes = openFileBytes(file)
  try {
    return readWebm(bytes).channels === 2
  } catch (error) {
    if (error instanceof UnreadableSound) return false
    throw error
  } finally {
    bytes.close()
  }
}

const mostGaps = 100

/** The last stands for all that are too many to tell. */
function atMost(gaps: Gap[]): Gap[] {
  const sorted = gaps.toSorted((one, other) => one.fromMs - other.fromMs)
  const [last, end] = [sorted[mostGaps - 1], sorted.at(-1)]
  if (!last || !end || sorted.length <= mostGaps) return sorted
  return [...sorted.slice(0, mostGaps - 1), { fromMs: last.fromMs, toMs: end.toMs }]
}
