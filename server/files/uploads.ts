import { constants, type WriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../core/kernel/decider.ts'
import { dayMs, msBetween, msLater } from '../core/time/moments.ts'
import { isNoSpace, NoSpace, type Room, whileThereIsRoom } from './disk-space.ts'
import { missingIsUndefined, moveIntoPlace, openTempFolder } from './temp-files.ts'

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

type About = { owner: string; bytes: number; name: string; sha256?: string; createdAt: string }

const lifetimeMs = 7 * dayMs
const usedLifetimeMs = 60 * 60 * 1000
const idleMs = dayMs
const mostOpen = 100

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
  const root = resolve(folder)
  const temps = await openTempFolder(join(root, 'tmp'), now)
  const writers = new Map<string, WriteStream>()
  const folderOf = (id: string) => join(root, 'parts', id)
  const bytesOf = (id: string) => join(folderOf(id), 'bytes')
  const aboutOf = (id: string) => join(folderOf(id), 'about.json')
  const usedOf = (id: string) => join(folderOf(id), 'used')
  const droppedOf = (id: string) => join(folderOf(id), 'dropped')
  let beginning: Promise<unknown> = Promise.resolve()

  async function aboutIn(id: string): Promise<About | undefined> {
    const text = await readFile(aboutOf(id), 'utf8').catch(missingIsUndefined)
    return text === undefined ? undefined : (JSON.parse(text) as About)
  }

  async function read(id: string, owner: string): Promise<About & { offset: number }> {
    const about = /^\w{1,60}$/.test(id) ? await aboutIn(id) : undefined
    if (!about || about.owner !== owner) throw new Refusal('notFound', 'There is no such upload.')
    if (await isThere(droppedOf(id)))
      throw new Refusal('gone', 'The upload was idle for 24 hours and was evicted: start it again.')
    const found = await stat(bytesOf(id)).catch(missingIsUndefined)
    return { ...about, offset: found?.size ?? 0 }
  }

  async function find(id: string, owner: string): Promise<UploadFacts> {
    const { bytes, name, offset, createdAt } = await read(id, owner)
    const expiresAt = msLater(createdAt, lifetimeMs).toISOString()
    return { id, name, bytes, offset, createdAt, expiresAt }
  }

  async function ids(): Promise<string[]> {
    const parts = join(root, 'parts')
    await mkdir(parts, { recursive: true, mode: 0o700 })
    return readdir(parts)
  }

  /** Those that became no document yet. */
  async function openOnes(): Promise<(About & { id: string })[]> {
    const found: (About & { id: string })[] = []
    for (const id of await ids()) {
      const about = await aboutIn(id)
      if (about && !(await isThere(usedOf(id))) && !(await isThere(droppedOf(id))))
        found.push({ ...about, id })
    }
    return found
  }

  /**
   * What nobody files takes up the disk until it expires. Asked with the upload in its place, so that of two processes
   * that give away the last room neither overlooks the other.
   */
  async function refuseTooMany({ owner, at }: NewUpload) {
    const open = await openOnes()
    const own = open.filter((upload) => upload.owner === owner)
    if (own.length > mostOpen)
      throw new Refusal(
        'tooMany',
        `You have ${own.length - 1} unused uploads, and ${mostOpen} is the limit for an account: use or remove some.`,
        60,
      )
    if (totalOf(own) > mostOwnBytes) {
      throw new Refusal(
        'tooMany',
        `Your unused uploads may have ${megabytes(mostOwnBytes)} MB in total, by the sizes you announced, and this one would exceed that: use or remove some.`,
        60,
      )
    }
    if (totalOf(open) <= mostBytes) return
    await giveRoom(at)
    if (totalOf(await openOnes()) <= mostBytes) return
    throw new NoSpace(
      `Unused uploads may have ${megabytes(mostBytes)} MB in total, and this one would exceed that.`,
    )
  }

  async function giveRoom(now: Date) {
    for (const { id, createdAt } of await openOnes()) {
      const bytes = await stat(bytesOf(id)).catch(missingIsUndefined)
      if (writers.has(id) || msBetween(bytes?.mtime ?? createdAt, now) < idleMs) continue
      // Renamed, not written: this has to work on a full disk.
      if (bytes) await rename(bytesOf(id), droppedOf(id))
      await truncate(droppedOf(id)).catch(() => writeFile(droppedOf(id), ''))
    }
  }

  /** Once the file is closed, nothing that the connection may still bring can get into it. */
  async function stopWriting(id: string) {
    for (let writer = writers.get(id); writer; writer = writers.get(id)) {
      const closed = new Promise<void>((resolve) => writer?.once('close', resolve))
      writer.destroy(new Refusal('conflict', 'Another request has taken over this upload.'))
      if (!writer.closed) await closed
      if (writers.get(id) === writer) writers.delete(id)
    }
  }

  async function remove(id: string) {
    await stopWriting(id)
    await rm(folderOf(id), { recursive: true, force: true })
  }

  /** At its place, not at the end: two processes that write the same part write the same file. */
  async function openWriter(id: string, start: number): Promise<WriteStream> {
    const handle = await open(bytesOf(id), constants.O_WRONLY | constants.O_CREAT, 0o600)
    // It may be stopped while nobody listens yet.
    return handle.createWriteStream({ start, flush: true }).on('error', () => {})
  }

  async function begin(upload: NewUpload): Promise<UploadFacts> {
    await room?.look()
    room?.refuseFiles(upload.bytes)
    const { id, at, ...given } = upload
    const about: About = { ...given, createdAt: at.toISOString() }
    const temp = temps.newPath()
    const file = await open(temp, 'wx', 0o600)
    await file.writeFile(JSON.stringify(about)).finally(() => file.close())
    await moveIntoPlace(temp, aboutOf(id), root)
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
      refuseElsewhere((await read(id, owner)).offset)
      await stopWriting(id)
      const writer = await openWriter(id, offset)
      if (writers.has(id)) {
        writer.destroy()
        throw new Refusal('conflict', 'Another part of this upload is being received.')
      }
      writers.set(id, writer)
      try {
        const { bytes, offset: here } = await read(id, owner)
        refuseElsewhere(here)
        await pipeline(whileThereIsRoom(source, room?.refuseFiles), upTo(bytes - here), writer)
        await syncFolder(folderOf(id))
      } catch (error) {
        throw writer.errored ?? error
      } finally {
        writer.destroy()
        if (writers.get(id) === writer) writers.delete(id)
      }
      return find(id, owner)
    },

    async whole(id, owner) {
      const { bytes, offset, name, sha256 } = await read(id, owner)
      if (offset < bytes) {
        throw new Refusal(
          'stateForbids',
          `The upload is incomplete: ${offset} of ${bytes} bytes have arrived.`,
        )
      }
      return { path: bytesOf(id), name, bytes, ...(sha256 === undefined ? {} : { sha256 }) }
    },

    async markUsed(id, owner) {
      await read(id, owner)
      // Its document is filed: without the mark it only stays longer.
      await writeFile(usedOf(id), '', { mode: 0o600 }).catch((error) =>
        isNoSpace(error) ? undefined : missingIsUndefined(error),
      )
    },

    async remove(id, owner) {
      await read(id, owner)
      await remove(id)
    },

    async removeExpired(now) {
      for (const id of await ids()) {
        const used = await stat(usedOf(id)).catch(missingIsUndefined)
        const createdAt = (await aboutIn(id))?.createdAt ?? new Date(0)
        const endsAt = used ? msLater(used.mtime, usedLifetimeMs) : msLater(createdAt, lifetimeMs)
        if (endsAt <= now) await remove(id)
      }
    },
  }
}

const megabytes = (bytes: number) => Math.floor(bytes / 1024 ** 2).toLocaleString('en-US')
const totalOf = (uploads: readonly About[]) => uploads.reduce((sum, { bytes }) => sum + bytes, 0)
const isThere = async (path: string) => (await stat(path).catch(missingIsUndefined)) !== undefined

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
