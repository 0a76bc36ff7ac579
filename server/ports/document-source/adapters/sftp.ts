import { posix } from 'node:path'
import { documentSource } from '@portico/contract/ports/document-source'
import { defineAdapter, PortError } from '@portico/contract/ports/kit'
import Type from '@portico/contract/type'
import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import { fromEpochSeconds } from '../../../core/time/moments.ts'
import { asked, connectSftp, isMissing, refuseWithoutCredentials, sftpOptions } from '../../sftp.ts'
import { sftpFolder } from '../../sftp-folder.ts'
import {
  illNamed,
  type Store,
  type StoredFile,
  storedSource,
  storeOptions,
  unreadFolder,
} from '../stored-files.ts'

const Options = Type.Object({
  ...sftpOptions,
  writeBackPath: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Where documents go that were made here. It must be there, and not inside `path`.',
    }),
  ),
  ...storeOptions,
})

export default defineAdapter({
  port: documentSource,
  name: 'sftp',
  does: 'Takes documents from a folder on an SFTP server, in which each case has a folder of its own.',
  options: Options,
  open(options, host) {
    const { path, writeBackPath, settleSeconds } = options
    refuseWithoutCredentials(options)
    if (writeBackPath !== undefined && !posix.relative(path, writeBackPath).startsWith('..'))
      throw new PortError('invalid', 'writeBackPath must not be inside path.')
    const reach = (root: string) => async (signal: AbortSignal) => {
      const { sftp, close } = await connectSftp(options, host, signal)
      return storeOn(sftp, root, close)
    }
    return storedSource(reach(path), host, {
      settleSeconds,
      writesBack: writeBackPath === undefined ? undefined : reach(writeBackPath),
    })
  },
})

function storeOn(sftp: SFTPWrapper, root: string, close: () => Promise<void>): Store {
  const { at, factsOf, refuseLinks, makeFolder, write, openToRead, readText } = sftpFolder(sftp, root)

  async function* files(under = '', leftOut?: (why: string) => void): AsyncGenerator<StoredFile> {
    await refuseLinks(under)
    yield* filesIn(under, leftOut)
  }

  async function* filesIn(under: string, leftOut?: (why: string) => void): AsyncGenerator<StoredFile> {
    const entries = await asked<FileEntryWithStats[]>((done) => sftp.readdir(at(under), done)).catch(
      (error) => unreadFolder(error, { root, under, isMissing: isMissing(error), leftOut }),
    )
    if (entries.length === 0) yield* illNamed(under)
    for (const { filename, attrs } of entries) {
      const path = under === '' ? filename : `${under}/${filename}`
      // The kind is that of the entry itself: a link is neither.
      if (attrs.isDirectory()) yield* filesIn(path, leftOut)
      else if (attrs.isFile()) yield { path, ...revisionOf(attrs), modifiedAt: fromEpochSeconds(attrs.mtime) }
    }
  }

  async function* read(path: string, revision: string): AsyncGenerator<Uint8Array> {
    await refuseLinks(posix.dirname(path))
    const facts = await asked<Stats>((done) => sftp.lstat(at(path), done)).catch(gone)
    if (!facts.isFile()) throw new PortError('refused', 'It is not a file.')
    const { facts: factsNow, pieces, close: closeFile } = await openToRead(path).catch(gone)
    const refuseOther = async () => {
      if (revisionOf(await factsNow()).revision !== revision)
        throw new PortError('conflict', 'The file has changed since it was listed.')
    }
    try {
      await refuseOther()
      yield* pieces(facts.size)
      await refuseOther()
    } finally {
      await closeFile()
    }
  }

  return {
    files,
    read: async (path, revision) => read(path, revision),
    async readText(path, mostBytes) {
      const facts = await factsOf(path)
      if (!facts?.isFile() || facts.size > mostBytes) return undefined
      return readText(path)
    },
    async write(path, bytes) {
      await makeFolder(posix.dirname(path))
      await write(path, bytes)
    },
    close,
  }
}

/** Times of SFTP are whole seconds: the size tells what they do not. */
const revisionOf = ({ mtime, size }: Stats) => ({ revision: `${mtime}-${size}`, size })

function gone(error: unknown): never {
  if (isMissing(error)) throw new PortError('gone', 'The file no longer exists.')
  throw error
}
