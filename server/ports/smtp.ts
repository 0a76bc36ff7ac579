import { address, type Host, PortError, secret } from '@portico/contract/ports/kit'
import Type from '@portico/contract/type'
import type { SendMailOptions, SentMessageInfo, Transporter } from 'nodemailer'
import {
  openReturnAddresses,
  type ReturnAddresses,
  returnPathPattern,
  subaddressOf,
} from './returned-mail/return-address.ts'

/** Where mail comes back that cannot be delivered. */
export const returnPath = Type.Optional(
  Type.String({
    pattern: `^none$|${returnPathPattern}`,
    maxLength: 200,
    description:
      'The return address of each message, with `*` where the part that names the message goes. By default a subaddress of `from` where what comes back is read; `none` is `from` itself',
    examples: ['bounces+*@example.org', '*@bounces.example.org'],
  }),
)

/** The options of any adapter that sends mail. */
export const smtpOptions = {
  host: address('The mail server', { examples: ['mail.example.org'] }),
  port: Type.Integer({ minimum: 1, maximum: 65_535, default: 587 }),
  security: Type.Union([Type.Literal('starttls'), Type.Literal('tls'), Type.Literal('none')], {
    default: 'starttls',
    description:
      '`starttls` refuses a server that offers none; `tls` is for port 465; `none` for this machine',
  }),
  username: Type.Optional(Type.String({ minLength: 1 })),
  password: Type.Optional(secret('The password of the username')),
  from: Type.String({
    pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
    description: 'The sender',
    examples: ['portico@example.org'],
  }),
  fromName: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  returnPath,
  bounces: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'The Maildir of the return path on this machine, as an absolute path: bounces are read there',
    }),
  ),
}

export type SmtpOptions = {
  host: string
  port: number
  security: 'starttls' | 'tls' | 'none'
  username?: string
  password?: string
  from: string
  fromName?: string
  returnPath?: string
  /** Whether anybody reads what comes back. */
  isReadBack: boolean
}

const connectMs = 10_000
/** One message, and what it is known by: its id comes back in the report of a bounce. */
export type MailToSend = Omit<SendMailOptions, 'from' | 'to' | 'messageId' | 'dsn'> & {
  to: { name: string; address: string }
  envelopeId: string
}

export type Mailer = ReturnType<typeof openMailer>

/** Sends mail, each message with a return address of its own. */
export function openMailer(options: SmtpOptions, host: Pick<Host, 'resolve' | 'now' | 'log' | 'sign'>) {
  const domain = options.from.split('@')[1] ?? 'localhost'
  const underway = new Map<string, Promise<object>>()
  const returnAddresses = returnAddressesOf(options, host)

  /** The name may lead elsewhere a moment later: the connection goes to the address that was checked. */
  const connected = async (signal: AbortSignal): Promise<Transporter> => {
    const { createTransport } = (await import('nodemailer')).default
    const { address: at } = await host.resolve(options.host)
    signal.throwIfAborted()
    return createTransport({
      host: at,
      port: options.port,
      secure: options.security === 'tls',
      requireTLS: options.security === 'starttls',
      ignoreTLS: options.security === 'none',
      name: domain,
      tls: { servername: options.host },
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: 60_000,
      ...(options.username === undefined
        ? {}
        : { auth: { user: options.username, pass: options.password ?? '' } }),
    })
  }
  const using = async <Result>(signal: AbortSignal, work: (to: Transporter) => Promise<Result>) => {
    const transport = await connected(signal)
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', abort)
    try {
      return await Promise.race([work(transport), aborted.promise])
    } catch (error) {
      throw asPortError(error)
    } finally {
      signal.removeEventListener('abort', abort)
      transport.close()
    }
  }

  return {
    /** Two attempts under one key are one; the receipt says what it went out as. */
    send(
      mail: () => Promise<MailToSend>,
      { key, signal }: { key: string; signal: AbortSignal },
    ): Promise<{ receipt: { channel: string; destination: string; sentAt: string; tracking: string } }> {
      const sending =
        underway.get(key) ??
        using(signal, async (transport) => {
          const { to, envelopeId, headers, ...rest } = await mail()
          const message = {
            ...rest,
            from: { name: options.fromName ?? '', address: options.from },
            to,
            // The same message whenever it is sent again: a mail server knows it by this.
            messageId: `<${key}@${domain}>`,
            headers: { 'Auto-Submitted': 'auto-generated', ...headers },
            dsn: {
              id: envelopeId,
              return: 'headers',
              notify: ['failure', 'delay'],
              recipient: to.address,
            },
          }
          const sender = returnAddresses?.of(envelopeId)
          const sendFrom = (from: string): Promise<SentMessageInfo> =>
            transport.sendMail({ ...message, envelope: { from, to: to.address } })
          const sent = await sendFrom(sender ?? options.from).catch((error: unknown) => {
            if (sender === undefined || !isOfSender(error)) throw error
            host.log('warn', 'the mail server refuses the return path, so the sender is used instead')
            return sendFrom(options.from)
          })
          const receipt = {
            channel: 'email',
            destination: to.address,
            sentAt: host.now().toISOString(),
            tracking: String(sent.messageId).slice(0, 200),
          }
          return { receipt }
        }).finally(() => underway.delete(key))
      underway.set(key, sending)
      return sending as ReturnType<Mailer['send']>
    },
    async check(signal: AbortSignal) {
      await using(signal, (transport) => transport.verify())
    },
    /** What tells that a message which came back was sent from here. */
    domain,
    returnAddresses,
  }
}

function returnAddressesOf(
  { from, returnPath: pattern, isReadBack }: SmtpOptions,
  { sign }: Pick<Host, 'sign'>,
): ReturnAddresses | undefined {
  const chosen = pattern ?? (isReadBack ? subaddressOf(from) : 'none')
  return chosen === 'none' ? undefined : openReturnAddresses(chosen, sign)
}

/** An account may be allowed to send from its own address alone. */
function isOfSender(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number }
  return command === 'MAIL FROM' && responseCode >= 500
}

function asPortError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PortError || error.name === 'AbortError') return error
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const said = error.message.slice(0, 500)
  if (code === 'EAUTH') return new PortError('unauthorized', said)
  if (code === 'ETIMEDOUT') return new PortError('timeout', said)
  if (responseCode !== undefined && responseCode >= 500) return new PortError('refused', said)
  return code === undefined ? error : new PortError('unavailable', said)
}
