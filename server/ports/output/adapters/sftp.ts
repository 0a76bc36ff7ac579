import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { posix } from 'node:path'
import { type Bytes, defineAdapter, PortError, secret } from '@portico/contract/ports/kit'
import { output } from '@portico/contract/ports/output'
import Type, { type Static } from '@portico/contract/type'
import type { SFTPWrapper } from 'ssh2'
import SftpClient from 'ssh2-sftp-client'
import { dropAdapter, dropOptions, type Place } from '../drop.ts'

const Options = Type.Object({
  host: Type.String({ minLength: 1 }),
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
  ...dropOptions,
})
type Options = Static<typeof Options>

export default defineAdapter({
  port: output,
  name: 'sftp',
  does: 'Writes decisions into a folder on an SFTP server.',
  options: Options,
  open(options, host) {
    const { username, path } = options
    if (options.password === undefined && options.privateKey === undefined)
      throw new PortError('invalid', 'password or privateKey must be given.')
    const destination = `sftp://${username}@${options.host}:${options.port}/${path.replace(/^\//, '')}`
    return dropAdapter((signal) => reach(options, signal), options, { destination, host })
  },
})

/** A connection of its own for each call: one that breaks takes no other with it. */
async function reach(options: Options, signal: AbortSignal): Promise<Place> {
  const { host, port, username, password, privateKey, passphrase } = options
  const socket = connect({ host, port, noDelay: true })
  const cut = () => socket.destroy()
  signal.addEventListener('abort', cut)
  const quiet = () => {}
  const client = new SftpClient('portico', { error: quiet, end: quiet, close: quiet })
  let offered: string | undefined
  const leave = async () => {
    signal.removeEventListener('abort', cut)
    await Promise.race([client.end().catch(quiet), closed(socket)])
    socket.destroy()
  }
  try {
    signal.throwIfAborted()
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
    return placeOn(sftp, options.path, leave)
  } catch (error) {
    socket.destroy()
    signal.removeEventListener('abort', cut)
    signal.throwIfAborted()
    throw failureOf(error, options, offered)
  }
}

const closed = (socket: Socket) =>
  socket.destroyed ? Promise.resolve() : new Promise((done) => socket.once('close', done))

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

function placeOn(sftp: SFTPWrapper, root: string, close: () => Promise<void>): Place {
  const at = (path: string) => posix.join(root, path)
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
      await makeFolder(at('.portico'), 0o700)
      const parts = path.split('/')
      for (const index of parts.keys()) await makeFolder(at(parts.slice(0, index + 1).join('/')))
    },
    write: (path, bytes) => write(sftp, at(path), bytes),
    read: (path) =>
      asked<Buffer>((done) => sftp.readFile(at(path), done)).then((bytes) => bytes.toString(), unlessMissing),
    exists: (path) => exists(at(path)),
    list: async (path) =>
      (await asked<{ filename: string }[]>((done) => sftp.readdir(at(path), done))).map(
        ({ filename }) => filename,
      ),
    async move(from, to) {
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
    remove: (path) => remove(at(path)),
    close,
  }
}

async function write(sftp: SFTPWrapper, path: string, bytes: Bytes) {
  const handle = await asked<Buffer>((done) => sftp.open(path, 'wx', done))
  try {
    let position = 0
    for await (const chunk of bytes) {
      const { length } = chunk
      await asked<void>((done) => sftp.write(handle, Buffer.from(chunk), 0, length, position, done))
      position += length
    }
    // A server that does not have it decides by itself when it writes to its disk.
    await asked((done) => sftp.ext_openssh_fsync(handle, done)).catch(unlessUnknown)
  } finally {
    await asked<void>((done) => sftp.close(handle, done)).catch(() => {})
  }
}

const noSuchFile = 2

function unlessMissing(error: unknown): undefined {
  if ((error as { code?: unknown }).code !== noSuchFile) throw error
}

/** An extension of OpenSSH that the server does not have. */
function unlessUnknown(error: unknown) {
  if (!(error instanceof Error) || !/does not support this extended request/.test(error.message)) throw error
}
