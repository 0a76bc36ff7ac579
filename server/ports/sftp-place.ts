import { posix } from 'node:path'
import { PortError } from '@portico/contract/ports/kit'
import type { SFTPWrapper, Stats } from 'ssh2'
import { refuseLinksBy } from './refuse-links.ts'
import { asked, unlessMissing } from './sftp.ts'

/** Paths below a folder of the server, and whether what is there is reached without a link. */
export function sftpPlace(sftp: SFTPWrapper, root: string) {
  const at = (path: string) => posix.join(root, path)
  const realPath = (path: string) => asked<string>((done) => sftp.realpath(path, done))
  const factsOf = (path: string) => asked<Stats>((done) => sftp.lstat(at(path), done)).catch(unlessMissing)
  let realRoot: Promise<string> | undefined

  const isAstray = async (path: string): Promise<boolean> => {
    realRoot ??= realPath(root)
    const expected = posix.join(await realRoot, path)
    return (await realPath(at(path)).catch(unlessMissing)) !== expected || !(await factsOf(path))
  }

  return {
    at,
    realPath,
    factsOf,
    refuseLinks: (path: string): Promise<void> => refuseLinksBy(path, factsOf),

    async refuseAstray(path: string): Promise<void> {
      if (await isAstray(path))
        throw new PortError('refused', `${path} is not in the folder: it was replaced by a link meanwhile.`)
    },
  }
}
