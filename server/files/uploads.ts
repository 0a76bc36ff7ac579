import { constants, type WriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../core/kernel.ts'
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
}

type About = { owner: string; bytes: number; name: string; sha256?: string; createdAt: string }

const lifetimeMs = 7 * 24 * 60 * 60 * 1000
const usedLifetimeMs = 60 * 60 * 1000
const mostOpen = 100

export async function openUploads(folder: string, now: Date): Promise<Uploads> {
  const root = resolve(folder)
  const temps = await openTempFolder(join(root, 'tmp'), now)
  const writers = new Map<string, WriteStream>()
  const folderOf = (id: string) => join(root, 'parts', id)
  const bytesOf = (id: string) => join(folderOf(id), 'bytes')
  const aboutOf = (id: string) => join(folderOf(id), 'about.json')
  const usedOf = (id: string) => join(folderOf(id), 'used')

  async function aboutIn(id: string): Promise<About | undefined> {
    const text = await readFile(aboutOf(id), 'utf8').catch(missingIsUndefined)
    return text === undefined ? undefined : (JSON.parse(text) as About)
  }

  async function read(id: string, owner: string): Promise<About & { offset: number }> {
    const about = /^\w{1,60}$/.test(id) ? await aboutIn(id) : undefined
    if (!about || about.owner !== owner) throw new Refusal('notFound', 'There is no such upload.')
    const found = await stat(bytesOf(id)).catch(missingIsUndefined)
    return { ...about, offset: found?.size ?? 0 }
  }

  async function find(id: string, owner: string): Promise<UploadFacts> {
    const { bytes, name, offset, createdAt } = await read(id, owner)
    const expiresAt = new Date(Date.parse(createdAt) + lifetimeMs).toISOString()
    return { id, name, bytes, offset, createdAt, expiresAt }
  }

  async function ids(): Promise<string[]> {
    const parts = join(root, 'parts')
    await mkdir(parts, { recursive: true })
    return readdir(parts)
  }

  /** What nobody files takes up the disk until it expires. */
  async function refuseTooMany(owner: string) {
    let open = 0
    for (const id of await ids()) {
      const isOwn = (await aboutIn(id))?.owner === owner
      if (isOwn && !(await stat(usedOf(id)).catch(missingIsUndefined))) open += 1
    }
    if (open < mostOpen) return
    throw new Refusal('tooMany', `You have ${open} uploads that became no document: use or remove some.`, 60)
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
    const handle = await open(bytesOf(id), constants.O_WRONLY | constants.O_CREAT)
    // It may be stopped while nobody listens yet.
    return handle.createWriteStream({ start, flush: true }).on('error', () => {})
  }

  return {
    find,

    async begin({ id, at, ...given }) {
      await refuseTooMany(given.owner)
      const about: About = { ...given, createdAt: at.toISOString() }
      const temp = temps.newPath()
      const file = await open(temp, 'wx')
      await file.writeFile(JSON.stringify(about)).finally(() => file.close())
      await moveIntoPlace(temp, aboutOf(id), root)
      return find(id, given.owner)
    },

    async append(id, owner, offset, source) {
      const refuseElsewhere = (here: number) => {
        if (offset !== here)
          throw new Refusal('conflict', `The upload goes on at byte ${here}, not at ${offset}.`)
      }
      refuseElsewhere((await read(id, owner)).offset)
      await stopWriting(id)
      const writer = await openWriter(id, offset)
      if (writers.has(id)) {
        writer.destroy()
        throw new Refusal('conflict', 'Another part of this upload is arriving just now.')
      }
      writers.set(id, writer)
      try {
        const { bytes, offset: here } = await read(id, owner)
        refuseElsewhere(here)
        await pipeline(source, upTo(bytes - here), writer)
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
        throw new Refusal('stateForbids', `The upload is not whole: ${offset} of ${bytes} bytes are here.`)
      }
      return { path: bytesOf(id), name, bytes, ...(sha256 === undefined ? {} : { sha256 }) }
    },

    async markUsed(id, owner) {
      await read(id, owner)
      await writeFile(usedOf(id), '').catch(missingIsUndefined)
    },

    async remove(id, owner) {
      await read(id, owner)
      await remove(id)
    },

    async removeExpired(now) {
      for (const id of await ids()) {
        const used = await stat(usedOf(id)).catch(missingIsUndefined)
        const createdAt = Date.parse((await aboutIn(id))?.createdAt ?? '') || 0
        const endsAt = used ? used.mtimeMs + usedLifetimeMs : createdAt + lifetimeMs
        if (endsAt <= now.getTime()) await remove(id)
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
