import { constants, createReadStream } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Refusal } from '../core/kernel/decider.ts'
import { type ImportFiles, safeName, shown } from './import-files.ts'

/** Files in a folder of this machine, and nothing outside it, whatever links lie there. */
export async function openFolder(folder: string): Promise<ImportFiles> {
  const root = await realpath(folder)
  return {
    async open(name) {
      const path = await realpath(join(root, safeName(name))).catch((error) => refuse(name, error))
      if (!path.startsWith(root.endsWith(sep) ? root : root + sep))
        throw new Refusal('invalid', `${shown(name)} is a link that leads out of the folder of the manifest.`)
      // A pipe or a device would hang or never end; it is opened without waiting and then turned away.
      const flags = constants.O_RDONLY | constants.O_NONBLOCK
      await using handle = await open(path, flags).catch((error) => refuse(name, error))
      if (!(await handle.stat()).isFile()) throw new Refusal('invalid', `${shown(name)} is not a file.`)
      return { bytes: () => createReadStream(path) }
    },
    async close() {},
  }
}

const missing = ['ENOENT', 'ENOTDIR']
const unreadable = ['EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'ENXIO']

/** What is wrong with this file alone; anything else, such as a disk that fails, is not the row's fault. */
function refuse(name: string, error: NodeJS.ErrnoException): never {
  const { code = '' } = error
  if (missing.includes(code))
    throw new Refusal('invalid', `There is no file ${shown(name)} beside the manifest.`)
  if (unreadable.includes(code))
    throw new Refusal('invalid', `The file ${shown(name)} cannot be read (${code}).`)
  throw error
}
