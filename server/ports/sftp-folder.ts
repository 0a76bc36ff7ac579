import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import type { Bytes } from '@portico/contract/ports/kit'
import type { SFTPWrapper, Stats } from 'ssh2'
import { asked, unlessMissing, unlessUnknown } from './sftp.ts'
import { sftpPlace } from './sftp-place.ts'

/**
 * A folder on the server; paths are relative to it, and nothing that is written leaves it. SFTP has no way to say “not
 * through a link”, and whoever may write into the folder can put one between a look and an act. So a file is made under
 * a name that nobody knows before, and where it is, is looked at before its first byte, after its last one, and when it
 * has its name. What went astray is removed.
 */
export function sftpFolder(sftp: SFTPWrapper, root: string) {
  const { at, realPath, factsOf, refuseLinks, refuseAstray } = sftpPlace(sftp, root)
  const unlink = (path: string) => asked<void>((done) => sftp.unlink(path, done))

  async function makeFolder(path: string, mode?: number): Promise<void> {
    await refuseLinks(path)
    const made = asked<void>((done) =>
      mode ? sftp.mkdir(at(path), { mode }, done) : sftp.mkdir(at(path), done),
    )
    const isMade = await made.then(
      () => true,
      async (error) => {
        if (!(await factsOf(path))) throw error
        return false
      },
    )
    await refuseAstray(path).catch(async (error) => {
      if (isMade) await asked<void>((done) => sftp.rmdir(at(path), done)).catch(() => {})
      throw error
    })
  }

  /** On the disk of the server, where it can say so, before it has its name. */
  async function write(path: string, bytes: Bytes): Promise<void> {
    const folder = posix.dirname(path)
    await refuseLinks(folder)
    const unfinished = posix.join(folder, `.${randomUUID()}.part`)
    const handle = await asked<Buffer>((done) => sftp.open(at(unfinished), 'wx', done))
    const undo = async () => {
      // By its handle, wherever it may be by now.
      await asked<void>((done) => sftp.fsetstat(handle, { size: 0 }, done)).catch(() => {})
      await unlink(at(unfinished)).catch(() => {})
    }
    try {
      await refuseAstray(unfinished)
      let position = 0
      for await (const chunk of bytes) {
        const { length } = chunk
        await asked<void>((done) => sftp.write(handle, Buffer.from(chunk), 0, length, position, done))
        position += length
      }
      // A server that does not have it decides by itself when it writes to its disk.
      await asked((done) => sftp.ext_openssh_fsync(handle, done)).catch(unlessUnknown)
      await refuseAstray(unfinished)
    } catch (error) {
      await undo()
      throw error
    } finally {
      await asked<void>((done) => sftp.close(handle, done)).catch(() => {})
    }
    await rename(unfinished, path).catch(async (error) => {
      await unlink(at(unfinished)).catch(() => {})
      throw error
    })
  }

  /** Replaces a file that is there, where the server has the extension of OpenSSH. */
  async function rename(from: string, to: string): Promise<void> {
    await refuseLinks(posix.dirname(from))
    await refuseLinks(posix.dirname(to))
    await asked<void>((done) => sftp.ext_openssh_rename(at(from), at(to), done)).catch((error) => {
      unlessUnknown(error)
      return asked<void>((done) => sftp.rename(at(from), at(to), done))
    })
    await refuseAstray(to).catch(async (error) => {
      await moveBack(from, to).catch(() => {})
      throw error
    })
  }

  /** What is elsewhere may be anybody's: it is not removed. */
  async function moveBack(from: string, to: string): Promise<void> {
    const folder = await realPath(at(posix.dirname(to)))
    await asked<void>((done) => sftp.rename(posix.join(folder, posix.basename(to)), at(from), done))
  }

  /** With all that is in it. The place is looked at after each list of names: what a link leads to keeps its files. */
  async function remove(path: string): Promise<void> {
    await refuseLinks(posix.dirname(path))
    const facts = await factsOf(path)
    if (!facts) return
    if (!facts.isDirectory()) return unlink(at(path)).catch(unlessMissing)
    const names = await asked<{ filename: string }[]>((done) => sftp.readdir(at(path), done))
    await refuseAstray(path)
    for (const { filename } of names) await remove(posix.join(path, filename))
    await asked<void>((done) => sftp.rmdir(at(path), done)).catch(unlessMissing)
  }

  /** A file that was reached through a link is closed again, unread. */
  async function openToRead(path: string): Promise<OpenFile> {
    await refuseLinks(path)
    const handle = await asked<Buffer>((done) => sftp.open(at(path), 'r', done))
    const close = () => asked<void>((done) => sftp.close(handle, done)).catch(() => {})
    await refuseAstray(path).catch(async (error) => {
      await close()
      throw error
    })
    const facts = () => asked<Stats>((done) => sftp.fstat(handle, done))
    return { facts, pieces: (size) => piecesOf(sftp, handle, size), close }
  }

  async function readText(path: string): Promise<string> {
    const { facts, pieces, close } = await openToRead(path)
    try {
      const { size } = await facts()
      return Buffer.concat(await Array.fromAsync(pieces(size))).toString()
    } finally {
      await close()
    }
  }

  return { at, factsOf, refuseLinks, makeFolder, write, rename, remove, openToRead, readText }
}

type OpenFile = {
  facts: () => Promise<Stats>
  pieces: (size: number) => AsyncGenerator<Uint8Array>
  close: () => Promise<void>
}

const pieceBytes = 32 * 1024

async function* piecesOf(sftp: SFTPWrapper, handle: Buffer, size: number): AsyncGenerator<Uint8Array> {
  const piece = Buffer.alloc(pieceBytes)
  for (let position = 0; position < size; ) {
    const length = Math.min(pieceBytes, size - position)
    const read = await new Promise<number>((done, failed) =>
      sftp.read(handle, piece, 0, length, position, (error, bytesRead) =>
        error ? failed(error) : done(bytesRead),
      ),
    )
    if (read === 0) break
    position += read
    yield Uint8Array.from(piece.subarray(0, read))
  }
}
