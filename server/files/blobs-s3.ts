import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { openBlobCache } from './blob-cache.ts'
import {
  BlobMissing,
  BlobStoreUnavailable,
  type Blobs,
  type ByteRange,
  blobPath,
  bytesOf,
  ofLength,
  WrongHash,
  writeHashed,
} from './blobs.ts'
import { type Room, whileThereIsRoom } from './disk-space.ts'
import { openS3Bucket, type S3Settings } from './s3-bucket.ts'
import { singleFlight } from './single-flight.ts'

export type S3BlobsOptions = S3Settings & {
  /** For uploads on their way, and for files that readers need here. */
  cacheFolder: string
  cacheBytes?: number | undefined
  clock: () => Date
  room?: Room | undefined
}

const fruitlessReads = 3

/** Blobs in a bucket of any S3-compatible store. */
export async function openS3Blobs({
  cacheFolder,
  cacheBytes = 4 * 1024 ** 3,
  clock,
  room,
  ...settings
}: S3BlobsOptions): Promise<Blobs> {
  const cache = await openBlobCache(cacheFolder, { maxBytes: cacheBytes, clock, room })
  const bucket = await openS3Bucket(settings)
  const uploads = singleFlight<void>()
  const keyOf = (sha256: string) => [settings.prefix, blobPath(sha256)].filter(Boolean).join('/')

  async function put(source: AsyncIterable<Uint8Array>, options?: { expectedSha256?: string }) {
    const expected = options?.expectedSha256
    const temp = cache.newPath()
    try {
      const stored = await writeHashed(whileThereIsRoom(source, room?.refuseFiles), temp)
      const { sha256, bytes } = stored
      if (expected !== undefined && expected !== sha256) throw new WrongHash(expected, sha256)
      await uploads(sha256, async () => {
        const found = await bucket.head(keyOf(sha256))
        if (found?.bytes !== bytes) await bucket.putFile(keyOf(sha256), temp, stored)
      })
      await cache.keep(temp, sha256)
      return stored
    } finally {
      await rm(temp, { force: true })
    }
  }

  async function openBlob(sha256: string, range: ByteRange = {}) {
    const key = keyOf(sha256)
    const found = isAskable(range) ? await bucket.get(key, range) : undefined
    if (!found) return openNothing(sha256, range)
    try {
      const bytes = bytesOf(range, found.bytes)
      const start = range.start ?? 0
      return { stream: readOn(sha256, found.stream, start, start + bytes), bytes }
    } catch (error) {
      found.stream.destroy()
      throw error
    }
  }

  /** Where the store gave nothing: the blob is missing or empty, or the range is not in it. */
  async function openNothing(sha256: string, range: ByteRange) {
    const found = await bucket.head(keyOf(sha256))
    if (!found || bytesOf(range, found.bytes) > 0) throw new BlobMissing(sha256)
    return { stream: Readable.from([], { objectMode: false }), bytes: 0 }
  }

  /** Blobs never change, so an answer that breaks off, or that its reader let idle, is taken up where it was. */
  function readOn(sha256: string, first: Readable, start: number, end: number): Readable {
    let answer = first
    let fruitless = 0

    async function* chunks() {
      let position = start
      while (position < end) {
        try {
          for await (const chunk of answer as AsyncIterable<Buffer>) {
            // Some stores give more than was asked. Others are read to their end, which frees the connection.
            if (position === end) return
            const wanted = chunk.subarray(0, end - position)
            position += wanted.length
            fruitless = 0
            yield wanted
          }
          if (position === end) return
          throw new Error('The answer ended early.')
        } catch (error) {
          if (stream.destroyed) return
          fruitless += 1
          if (fruitless === fruitlessReads) {
            throw new BlobStoreUnavailable(`The bucket ${settings.bucket} breaks off its answers.`, error)
          }
        }
        const next = await bucket.get(keyOf(sha256), { start: position, end: end - 1 })
        if (!next) throw new BlobMissing(sha256)
        answer = next.stream
        if (stream.destroyed) answer.destroy()
      }
    }

    const stream = Readable.from(chunks(), { objectMode: false })
    stream.once('close', () => answer.destroy())
    return stream
  }

  async function fetchVerified(sha256: string, path: string) {
    const { stream } = await openBlob(sha256)
    const fetched = await writeHashed(stream, path)
    if (fetched.sha256 !== sha256) throw new WrongHash(sha256, fetched.sha256)
  }

  return {
    signedUrl: (sha256, { lifetimeSeconds }) => bucket.signedUrl(keyOf(sha256), lifetimeSeconds),
    put,
    putFile: (path) => put(createReadStream(path)),
    open: openBlob,
    async stat(sha256, expectedBytes) {
      const found = await bucket.head(keyOf(sha256))
      return found && ofLength(found, sha256, expectedBytes)
    },
    has: async (sha256) => (await bucket.head(keyOf(sha256))) !== undefined,
    async remove(sha256) {
      await bucket.remove(keyOf(sha256))
      await cache.forget(sha256)
    },
    copies: cache,
    localFile: async (sha256) => cache.lend(sha256, (path) => fetchVerified(sha256, path)),
  }
}

/** A range that HTTP has a way to say. */
function isAskable({ start = 0, end = Number.MAX_SAFE_INTEGER }: ByteRange): boolean {
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end
}
