import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { documentSource } from '@portico/contract/ports/document-source'
import { defineAdapter, PortError } from '@portico/contract/ports/kit'
import Type from '@portico/contract/type'
import { refuseLinks } from '../../refuse-links.ts'
import {
  illNamed,
  type Store,
  type StoredFile,
  storedSource,
  storeOptions,
  unreadFolder,
} from '../stored-files.ts'

export default defineAdapter({
  port: documentSource,
  name: 'folder',
  does: 'Takes documents from a folder of this machine, in which each case has a folder of its own.',
  options: Type.Object({
    path: Type.String({ minLength: 1, description: 'The folder, as an absolute path. It must exist.' }),
    writeBackPath: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Where documents go that were made here. It must be there, and not inside `path`.',
      }),
    ),
    ...storeOptions,
  }),
  open({ path, writeBackPath, settleSeconds }, host) {
    for (const [option, value] of Object.entries({ path, writeBackPath }))
      if (value !== undefined && !isAbsolute(value))
        throw new PortError('invalid', `${option} must be absolute.`)
    if (writeBackPath !== undefined && !relative(path, writeBackPath).startsWith('..'))
      throw new PortError('invalid', 'writeBackPath must not be inside path.')
    return storedSource(async () => storeIn(path), host, {
      settleSeconds,
      writesBack: writeBackPath === undefined ? undefined : async () => storeIn(writeBackPath),
    })
  },
})

function storeIn(root: string): Store {
  const at = (path: string) => join(root, ...path.split('/'))

  async function* files(under = '', leftOut?: (why: string) => void): AsyncGenerator<StoredFile> {
    await refuseLinks(root, under)
    yield* filesIn(under, leftOut)
  }

  async function* filesIn(under: string, leftOut?: (why: string) => void): AsyncGenerator<StoredFile> {
    const entries = await readdir(at(under), { withFileTypes: true }).catch((error) =>
      unreadFolder(error, { root, under, isMissing: isMissing(error), leftOut }),
    )
    if (entries.length === 0) yield* illNamed(under)
    for (const entry of entries) {
      const path = under === '' ? entry.name : `${under}/${entry.name}`
      // A link may lead anywhere.
      if (entry.isDirectory()) yield* filesIn(path, leftOut)
      else if (entry.isFile()) {
        const file = await found(path).catch(unlessMissing)
        if (file) yield file
        else yield* illNamed(path)
      }
    }
  }

  async function found(path: string) {
    const facts = await stat(at(path), { bigint: true })
    const modifiedMs = Math.max(Number(facts.mtimeMs), Number(facts.ctimeMs))
    return { path, ...revisionOf(facts), modifiedAt: new Date(modifiedMs) }
  }

  async function* read(path: string, revision: string): AsyncGenerator<Uint8Array> {
    await refuseLinks(root, path)
    const file = await open(at(path), constants.O_RDONLY | constants.O_NOFOLLOW).catch(gone)
    const refuseOther = async () => {
      if (revisionOf(await file.stat({ bigint: true })).revision !== revision)
        throw new PortError('conflict', 'The file has changed since it was listed.')
    }
    try {
      await refuseOther()
      for await (const chunk of file.createReadStream({ autoClose: false })) yield chunk as Uint8Array
      await refuseOther()
    } finally {
      await file.close()
    }
  }

  return {
    files,
    read: async (path, revision) => read(path, revision),
    async readText(path, mostBytes) {
      await refuseLinks(root, path)
      const facts = await stat(at(path)).catch(unlessMissing)
      return facts?.isFile() && facts.size <= mostBytes ? readFile(at(path), 'utf8') : undefined
    },
    async write(path, bytes) {
      await refuseLinks(root, path.split('/').slice(0, -1).join('/'))
      const folder = dirname(at(path))
      await mkdir(folder, { recursive: true })
      // Of its own: the same document may be written twice at the same time.
      const unfinished = join(folder, `.${randomUUID()}.part`)
      try {
        const file = await open(unfinished, 'w')
        try {
          for await (const chunk of bytes) await file.writeFile(chunk)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, at(path))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      const handle = await open(folder, 'r')
      await handle.sync().finally(() => handle.close())
    },
    close: async () => {},
  }
}

const revisionOf = ({ mtimeNs, size }: { mtimeNs: bigint; size: bigint }) => ({
  revision: `${mtimeNs}-${size}`,
  size: Number(size),
})

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

function gone(error: unknown): never {
  if (isMissing(error)) throw new PortError('gone', 'The file no longer exists.')
  throw error
}
