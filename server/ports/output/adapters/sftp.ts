import { posix } from 'node:path'
import { defineAdapter } from '@portico/contract/ports/kit'
import { output } from '@portico/contract/ports/output'
import Type from '@portico/contract/type'
import type { SFTPWrapper } from 'ssh2'
import type { Place } from '../../drop-box.ts'
import {
  asked,
  connectSftp,
  refuseLinksOn,
  refuseWithoutCredentials,
  sftpOptions,
  unlessMissing,
  unlessUnknown,
  writeWhole,
} from '../../sftp.ts'
import { dropAdapter, dropOptions } from '../drop.ts'

export default defineAdapter({
  port: output,
  name: 'sftp',
  does: 'Writes decisions into a folder on an SFTP server.',
  options: Type.Object({ ...sftpOptions, ...dropOptions }),
  open(options, host) {
    const { username, path } = options
    refuseWithoutCredentials(options)
    const destination = `sftp://${username}@${options.host}:${options.port}/${path.replace(/^\//, '')}`
    const reach = async (signal: AbortSignal) => {
      const { sftp, close } = await connectSftp(options, host, signal)
      return placeOn(sftp, path, close)
    }
    return dropAdapter(reach, options, { destination, host })
  },
})

function placeOn(sftp: SFTPWrapper, root: string, close: () => Promise<void>): Place {
  const at = (path: string) => posix.join(root, path)
  const refuseLinks = (path: string) => refuseLinksOn(sftp, root, path)
  const exists = (path: string) =>
    asked((done) => sftp.stat(path, done)).then(
      () => true,
      (error) => unlessMissing(error) ?? false,
    )
  const makeFolder = async (path: string, mode?: number) => {
    const made = asked<void>((done) => (mode ? sftp.mkdir(path, { mode }, done) : sftp.mkdir(path, done)))
    await made.catch(async (error) => {
      if (!(await exists(path))) throw error
    })
  }
  const remove = async (path: string): Promise<void> => {
    const stats = await asked<{ isDirectory(): boolean }>((done) => sftp.lstat(path, done)).catch(
      unlessMissing,
    )
    if (!stats) return
    if (!stats.isDirectory())
      return asked<void>((done) => sftp.unlink(path, done)).then(() => {}, unlessMissing)
    const names = await asked<{ filename: string }[]>((done) => sftp.readdir(path, done))
    for (const { filename } of names) await remove(posix.join(path, filename))
    await asked<void>((done) => sftp.rmdir(path, done)).catch(unlessMissing)
  }
  return {
    find: async () => void (await asked((done) => sftp.readdir(root, done))),
    async makeFolder(path) {
      await refuseLinks('.portico')
      await refuseLinks(path)
      await makeFolder(at('.portico'), 0o700)
      const parts = path.split('/')
      for (const index of parts.keys()) await makeFolder(at(parts.slice(0, index + 1).join('/')))
    },
    async write(path, bytes) {
      await refuseLinks(posix.dirname(path))
      await writeWhole(sftp, at(path), bytes)
    },
    async read(path) {
      await refuseLinks(path)
      const bytes = await asked<Buffer>((done) => sftp.readFile(at(path), done)).catch(unlessMissing)
      return bytes?.toString()
    },
    exists: (path) => exists(at(path)),
    async list(path) {
      await refuseLinks(path)
      const entries = await asked<{ filename: string }[]>((done) => sftp.readdir(at(path), done))
      return entries.map(({ filename }) => filename)
    },
    async move(from, to) {
      await refuseLinks(posix.dirname(to))
      try {
        await asked<void>((done) => sftp.ext_openssh_rename(at(from), at(to), done)).catch((error) => {
          unlessUnknown(error)
          return asked<void>((done) => sftp.rename(at(from), at(to), done))
        })
        return true
      } catch (error) {
        if (await exists(at(to))) return false
        throw error
      }
    },
    async remove(path) {
      await refuseLinks(posix.dirname(path))
      await remove(at(path))
    },
    close,
  }
}
