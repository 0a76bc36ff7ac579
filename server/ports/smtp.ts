import { hash } from 'node:crypto'
import { access, open, readdir, rename } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { address, type Host, PortError, secret } from '@portico/contract/ports/kit'
import Type from '@portico/contract/type'
import type { SendMailOptions, SentMessageInfo, Transporter } from 'nodemailer'

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
    description: 'The sender, to whom bounces are sent',
    examples: ['portico@example.org'],
  }),
  fromName: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  bounces: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'The Maildir of the sender on this machine, as an absolute path: bounces are read there',
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
  bounces?: string
}

/** What comes back of one recipient of a message, for good (RFC 3464). */
export type Bounce = {
  /** What the message was sent under, or `unknown`. */
  envelopeId: string
  why: string
  channel: string
  destination: string
  failedAt: string
}

/** Names a letter in a message that comes back without its envelope id. */
export const letterHeader = 'X-Portico-Letter'

const lookMs = 5_000
const connectMs = 10_000
/** A delivery report is short; whatever is longer is somebody's mail, and its head says enough. */
const mostReportBytes = 256 * 1024
const mostRecipients = 100

/** One message, and what it is known by: its id comes back in the report of a bounce. */
export type MailToSend = Omit<SendMailOptions, 'from' | 'to' | 'messageId' | 'dsn'> & {
  to: { name: string; address: string }
  envelopeId: string
}

export type Mailer = ReturnType<typeof openMailer>

/** Sends mail, and reads what comes back. `told` is a bounce, with an id of its own. */
export function openMailer(
  options: SmtpOptions,
  host: Pick<Host, 'resolve' | 'now' | 'log'>,
  told: (bounce: Bounce, id: string) => Promise<void>,
) {
  const { bounces } = options
  if (bounces !== undefined && !isAbsolute(bounces))
    throw new PortError('invalid', 'bounces must be an absolute path.')
  const domain = options.from.split('@')[1] ?? 'localhost'
  const underway = new Map<string, Promise<object>>()
  const watching = bounces === undefined ? undefined : watchBounces(bounces, host, told)

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
          const sent: SentMessageInfo = await transport.sendMail({
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
      if (bounces !== undefined) await access(join(bounces, 'new'))
    },
    start: async () => watching?.start(),
    close: async () => watching?.stop(),
  }
}

/** Each message of the Maildir is read once, and moved to where read mail is. */
function watchBounces(
  folder: string,
  host: Pick<Host, 'now' | 'log'>,
  told: (bounce: Bounce, id: string) => Promise<void>,
) {
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  async function look() {
    for (const name of (await readdir(join(folder, 'new'))).toSorted()) {
      const text = await headOf(join(folder, 'new', name))
      for (const bounce of bouncesIn(text, host.now()))
        await told(bounce, `bounce-${hash('sha256', text + bounce.destination)}`)
      await rename(join(folder, 'new', name), join(folder, 'cur', `${name}:2,S`))
    }
  }
  const again = () => {
    looking = looking.then(look).catch(() => host.log('warn', 'the Maildir of bounces cannot be read'))
    timer = setTimeout(() => looking.then(again), lookMs)
  }
  return {
    start: again,
    async stop() {
      clearTimeout(timer)
      await looking
      clearTimeout(timer)
    },
  }
}

async function headOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostReportBytes), 0, mostReportBytes, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * What a delivery report says of recipients that were not reached for good (RFC 3464). Anybody can send one: nothing of
 * it is believed but that a message of this id came back. One that names no message is told, too.
 */
export function bouncesIn(message: string, now: Date): Bounce[] {
  const text = message.slice(0, mostReportBytes).replaceAll('\r\n', '\n')
  if (!/^content-type:\s*multipart\/report\b/im.test(text)) return []
  const [, report = ''] =
    /\ncontent-type:\s*message\/delivery-status[^\n]*(?:\n[^\n]+)*\n\n([\s\S]*?)(?:\n--|$)/i.exec(text) ?? []
  return bouncesOfReport(report, now)
}

/**
 * The same of the report alone (`message/delivery-status`). Servers may drop the envelope id: then the headers of the
 * message that came back name it.
 */
export function bouncesOfReport(report: string, now: Date, returned = ''): Bounce[] {
  const [, ...ofRecipients] = sectionsOf(report)
  const envelopeId = reportedId(report, returned) ?? 'unknown'
  const failedAt = now.toISOString()
  return ofRecipients
    .filter((part) => field(part, 'Action')?.toLowerCase() === 'failed')
    .slice(0, mostRecipients)
    .map((part) => ({
      envelopeId,
      why: (field(part, 'Diagnostic-Code') || field(part, 'Status') || 'It came back.').slice(0, 2000),
      channel: 'email',
      destination: (field(part, 'Final-Recipient')?.replace(/^rfc822;\s*/i, '') || 'unknown').slice(0, 500),
      failedAt,
    }))
}

/** Which message a report is about, if it says so. */
export function reportedId(report: string, returned = ''): string | undefined {
  const [ofMessage = ''] = sectionsOf(report)
  const [headers = ''] = returned.replaceAll('\r\n', '\n').split('\n\n', 1)
  const id = field(ofMessage, 'Original-Envelope-Id') || field(headers, letterHeader)
  return id?.slice(0, 200) || undefined
}

const sectionsOf = (report: string) => report.replaceAll('\r\n', '\n').trim().split(/\n\n+/)

function field(part: string, name: string): string | undefined {
  return new RegExp(`^${name}:[ \\t]*([^\\n]*(?:\\n[ \\t]+[^\\n]*)*)`, 'im')
    .exec(part)?.[1]
    ?.replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
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
