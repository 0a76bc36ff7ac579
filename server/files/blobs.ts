import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Room, whileThereIsRoom } from './disk-space.ts'
import { missingIsUndefined, moveIntoPlace, openTempFolder } from './temp-files.ts'

export type StoredBlob = { sha256: string; bytes: number }

/** Both ends included, as in HTTP; left out, they are the first and the last byte. */
export type ByteRange = { start?: number; end?: number }

/** A blob as a file of this machine, for as long as it is not disposed of. */
export type LocalFile = AsyncDisposable & { readonly path: string }

/** Bytes as they were received, under the hash of what they are. Nothing here is ever changed. */
export type Blobs = {
  /** Durable when it resolves. With `expectedSha256`, other bytes are refused and leave no trace. */
  put(source: AsyncIterable<Uint8Array>, options?: { expectedSha256?: string }): Promise<StoredBlob>
  /** Copies the file in; it stays the caller's. */
  putFile(path: string): Promise<StoredBlob>
  /** `bytes` is what the stream will give. */
  open(sha256: string, range?: ByteRange): Promise<{ stream: Readable; bytes: number }>
  /** With `expectedBytes`, whatever has another length throws `BlobChanged`. */
  stat(sha256: string, expectedBytes?: number): Promise<{ bytes: number } | undefined>
  has(sha256: string): Promise<boolean>
  /** For good; what is not there is removed already. Whoever asks knows that nothing names it any more. */
  remove(sha256: string): Promise<void>
  /** Where the store is elsewhere: what of it lies on this machine too. */
  copies?: BlobCopies
  /** Where the store can be read from outside: a URL for these bytes alone, to be saved and not shown. */
  signedUrl?(sha256: string, options: { lifetimeSeconds: number }): Promise<string>
  /** For readers that need a path: a store elsewhere fetches the file here, and may drop it when disposed of. */
  localFile(sha256: string): Promise<LocalFile>
}

/** Read at once: at 64 kB a file of 14 MB takes a quarter longer to send. */
const readBytes = 2 ** 18

export type BlobCopies = {
  list(): Promise<string[]>
  forget(sha256: string): Promise<void>
  /** Removes all that nobody reads just now. */
  giveRoom(): Promise<void>
}

export class BlobMissing extends Error {
  readonly sha256: string

  constructor(sha256: string) {
    super(`There is no blob ${sha256}.`)
    this.name = 'BlobMissing'
    this.sha256 = sha256
  }
}

/** What is stored under this hash is not what was received. */
export class BlobChanged extends Error {
  readonly sha256: string

  constructor(sha256: string) {
    super(`The blob ${sha256} is changed.`)
    this.name = 'BlobChanged'
    this.sha256 = sha256
  }
}

/** The store is away, or refuses to serve at all: nobody's request is wrong. */
export class BlobStoreUnavailable extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'BlobStoreUnavailable'
  }
}

export class WrongHash extends Error {
  constructor(expected: string, actual: string) {
    super(`The bytes hash to ${actual}, not to ${expected}.`)
    this.name = 'WrongHash'
  }
}

export async function openBlobs(folder: string, now: Date, room?: Room): Promise<Blobs> {
  const root = resolve(folder)
  const temps = await openTempFolder(join(root, 'tmp'), now, room?.refuseFiles)

  async function put(source: AsyncIterable<Uint8Array>, options?: { expectedSha256?: string }) {
    const expected = options?.expectedSha256
    const temp = temps.newPath()
    try {
      const stored = await writeHashed(whileThereIsRoom(source, room?.refuseFiles), temp)
      if (expected !== undefined && expected !== stored.sha256) throw new WrongHash(expected, stored.sha256)
      await moveIntoPlace(temp, pathOf(root, stored.sha256), root)
      return stored
    } catch (error) {
      await rm(temp, { force: true })
      throw error
    }
  }

  async function statBlob(sha256: string, expectedBytes?: number) {
    const found = await stat(pathOf(root, sha256)).catch(missingIsUndefined)
    return found && ofLength({ bytes: found.size }, sha256, expectedBytes)
  }

  return {
    put,
    putFile: (path) => put(createReadStream(path)),

    async open(sha256, range = {}) {
      const handle = await open(pathOf(root, sha256)).catch(missingIsUndefined)
      if (!handle) throw new BlobMissing(sha256)
      try {
        const bytes = bytesOf(range, (await handle.stat()).size)
        return { stream: handle.createReadStream({ ...range, highWaterMark: readBytes }), bytes }
      } catch (error) {
        await handle.close()
        throw error
      }
    },

    stat: statBlob,
    has: async (sha256) => (await statBlob(sha256)) !== undefined,
    remove: async (sha256) => rm(pathOf(root, sha256), { force: true }),

    async localFile(sha256) {
      if (!(await statBlob(sha256))) throw new BlobMissing(sha256)
      return { path: pathOf(root, sha256), [Symbol.asyncDispose]: async () => {} }
    },
  }
}

export function ofLength<Found extends { bytes: number }>(
  found: Found,
  sha256: string,
  expectedBytes = found.bytes,
): Found {
  if (found.bytes !== expectedBytes) throw new BlobChanged(sha256)
  return found
}

export function bytesOf({ start = 0, end }: ByteRange, size: number): number {
  const last = end ?? size - 1
  const isWhole = start === 0 && last === size - 1
  const isInside = Number.isSafeInteger(start) && Number.isSafeInteger(last) && start >= 0 && last < size
  if (!isWhole && !(isInside && start <= last)) {
    throw new RangeError(`Bytes ${start} to ${last} are not within ${size} bytes.`)
  }
  return last - start + 1
}

/** The same name in every store, and nothing but a hash is one. */
export function blobPath(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('A blob is named by 64 lower-case hex digits.')
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`
}

const pathOf = (root: string, sha256: string) => join(root, blobPath(sha256))

export async function writeHashed(source: AsyncIterable<Uint8Array>, path: string): Promise<StoredBlob> {
  const hash = createHash('sha256')
  let bytes = 0
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const closed = new Promise<void>((resolve) => file.once('close', resolve))
  try {
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      },
      file,
    )
  } catch (error) {
    // A source that fails at once is faster than the opening of the file, which would come after its removal.
    await closed
    throw error
  }
  return { sha256: hash.digest('hex'), bytes }
}
