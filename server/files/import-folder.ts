import { constants, createReadStream } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Refusal } from '../core/kernel.ts'
import { type ImportFiles, safeName, shown } from './import-files.ts'

/** Files in a folder of this machine, and nothing outside it, whatever links lie there. */
export async function openFolder(folder: string): Promise<ImportFiles> {
  const root = await realpath(folder)
  return {
    async open(name) {
      const path = await locate(root, name)
      // A pipe or a device would hang or never end; it is opened without waiting and then turned away.
      const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
      try {
        const stats = await handle.stat()
        if (!stats.isFile()) throw new Refusal('invalid', `${shown(name)} is not a file.`)
      } finally {
        await handle.close()
      }
      return { bytes: () => createReadStream(path) }
    },
    async close() {},
  }
}

async function locate(root: string, name: string): Promise<string> {
  const path = await realpath(join(root, safeName(name))).catch((error: NodeJS.ErrnoException) => {
    switch (error.code) {
      case 'ENOENT':
      case 'ENOTDIR':
        throw new Refusal('invalid', `There is no file ${shown(name)} beside the manifest.`)
      case 'ELOOP':
      case 'ENAMETOOLONG':
      case 'EACCES':
        throw new Refusal('invalid', `The file ${shown(name)} cannot be read (${error.code}).`)
      default:
        throw error
    }
  })
  if (path.startsWith(root.endsWith(sep) ? root : root + sep)) return path
  throw new Refusal('invalid', `${shown(name)} is a link that leads out of the folder of the manifest.`)
}
