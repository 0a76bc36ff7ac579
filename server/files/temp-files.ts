import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { dayMs, msBetween } from '../core/time/moments.ts'

const leftoverAgeMs = dayMs

/** A place on the same volume for what is not whole yet; what a crash left there is swept at the next opening. */
export type TempFolder = {
  /** Refused where there is no room for what would be written there. */
  newPath(): string
  /** For another name of a file that is there already. */
  newName(): string
}

export async function openTempFolder(
  folder: string,
  now: Date,
  refuse: () => void = () => {},
): Promise<TempFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(missingIsUndefined)
    if (found && msBetween(found.mtime, now) > leftoverAgeMs) await rm(path, { recursive: true, force: true })
  }
  const newName = () => join(folder, randomUUID())
  return {
    newName,
    newPath() {
      refuse()
      return newName()
    },
  }
}

/**
 * Makes a whole file visible under its name, so that it survives a power cut: the file first, then every
 * folder between it and `root`, since any of them may be new.
 */
export async function moveIntoPlace(temp: string, target: string, root: string): Promise<void> {
  await sync(temp, 'r+')
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await rename(temp, target)
  if (process.platform === 'win32') return
  for (let folder = dirname(target); ; folder = dirname(folder)) {
    await sync(folder, 'r')
    if (folder === root || folder === dirname(folder)) return
  }
}

export function missingIsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
