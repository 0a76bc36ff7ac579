import { createHash } from 'node:crypto'
import { type FileHandle, open, rm, stat, utimes } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { type ByteRange, bytesOf } from './blobs.ts'
import { singleFlight } from './single-flight.ts'
import { boundedFolder } from './sweep.ts'
import { missingIsUndefined, moveIntoPlace, openTempFolder } from './temp-files.ts'

/** A file with all that HTTP needs to serve it in ranges; the same bytes always carry the same ETag. */
export type ServedFile = {
  bytes: number
  etag: string
  open(range?: ByteRange): Promise<Readable>
}

export type ProduceFile = (output: string, signal: AbortSignal) => Promise<void>

/** A disposable cache of files that can be made again from blobs, shared by any number of processes. */
export type DerivedFiles = {
  /** `name` says all that the bytes depend on: the same name is the same bytes, for ever. */
  file(name: string, produce: ProduceFile, signal?: AbortSignal): Promise<ServedFile>
  /** A path for work that is thrown away; whoever takes it removes it. */
  scratchPath(): string
}

export async function openDerivedFiles(
  folder: string,
  { maxBytes, clock }: { maxBytes: number; clock: () => Date },
): Promise<DerivedFiles> {
  const root = resolve(folder)
  const filesRoot = join(root, 'files')
  const temps = await openTempFolder(join(root, 'tmp'), clock())
  const flight = singleFlight<void>()
  const grown = boundedFolder(filesRoot, { maxBytes, clock })

  async function make(path: string, produce: ProduceFile, signal: AbortSignal) {
    const temp = temps.newPath()
    try {
      await produce(temp, signal)
      const { size } = await stat(temp)
      await touch(temp, clock())
      await moveIntoPlace(temp, path, root)
      await grown(size)
    } finally {
      await rm(temp, { force: true })
    }
  }

  /** The sweep of another process may remove a file right after it was made, so it is made until it opens. */
  async function openOrMake(path: string, produce: ProduceFile, signal?: AbortSignal): Promise<FileHandle> {
    for (let attempt = 1; ; attempt++) {
      const handle = await open(path).catch(missingIsUndefined)
      if (handle) return handle
      if (attempt > 3) throw new Error('A derived file vanished each time it was made.')
      await flight(path, (aborted) => make(path, produce, aborted), signal)
    }
  }

  return {
    async file(name, produce, signal) {
      const hash = createHash('sha256').update(name).digest('hex')
      const path = join(filesRoot, hash.slice(0, 2), hash)
      const found = await openOrMake(path, produce, signal)
      const { size } = await found.stat().finally(() => found.close())
      await touch(path, clock()).catch(missingIsUndefined)
      return {
        bytes: size,
        etag: `"${hash}"`,
        async open(range = {}) {
          bytesOf(range, size)
          return (await openOrMake(path, produce, signal)).createReadStream(range)
        },
      }
    },
    scratchPath: temps.newPath,
  }
}

const touch = (path: string, now: Date) => utimes(path, now, now)
