import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { type ByteRange, bytesOf } from './blobs.ts'
import type { Room } from './disk-space.ts'
import { followGrowing, type GrowingFile, growFile } from './growing-file.ts'
import { singleFlight } from './single-flight.ts'
import { boundedFolder, removeUnused } from './sweep.ts'
import { missingIsUndefined, moveIntoPlace, openTempFolder } from './temp-files.ts'

/** A file with all that HTTP needs to serve it in ranges; the same bytes always carry the same ETag. */
export type ServedFile = {
  bytes: number
  etag: string
  open(range?: ByteRange): Promise<Readable>
}

/** A file that may still have to be made: how long it is, is known only of one that is there. */
export type StreamedFile = Omit<ServedFile, 'bytes'> & { bytes: number | undefined }

export type ProduceFile = (output: string, signal: AbortSignal) => Promise<void>

/** `grown` is told how many bytes are there that will not change any more. */
export type ProduceGrowingFile = (
  output: string,
  signal: AbortSignal,
  grown: (bytes: number) => void,
) => Promise<void>

/** A disposable cache of files that can be made again from blobs, shared by any number of processes. */
export type DerivedFiles = {
  /** What is made of one thing: of a blob, by its hash, or of a case, by its id. */
  of(source: string): FilesOfSource
  /** Everything that there are files of. */
  sources(): Promise<string[]>
  /** Removes what was made of a thing; whoever reads it just now reads on. */
  forget(source: string): Promise<void>
  /** Removes all that nobody uses just now. */
  giveRoom(): Promise<void>
  /** A path for work that is thrown away; whoever takes it removes it. */
  scratchPath(): string
}

export type FilesOfSource = {
  /** `name` says all that the bytes depend on: the same name is the same bytes, for ever. */
  file(name: string, produce: ProduceFile, signal?: AbortSignal): Promise<ServedFile>
  /**
   * The same for what takes long to make: it is sent while it is made, to everyone who asks for it meanwhile, and is
   * given up when the last of them has left. Nothing is made before it is opened.
   */
  stream(name: string, produce: ProduceGrowingFile, signal: AbortSignal): Promise<StreamedFile>
}

export async function openDerivedFiles(
  folder: string,
  { maxBytes, clock, room }: { maxBytes: number; clock: () => Date; room?: Room },
): Promise<DerivedFiles> {
  const root = resolve(folder)
  const filesRoot = join(root, 'by-source')
  // Of an earlier release, whose files do not say what they were made of.
  await rm(join(root, 'files'), { recursive: true, force: true })
  const temps = await openTempFolder(join(root, 'tmp'), clock(), room?.refuseCopies)
  const flight = singleFlight<void>()
  const grown = boundedFolder(filesRoot, { maxBytes, clock })
  const growing = new Map<string, GrowingFile>()

  async function make(
    path: string,
    produce: ProduceFile,
    signal: AbortSignal,
    temp = temps.newPath(),
  ): Promise<void> {
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

  const folderOf = (source: string) => {
    if (!/^\w{1,100}$/.test(source)) throw new TypeError('Files are made of a blob or a case.')
    return join(filesRoot, sha256(source).slice(0, 2))
  }
  const placeOf = (source: string, name: string) => {
    const hash = sha256(name)
    return { etag: `"${hash}"`, path: join(folderOf(source), `${source}.${hash}`) }
  }

  /** Joins the making that is under way, or begins one. */
  function joinGrowing(path: string, produce: ProduceGrowingFile): GrowingFile {
    const under = growing.get(path)
    if (under && !under.controller.signal.aborted) return under
    const temp = temps.newPath()
    const begun = growFile({ path: temp, finalPath: path }, (signal, { grown, whole }) => {
      const produceAndTell: ProduceFile = async (output, signal) => {
        await produce(output, signal, grown)
        whole()
      }
      return make(path, produceAndTell, signal, temp).finally(() => {
        if (growing.get(path) === begun) growing.delete(path)
      })
    })
    growing.set(path, begun)
    return begun
  }

  const filesOf = (source: string): FilesOfSource => {
    const files: FilesOfSource = {
      async stream(name, produce, signal) {
        const { etag, path } = placeOf(source, name)
        const whole: ProduceFile = (output, signal) => produce(output, signal, () => {})
        if (await stat(path).catch(missingIsUndefined)) return await files.file(name, whole, signal)
        return {
          bytes: undefined,
          etag,
          async open() {
            if (await stat(path).catch(missingIsUndefined))
              return await (await files.file(name, whole, signal)).open()
            return await followGrowing(joinGrowing(path, produce), signal)
          },
        }
      },

      async file(name, produce, signal) {
        const { etag, path } = placeOf(source, name)
        const found = await openOrMake(path, produce, signal)
        const { size } = await found.stat().finally(() => found.close())
        await touch(path, clock()).catch(missingIsUndefined)
        return {
          bytes: size,
          etag,
          async open(range = {}) {
            bytesOf(range, size)
            return (await openOrMake(path, produce, signal)).createReadStream(range)
          },
        }
      },
    }
    return files
  }

  return {
    of: filesOf,
    async sources() {
      const paths = (await readdir(filesRoot, { recursive: true }).catch(missingIsUndefined)) ?? []
      const files = paths.map((path) => basename(path)).filter((name) => name.includes('.'))
      return [...new Set(files.map((name) => name.slice(0, name.indexOf('.'))))]
    },
    async forget(source) {
      const folder = folderOf(source)
      for (const name of (await readdir(folder).catch(missingIsUndefined)) ?? [])
        if (name.startsWith(`${source}.`)) await rm(join(folder, name), { force: true })
    },
    giveRoom: () => removeUnused(filesRoot, clock()),
    scratchPath: temps.newPath,
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const touch = (path: string, now: Date) => utimes(path, now, now)
