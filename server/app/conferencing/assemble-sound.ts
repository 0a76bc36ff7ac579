import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { msBetween } from '../../core/time/moments.ts'
import { type FileBytes, openFileBytes } from '../../files/speech/file-bytes.ts'
import { type OpusPacket, packetMs } from '../../files/speech/opus-track.ts'
import { readWebm } from '../../files/speech/read-webm.ts'
import { UnreadableSound } from '../../files/speech/unreadable-sound.ts'
import { writeOgg } from '../../files/speech/write-ogg.ts'
import type { Database } from '../../store/db.ts'
import { chunksOf, type Track, tracksIn } from '../../store/room-chunks.ts'
import { peopleIn } from '../../store/room-people.ts'

/** A recorder may be ahead of the clock by as much. */
const slackMs = 10_000
/** By RFC 6716 a packet has 48 frames of 1275 bytes at most, and a little around them. */
const mostPacketBytes = 61_440

export type PersonSound = {
  personId: string
  name: string
  startedAt: Date
  durationMs: number
  /** Chunks that never came, and chunks that came more than once. */
  gaps: number
  repeats: number
  path: string
}

/**
 * What each person said becomes one file of sound. Its tracks are put where they were spoken, by the clock of the service,
 * and all files begin at the same moment: what is at one time in two of them was said at the same time.
 */
export function createAssembleSound({ db, scratchPath }: { db: Database; scratchPath: () => string }) {
  return async function* assembleSound(handle: string): AsyncGenerator<PersonSound> {
    const [tracks, people] = await Promise.all([tracksIn(db, handle), peopleIn(db, handle)])
    const [first] = tracks.toSorted((one, other) => msBetween(other.startedAt, one.startedAt))
    if (!first) return
    for (const { personId, name } of people) {
      const own = tracks.filter((track) => track.personId === personId)
      if (own.length === 0) continue
      const path = scratchPath()
      try {
        const durationMs = await write(handle, own, first.startedAt, path)
        const gaps = own.reduce((sum, { last, chunks }) => sum + last + 1 - chunks, 0)
        const repeats = own.reduce((sum, track) => sum + track.repeats, 0)
        if (durationMs > 0)
          yield { personId, name, startedAt: first.startedAt, durationMs, gaps, repeats, path }
      } finally {
        await rm(path, { force: true })
      }
    }
  }

  async function write(
    handle: string,
    tracks: readonly Track[],
    beginning: Date,
    path: string,
  ): Promise<number> {
    const opened: { bytes: FileBytes; file: string; atMs: number; lengthMs: number }[] = []
    let endMs = 0
    try {
      for (const track of tracks) {
        const file = scratchPath()
        await pipeline(Readable.from(wholeOf(handle, track)), createWriteStream(file))
        const atMs = msBetween(beginning, track.startedAt)
        opened.push({ bytes: openFileBytes(file), file, atMs, lengthMs: track.lengthMs })
      }
      let channels: 1 | 2 = 1
      const parts = opened.flatMap(({ bytes, atMs, lengthMs }) => {
        try {
          const track = readWebm(bytes)
          if (track.channels === 2) channels = 2
          return [{ atMs, lengthMs, packets: track.packets }]
        } catch (error) {
          if (error instanceof UnreadableSound) return []
          throw error
        }
      })
      function* packets(): Generator<OpusPacket> {
        for (const part of parts)
          try {
            for (const { atMs, data } of part.packets) {
              // The file says when it sounds, and may say anything; the chunks said how long it is.
              if (atMs > part.lengthMs + slackMs || data.length > mostPacketBytes) break
              endMs = Math.max(endMs, part.atMs + atMs + packetMs(data))
              yield { atMs: part.atMs + atMs, data }
            }
          } catch (error) {
            // What was cut off in the middle ends there.
            if (!(error instanceof UnreadableSound)) throw error
          }
      }
      await pipeline(Readable.from(writeOgg(packets(), channels)), createWriteStream(path))
      return Math.round(endMs)
    } finally {
      for (const { bytes, file } of opened) {
        bytes.close()
        await rm(file, { force: true })
      }
    }
  }

  /** Up to the first chunk that never came: what is behind it cannot be told apart any more. */
  async function* wholeOf(handle: string, { personId, track }: Track): AsyncGenerator<Uint8Array> {
    let next = 0
    for await (const { sequence, bytes } of chunksOf(db, { handle, personId, track })) {
      if (sequence !== next) return
      next += 1
      yield bytes
    }
  }
}
