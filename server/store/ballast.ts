import { randomBytes } from 'node:crypto'
import { chown, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Two WAL segments: enough for PostgreSQL to start and recover. */
const ballastBytes = 32 * 1024 ** 2

/** Inside the cluster, to be on the same disk. */
export const ballastIn = (cluster: string) => join(cluster, 'portico-ballast')

/** Reserves disk space that is released when the disk is full, so that the database can still be started and read. */
export async function keepBallast(path: string) {
  if ((await stat(path).catch(() => undefined))?.size === ballastBytes) return
  const fresh = `${path}.new-${process.pid}`
  try {
    const file = await open(fresh, 'w', 0o600)
    try {
      // Random, because a compressing file system would reserve no space for anything else.
      for (let written = 0; written < ballastBytes; written += 1024 ** 2)
        await file.writeFile(randomBytes(1024 ** 2))
    } finally {
      await file.close()
    }
    const { uid, gid } = await stat(dirname(path))
    await chown(fresh, uid, gid)
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

export async function releaseBallast(path: string) {
  await rm(path, { force: true })
}
