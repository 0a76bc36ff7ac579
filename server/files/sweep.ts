import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { msBetween } from '../core/time/moments.ts'
import { missingIsUndefined } from './temp-files.ts'

const sparedMs = 60_000

/**
 * Keeps a folder of disposable files near a size, for any number of processes. What it returns is told of each
 * file that came in, and sweeps once a tenth of the limit has come in since the last time, or none was yet.
 */
export function boundedFolder(
  folder: string,
  { maxBytes, clock }: { maxBytes: number; clock: () => Date },
): (addedBytes: number) => Promise<void> {
  let bytesUnswept = maxBytes
  return async (addedBytes) => {
    bytesUnswept += addedBytes
    if (bytesUnswept < maxBytes / 10) return
    bytesUnswept = 0
    await sweep(folder, maxBytes, clock())
  }
}

/** All of it can be made again; what was used a moment ago stays. */
export const removeUnused = (folder: string, now: Date) => sweep(folder, 0, now)

/** Removes what was used longest ago, down to four fifths of the limit. What was used a moment ago stays. */
async function sweep(folder: string, maxBytes: number, now: Date): Promise<void> {
  const files = []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(missingIsUndefined)
  for (const entry of entries ?? []) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(missingIsUndefined)
    if (found) files.push({ path, bytes: found.size, usedAt: found.mtime })
  }
  let total = files.reduce((sum, file) => sum + file.bytes, 0)
  if (total <= maxBytes) return
  for (const file of files.sort((a, b) => msBetween(b.usedAt, a.usedAt))) {
    if (total <= maxBytes * 0.8 || msBetween(file.usedAt, now) < sparedMs) return
    await rm(file.path, { force: true })
    total -= file.bytes
  }
}
