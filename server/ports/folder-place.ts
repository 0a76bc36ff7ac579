import { access, constants, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Place } from './drop-box.ts'
import { refuseLinks } from './refuse-links.ts'

/** A folder of this machine. */
export function placeIn(root: string): Place {
  const at = (path: string) => join(root, path)
  return {
    find: () => access(root, constants.W_OK | constants.X_OK),
    async makeFolder(path) {
      await refuseLinks(root, '.portico')
      await refuseLinks(root, path)
      // What is not finished yet is nobody's business.
      await mkdir(at('.portico'), { mode: 0o700 }).catch(unlessThere)
      const made = await mkdir(at(path), { recursive: true })
      if (made !== undefined) await flush(dirname(made))
    },
    async write(path, bytes) {
      await refuseLinks(root, dirname(path))
      const file = await open(at(path), 'wx')
      try {
        for await (const chunk of bytes) await file.writeFile(chunk)
        await file.sync()
      } finally {
        await file.close()
      }
      await flush(dirname(at(path)))
    },
    async read(path) {
      await refuseLinks(root, path)
      return readFile(at(path), 'utf8').catch(unlessMissing)
    },
    exists: (path) =>
      access(at(path)).then(
        () => true,
        (error) => unlessMissing(error) ?? false,
      ),
    async list(path) {
      await refuseLinks(root, path)
      return readdir(at(path))
    },
    async move(from, to) {
      await refuseLinks(root, dirname(to))
      const isMoved = await rename(at(from), at(to)).then(() => true, unlessThere)
      if (isMoved) await flush(dirname(at(to)))
      return isMoved
    },
    async remove(path) {
      await refuseLinks(root, dirname(path))
      await rm(at(path), { recursive: true, force: true })
    },
    close: async () => {},
  }
}

/** A name in a folder lasts when the folder itself is on the disk. */
async function flush(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

function unlessThere(error: unknown): false {
  if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error
  return false
}
