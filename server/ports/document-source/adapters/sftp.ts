import { createHash, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { posix } from 'node:path'
import { documentSource } from '@portico/contract/ports/document-source'
import { address, type Bytes, defineAdapter, PortError, secret } from '@portico/contract/ports/kit'
import Type, { type Static } from '@portico/contract/type'
import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import { type Store, type StoredFile, storedSource, storeOptions } from '../stored-files.ts'

const Options = Type.Object({
  host: address('The server'),
  port: Type.Integer({ minimum: 1, maximum: 65535, default: 22 }),
  hostKey: Type.String({
    pattern: '^SHA256:[A-Za-z0-9+/]{43}$',
    description: 'The fingerprint of the host, as `ssh-keygen -l` prints it.',
  }),
  username: Type.String({ minLength: 1 }),
  password: Type.Optional(secret('The password of the account')),
  privateKey: Type.Optional(secret('The private key of the account, in the OpenSSH or PEM format')),
  passphrase: Type.Optional(secret('What the private key is encrypted with')),
  path: Type.String({ minLength: 1, description: 'The folder on the server. It must be there.' }),
  writeBackPath: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Where documents go that were made here. It must be there, and not inside `path`.',
    }),
  ),
  ...storeOptions,
})
type Options = Static<typeof Options>

export default defineAdapter({
  port: documentSource,
  name: 'sftp',
  does: 'Takes documents from a folder on an SFTP server, in which each case has a folder of its own.',
  options: Options,
  open(options, host) {
    const { path, writeBackPath, settleSeconds } = options
    if (options.password === undefined && options.privateKey === undefined)
      throw new PortError('invalid', 'password or privateKey must be given.')
    if (writeBackPath !== undefined && !posix.relative(path, writeBackPath).startsWith('..'))
      throw new PortError('invalid', 'writeBackPath must not be inside path.')
    return storedSource((signal) => reach(options, path, signal), host, {
      settleSeconds,
      writesBack: writeBackPath === undefined ? undefined : (signal) => reach(options, writeBackPath, signal),
    })
  },
})

/** A connection of its own for each call: one that breaks takes no other with it. */
async function reach(options: Options, root: string, signal: AbortSignal): Promise<Store> {
  const { host, port, username, password, privateKey, passphrase } = options
  const { default: SftpClient } = await import('ssh2-sftp-client').catch(() => {
    throw new PortError('invalid', 'The adapter sftp needs the package ssh2-sftp-client: npm install it.')
  })
  signal.throwIfAborted()
  const socket = connect({ host, port, noDelay: true })
  const cut = () => socket.destroy()
  signal.addEventListener('abort', cut)
  const quiet = () => {}
  const client = new SftpClient('portico', { error: quiet, end: quiet, close: quiet })
  let offered: string | undefined
  try {
    const sftp = await client.connect({
      sock: socket,
      username,
      ...(password === undefined ? {} : { password }),
      ...(privateKey === undefined ? {} : { privateKey }),
      ...(passphrase === undefined ? {} : { passphrase }),
      hostVerifier(key: Buffer) {
        offered = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
        return offered === options.hostKey
      },
    })
    return storeOn(sftp, root, async () => {
      signal.removeEventListener('abort', cut)
      socket.destroy()
    })
  } catch (error) {
    socket.destroy()
    signal.removeEventListener('abort', cut)
    signal.throwIfAborted()
    throw failureOf(error, options, offered)
  }
}

function failureOf(error: unknown, { host, hostKey }: Options, offered: string | undefined): PortError {
  const { level, message } = error as { level?: string; message: string }
  if (offered !== undefined && offered !== hostKey)
    return new PortError('unauthorized', `${host} shows the key ${offered}, not the one of hostKey.`)
  if (level === 'client-authentication' || /authentication/i.test(message))
    return new PortError('unauthorized', `${host} does not accept the account of the binding.`)
  if (/privateKey/.test(message)) return new PortError('unauthorized', 'privateKey cannot be read.')
  return new PortError('unavailable', `${host} cannot be reached: ${message}.`, { cause: error })
}

type Callback<Value> = (error: Error | null | undefined, value: Value) => void
const asked = <Value>(ask: (callback: Callback<Value>) => void): Promise<Value> =>
  new Promise((done, failed) => ask((error, value) => (error ? failed(error) : done(value))))

function storeOn(sftp: SFTPWrapper, root: string, close: () => Promise<void>): Store {
  const at = (path: string) => posix.join(root, path)

  async function* files(under = ''): AsyncGenerator<StoredFile> {
    const entries = await asked<FileEntryWithStats[]>((done) => sftp.readdir(at(under), done)).catch(
      (error) => {
        if (under !== '' && isMissing(error)) return []
        throw new PortError('unavailable', `${root} cannot be read: ${(error as Error).message}`, {
          cause: error,
        })
      },
    )
    for (const { filename, attrs } of entries) {
      const path = under === '' ? filename : `${under}/${filename}`
      // The kind is that of the entry itself: a link is neither.
      if (attrs.isDirectory()) yield* files(path)
      else if (attrs.isFile()) yield { path, ...revisionOf(attrs), modifiedAt: new Date(attrs.mtime * 1000) }
    }
  }

  async function* read(path: string, revision: string): AsyncGenerator<Uint8Array> {
    const facts = await asked<Stats>((done) => sftp.lstat(at(path), done)).catch(gone)
    if (!facts.isFile()) throw new PortError('refused', 'It is not a file.')
    const handle = await asked<Buffer>((done) => sftp.open(at(path), 'r', done)).catch(gone)
    const refuseOther = async () => {
      const now = await asked<Stats>((done) => sftp.fstat(handle, done))
      if (revisionOf(now).revision !== revision)
        throw new PortError('conflict', 'The file has changed since it was listed.')
    }
    try {
      await refuseOther()
      const piece = Buffer.alloc(pieceBytes)
      for (let position = 0; position < facts.size; ) {
        const length = Math.min(pieceBytes, facts.size - position)
        const read = await new Promise<number>((done, failed) =>
          sftp.read(handle, piece, 0, length, position, (error, bytesRead) =>
            error ? failed(error) : done(bytesRead),
          ),
        )
        if (read === 0) break
        position += read
        yield Uint8Array.from(piece.subarray(0, read))
      }
      await refuseOther()
    } finally {
      await asked<void>((done) => sftp.close(handle, done)).catch(() => {})
    }
  }

  return {
    files,
    read: async (path, revision) => read(path, revision),
    async readText(path, mostBytes) {
      const facts = await asked<Stats>((done) => sftp.lstat(at(path), done)).catch(unlessMissing)
      if (!facts?.isFile() || facts.size > mostBytes) return undefined
      return (await asked<Buffer>((done) => sftp.readFile(at(path), done))).toString()
    },
    async write(path, bytes) {
      const folder = posix.dirname(path)
      await asked<void>((done) => sftp.mkdir(at(folder), done)).catch(() => {})
      // Of its own: the same document may be written twice at the same time.
      const unfinished = at(`${folder}/.${randomUUID()}.part`)
      await writeWhole(sftp, unfinished, bytes)
      // A rename by the extension of OpenSSH replaces what is there.
      await asked<void>((done) => sftp.ext_openssh_rename(unfinished, at(path), done))
    },
    close,
  }
}

const pieceBytes = 32 * 1024

async function writeWhole(sftp: SFTPWrapper, path: string, bytes: Bytes) {
  const handle = await asked<Buffer>((done) => sftp.open(path, 'w', done))
  try {
    let position = 0
    for await (const chunk of bytes) {
      const { length } = chunk
      await asked<void>((done) => sftp.write(handle, Buffer.from(chunk), 0, length, position, done))
      position += length
    }
    await asked((done) => sftp.ext_openssh_fsync(handle, done))
  } finally {
    await asked<void>((done) => sftp.close(handle, done)).catch(() => {})
  }
}

/** Times of SFTP are whole seconds: the size tells what they do not. */
const revisionOf = ({ mtime, size }: Stats) => ({ revision: `${mtime}-${size}`, size })

const isMissing = (error: unknown) => (error as { code?: unknown }).code === 2

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

function gone(error: unknown): never {
  if (isMissing(error)) throw new PortError('gone', 'The file is not there any more.')
  throw error
}
