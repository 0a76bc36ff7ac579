import { defineAdapter, PortError } from '@portico/contract/ports/kit'
import { output } from '@portico/contract/ports/output'
import Type from '@portico/contract/type'
import type { SFTPWrapper } from 'ssh2'
import type { Place } from '../../drop-box.ts'
import { asked, connectSftp, refuseWithoutCredentials, sftpOptions, unlessMissing } from '../../sftp.ts'
import { sftpFolder } from '../../sftp-folder.ts'
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
  const { at, refuseLinks, makeFolder, write, rename, remove, readText } = sftpFolder(sftp, root)
  const exists = (path: string) =>
    asked((done) => sftp.stat(at(path), done)).then(
      () => true,
      (error) => unlessMissing(error) ?? false,
    )
  return {
    find: async () => void (await asked((done) => sftp.readdir(root, done))),
    async makeFolder(path) {
      await makeFolder('.portico', 0o700)
      const parts = path.split('/')
      for (const index of parts.keys()) await makeFolder(parts.slice(0, index + 1).join('/'))
    },
    write,
    read: (path) => readText(path).catch(unlessMissing),
    exists,
    async list(path) {
      await refuseLinks(path)
      const entries = await asked<{ filename: string }[]>((done) => sftp.readdir(at(path), done))
      return entries.map(({ filename }) => filename)
    },
    async move(from, to) {
      try {
        await rename(from, to)
        return true
      } catch (error) {
        if (!(error instanceof PortError) && (await exists(to))) return false
        throw error
      }
    },
    remove,
    close,
  }
}
