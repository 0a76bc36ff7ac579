import { createHash } from 'node:crypto'
import { access, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { msBetween, msLater } from '../../core/time/moments.ts'
import { type FetchOptions, fetchTarball, hasIntegrity, NotFetched } from './fetch-tarball.ts'
import type { EnginePackage } from './packages.ts'
import { unpackTarball } from './unpack-tarball.ts'

export type FetchProgress = { bytes: number; of: number }

export type EngineFilesOptions = {
  /** Where the files are kept. */
  folder: string
  packages: readonly EnginePackage[]
  /** A folder that has the tarballs already, as `npm pack` writes them: nothing is fetched then. */
  tarballs?: string | undefined
  onProgress?: (progress: FetchProgress) => void
  /** Of the lock of a process that is gone. */
  staleMs?: number
} & Omit<FetchOptions, 'onBytes' | 'registry'> & { registry: () => Promise<FetchOptions['registry']> }

const lockEveryMs = 5_000
const mostWaitMs = 30 * 60_000

/**
 * The folder with the unpacked files of an engine. They are fetched by whoever needs them first, in one process at a
 * time, and are there as a whole or not at all; what was fetched of them stays for the next attempt.
 */
export async function engineFiles(options: EngineFilesOptions): Promise<string> {
  const { folder, packages, signal } = options
  const ready = join(folder, keyOf(packages))
  if (await exists(ready)) return ready
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unlock = await lock(join(folder, 'lock'), () => exists(ready), options)
  if (!unlock) return ready
  try {
    if (await exists(ready)) return ready
    await removeLeftovers(folder)
    const draft = join(folder, `unpacking-${process.pid}`)
    await mkdir(draft, { mode: 0o700 })
    for (const one of packages) {
      signal?.throwIfAborted()
      const tarball = await tarballOf(one, options)
      await unpackTarball(tarball, one.files, join(draft, 'node_modules', ...one.name.split('/')))
    }
    await rename(draft, ready)
    await syncFolder(folder)
    await removeLeftovers(folder, ready)
    return ready
  } catch (error) {
    await removeLeftovers(folder)
    throw error
  } finally {
    await unlock()
  }
}

/** Another version of a package is another engine. */
function keyOf(packages: readonly EnginePackage[]): string {
  const told = packages.map(({ name, integrity, files }) => [name, integrity, files])
  return createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 16)
}

async function tarballOf(one: EnginePackage, options: EngineFilesOptions): Promise<string> {
  const { folder, tarballs, packages, onProgress } = options
  const name = `${one.name.replace('@', '').replace('/', '-')}-${one.version}.tgz`
  if (tarballs !== undefined) {
    const path = join(tarballs, name)
    if (!(await exists(path)))
      throw new NotFetched(`${path} is missing: npm pack ${one.name}@${one.version} makes it.`)
    if (!(await hasIntegrity(path, one))) throw new NotFetched(`${path} does not have the pinned hash.`)
    return path
  }
  const path = join(folder, name)
  const of = packages.reduce((sum, { bytes }) => sum + bytes, 0)
  const before = packages.slice(0, packages.indexOf(one)).reduce((sum, { bytes }) => sum + bytes, 0)
  const onBytes = (bytes: number) => onProgress?.({ bytes: before + bytes, of })
  await fetchTarball(one, path, { ...options, registry: await options.registry(), onBytes })
  return path
}

/** Held by the process whose file it is, as long as it keeps its time fresh; undefined once the files are there. */
async function lock(
  path: string,
  isDone: () => Promise<boolean>,
  { signal, staleMs = 60_000 }: EngineFilesOptions,
): Promise<(() => Promise<void>) | undefined> {
  const until = msLater(new Date(), mostWaitMs)
  for (;;) {
    signal?.throwIfAborted()
    try {
      await using file = await open(path, 'wx', 0o600)
      await file.write(String(process.pid))
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (await isDone()) return undefined
    const held = await stat(path).catch(() => undefined)
    if (held && msBetween(held.mtime, new Date()) > staleMs) await rm(path, { force: true })
    else if (new Date() > until) throw new NotFetched('Another process is still fetching the speech engine.')
    else await pause(Math.min(500, staleMs), undefined, signal ? { signal } : {})
  }
  const fresh = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, lockEveryMs).unref()
  return async () => {
    clearInterval(fresh)
    await rm(path, { force: true })
  }
}

/** What a killed process left half unpacked; once an engine is ready, its tarballs and other engines too. */
async function removeLeftovers(folder: string, ready?: string) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const isLeft = ready === undefined ? name.startsWith('unpacking-') : path !== ready && name !== 'lock'
    if (isLeft) await rm(path, { recursive: true, force: true })
  }
}

async function syncFolder(path: string) {
  await using folder = await open(path)
  await folder.sync()
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
