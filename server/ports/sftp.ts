import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { address, type Host, PortError, secret } from '@portico/contract/ports/kit'
import Type from '@portico/contract/type'
import type { SFTPWrapper } from 'ssh2'
import SftpClient from 'ssh2-sftp-client'

/** The options of any adapter that speaks SFTP. */
export const sftpOptions = {
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
  path: Type.String({ minLength: 1, description: 'The folder on the server. It must exist.' }),
}

export type SftpOptions = {
  host: string
  port: number
  hostKey: string
  username: string
  password?: string
  privateKey?: string
  passphrase?: string
}

export function refuseWithoutCredentials({ password, privateKey }: SftpOptions) {
  if (password === undefined && privateKey === undefined)
    throw new PortError('invalid', 'password or privateKey must be given.')
}

/** A connection of its own for each call: one that breaks takes no other with it. */
export async function connectSftp(
  options: SftpOptions,
  { resolve }: Pick<Host, 'resolve'>,
  signal: AbortSignal,
): Promise<{ sftp: SFTPWrapper; close: () => Promise<void> }> {
  const { host, port, username, password, privateKey, passphrase } = options
  signal.throwIfAborted()
  const { address: checked } = await resolve(host)
  signal.throwIfAborted()
  const socket = connect({ host: checked, port, noDelay: true })
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
    const answering = untilLost(sftp, socket, host)
    const close = async () => {
      signal.removeEventListener('abort', cut)
      await Promise.race([client.end().catch(quiet), closed(socket)])
      socket.destroy()
    }
    return { sftp: answering, close }
  } catch (error) {
    socket.destroy()
    signal.removeEventListener('abort', cut)
    signal.throwIfAborted()
    throw failureOf(error, options, offered)
  }
}

/**
 * The same, with an answer to every request: where the server process ends, or the connection, what waits fails, and so
 * does what is asked afterwards. ssh2 calls nobody back then.
 */
function untilLost(sftp: SFTPWrapper, socket: Socket, host: string): SFTPWrapper {
  const waiting = new Set<(error: Error) => void>()
  let lost: PortError | undefined
  const lose = () => {
    lost ??= new PortError('unavailable', `${host} closed the connection before it answered.`)
    for (const fail of [...waiting]) fail(lost)
  }
  sftp.once('end', lose)
  sftp.once('close', lose)
  socket.once('close', lose)
  // It may have ended while it was being opened: ssh2 calls it ready all the same.
  if (socket.destroyed || (sftp as { readable?: boolean }).readable === false) lose()
  return new Proxy(sftp, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        const callback = args.at(-1)
        if (typeof callback !== 'function' || typeof name !== 'string' || isListening(name))
          return member.apply(target, args)
        const answer = (...answered: unknown[]) => {
          if (waiting.delete(answer)) callback(...answered)
        }
        waiting.add(answer)
        if (lost) return answer(lost)
        return member.apply(target, [...args.slice(0, -1), answer])
      }
    },
  })
}

const isListening = (name: string) => /^(on|once|off|addListener|removeListener)$/.test(name)

const closed = (socket: Socket) =>
  socket.destroyed ? Promise.resolve() : new Promise((done) => socket.once('close', done))

function failureOf(error: unknown, { host, hostKey }: SftpOptions, offered: string | undefined): PortError {
  const { level, message } = error as { level?: string; message: string }
  if (offered !== undefined && offered !== hostKey)
    return new PortError('unauthorized', `${host} shows the key ${offered}, not the one of hostKey.`)
  if (level === 'client-authentication' || /authentication/i.test(message))
    return new PortError('unauthorized', `${host} does not accept the account of the binding.`)
  if (/privateKey/.test(message)) return new PortError('unauthorized', 'privateKey cannot be read.')
  return new PortError('unavailable', `${host} cannot be reached: ${message}.`, { cause: error })
}

type Callback<Value> = (error: Error | null | undefined, value: Value) => void
export const asked = <Value>(ask: (callback: Callback<Value>) => void): Promise<Value> =>
  new Promise((done, failed) => ask((error, value) => (error ? failed(error) : done(value))))

const noSuchFile = 2

export const isMissing = (error: unknown) => (error as { code?: unknown }).code === noSuchFile

export function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** An extension of OpenSSH that the server does not have. */
export function unlessUnknown(error: unknown) {
  if (!(error instanceof Error) || !/does not support this extended request/.test(error.message)) throw error
}
