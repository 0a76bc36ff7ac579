import { link, readdir, rm, stat, utimes } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { type BlobCopies, blobPath, type LocalFile } from './blobs.ts'
import type { Room } from './disk-space.ts'
import { singleFlight } from './single-flight.ts'
import { boundedFolder, removeUnused } from './sweep.ts'
import { missingIsUndefined, moveIntoPlace, openTempFolder } from './temp-files.ts'

/** Copies of blobs that lie elsewhere, on this machine and shared by its processes; the oldest make way. */
export type BlobCache = BlobCopies & {
  /** A path for what is not whole yet; whoever takes it removes it. */
  newPath(): string
  /** Moves a whole file, whose hash has been verified, into the cache. */
  keep(path: string, sha256: string): Promise<void>
  /** The cached file, made by `fetch` at a new path where there is none. */
  lend(sha256: string, fetch: (path: string) => Promise<void>): Promise<LocalFile>
}

export async function openBlobCache(
  folder: string,
  { maxBytes, clock, room }: { maxBytes: number; clock: () => Date; room?: Room | undefined },
): Promise<BlobCache> {
  const root = resolve(folder)
  const filesRoot = join(root, 'files')
  const temps = await openTempFolder(join(root, 'tmp'), clock(), room?.refuseCopies)
  const flight = singleFlight<void>()
  const grown = boundedFolder(filesRoot, { maxBytes, clock })
  const pathOf = (sha256: string) => join(filesRoot, blobPath(sha256))
  const touch = (path: string) => utimes(path, clock(), clock())

  async function keep(path: string, sha256: string) {
    const { size } = await stat(path)
    await touch(path)
    await moveIntoPlace(path, pathOf(sha256), root)
    await grown(size)
  }

  async function fetchInto(sha256: string, fetch: (path: string) => Promise<void>) {
    const temp = temps.newPath()
    try {
      await fetch(temp)
      await keep(temp, sha256)
    } finally {
      await rm(temp, { force: true })
    }
  }

  /** A name of the borrower's own for the same file, so that a sweep by any process takes nothing from it. */
  async function borrow(sha256: string): Promise<LocalFile | undefined> {
    const path = temps.newName()
    try {
      await touch(pathOf(sha256))
      await link(pathOf(sha256), path)
    } catch (error) {
      return missingIsUndefined(error as NodeJS.ErrnoException)
    }
    return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) }
  }

  return {
    newPath: temps.newPath,
    keep,
    async list() {
      const paths = (await readdir(filesRoot, { recursive: true }).catch(missingIsUndefined)) ?? []
      return paths.map((path) => basename(path)).filter((name) => name.length === 64)
    },
    giveRoom: () => removeUnused(filesRoot, clock()),
    forget: async (sha256) => rm(pathOf(sha256), { force: true }),
    async lend(sha256, fetch) {
      for (let attempt = 1; ; attempt++) {
        const borrowed = await borrow(sha256)
        if (borrowed) return borrowed
        if (attempt > 3) throw new Error('A blob vanished from the cache each time it was fetched.')
        await flight(sha256, () => fetchInto(sha256, fetch))
      }
    },
  }
}
