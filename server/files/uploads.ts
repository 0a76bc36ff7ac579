import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../core/kernel/decider.ts'
import { dayMs, msLater } from '../core/time/moments.ts'
import { type Room, whileThereIsRoom } from './disk-space.ts'
import { type About, openUploadFiles } from './upload-files.ts'
import { openUploadQuota } from './upload-quota.ts'
import { openUploadWriters } from './upload-writers.ts'

export type NewUpload = { id: string; owner: string; bytes: number; name: string; sha256?: string; at: Date }

export type UploadFacts = {
  id: string
  name: string
  bytes: number
  /** How many of its bytes are here, and safe. */
  offset: number
  createdAt: string
  expiresAt: string
}

/** Files on their way in, piece by piece: what has arrived stays, so that a broken transfer goes on where it broke. */
export type Uploads = {
  begin(upload: NewUpload): Promise<UploadFacts>
  find(id: string, owner: string): Promise<UploadFacts>
  /**
   * Appends what comes, up to where it breaks off; refuses to begin anywhere but at the end of what is here. A part
   * that is still arriving makes way: its connection may be dead without anyone having noticed.
   */
  append(id: string, owner: string, offset: number, source: Readable): Promise<UploadFacts>
  /** The whole file; refused until all of it is here. */
  whole(id: string, owner: string): Promise<{ path: string; name: string; bytes: number; sha256?: string }>
  /** It has become a document: it stays for an hour more, for a request that is sent again. */
  markUsed(id: string, owner: string): Promise<void>
  remove(id: string, owner: string): Promise<void>
  removeExpired(now: Date): Promise<void>
  /** Drops what has been idle for a day: whoever goes on with it is told so. */
  giveRoom(now: Date): Promise<void>
  /** How many bytes the unused uploads of one owner may have together. */
  mostOwnBytes: number
}

const lifetimeMs = 7 * dayMs
const usedLifetimeMs = 60 * 60 * 1000

export type UploadLimits = {
  /** How many bytes all uploads may have together. */
  mostBytes?: number
  /** How many bytes those of one owner may have together. */
  mostOwnBytes?: number
  room?: Room
}

export async function openUploads(
  folder: string,
  now: Date,
  { mostBytes = Number.POSITIVE_INFINITY, mostOwnBytes = Number.POSITIVE_INFINITY, room }: UploadLimits = {},
): Promise<Uploads> {
  const files = await openUploadFiles(folder, now)
  const { folderOf, bytesOf } = files
  const writers = openUploadWriters(files)
  const { giveRoom, refuseTooMany } = openUploadQuota({
    files,
    isWriting: writers.isWriting,
    mostBytes,
    mostOwnBytes,
  })
  let beginning: Promise<unknown> = Promise.resolve()

  async function find(id: string, owner: string): Promise<UploadFacts> {
    const { bytes, name, offset, createdAt } = await files.read(id, owner)
    const expiresAt = msLater(createdAt, lifetimeMs).toISOString()
    return { id, name, bytes, offset, createdAt, expiresAt }
  }

  async function remove(id: string) {
    await writers.stopWriting(id)
    await rm(folderOf(id), { recursive: true, force: true })
  }

  async function begin(upload: NewUpload): Promise<UploadFacts> {
    await room?.look()
    room?.refuseFiles(upload.bytes)
    const { id, at, ...given } = upload
    const about: About = { ...given, createdAt: at.toISOString() }
    await files.create(id, about)
    try {
      await refuseTooMany(upload)
    } catch (error) {
      await remove(id)
      throw error
    }
    return find(id, given.owner)
  }

  return {
    find,
    giveRoom,
    mostOwnBytes,

    begin(upload) {
      // One after the other: two at once would both find the last room.
      const begun = beginning.then(() => begin(upload))
      beginning = begun.catch(() => {})
      return begun
    },

    async append(id, owner, offset, source) {
      const refuseElsewhere = (here: number) => {
        if (offset !== here)
          throw new Refusal('conflict', `The upload continues at byte ${here}, not at ${offset}.`)
      }
      refuseElsewhere((await files.read(id, owner)).offset)
      const writer = await writers.take(id, offset)
      try {
        const { bytes, offset: here } = await files.read(id, owner)
        refuseElsewhere(here)
        await pipeline(whileThereIsRoom(source, room?.refuseFiles), upTo(bytes - here), writer)
        await syncFolder(folderOf(id))
      } catch (error) {
        throw writer.errored ?? error
      } finally {
        writers.release(id, writer)
      }
      return find(id, owner)
    },

    async whole(id, owner) {
      const { bytes, offset, name, sha256 } = await files.read(id, owner)
      if (offset < bytes) {
        throw new Refusal(
          'stateForbids',
          `The upload is incomplete: ${offset} of ${bytes} bytes have arrived.`,
        )
      }
      return { path: bytesOf(id), name, bytes, ...(sha256 === undefined ? {} : { sha256 }) }
    },

    async markUsed(id, owner) {
      await files.read(id, owner)
      await files.markUsed(id)
    },

    async remove(id, owner) {
      await files.read(id, owner)
      await remove(id)
    },

    async removeExpired(now) {
      for (const id of await files.ids()) {
        const createdAt = (await files.aboutIn(id))?.createdAt ?? new Date(0)
        const usedAt = await files.usedAt(id)
        const endsAt = usedAt ? msLater(usedAt, usedLifetimeMs) : msLater(createdAt, lifetimeMs)
        if (endsAt <= now) await remove(id)
      }
    },
  }
}

function upTo(mostBytes: number) {
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > mostBytes)
        throw new Refusal('invalid', `The upload has only ${mostBytes} bytes left to come.`)
      yield chunk
    }
  }
}

async function syncFolder(folder: string) {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
