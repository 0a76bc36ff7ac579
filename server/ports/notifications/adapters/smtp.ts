import { hash } from 'node:crypto'
import { access, readdir, readFile, rename } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { address, defineAdapter, type Host, PortError, secret } from '@portico/contract/ports/kit'
import { notifications } from '@portico/contract/ports/notifications'
import Type from '@portico/contract/type'
import type { SentMessageInfo, Transporter } from 'nodemailer'

const lookMs = 5_000
const connectMs = 10_000

export default defineAdapter({
  port: notifications,
  name: 'smtp',
  does: 'Sends notifications as email over SMTP, and reads what comes back from a Maildir.',
  options: Type.Object({
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
  }),
  open(options, host) {
    const { bounces } = options
    if (bounces !== undefined && !isAbsolute(bounces))
      throw new PortError('invalid', 'bounces must be an absolute path.')
    const domain = options.from.split('@')[1] ?? 'localhost'
    const underway = new Map<string, Promise<object>>()
    const watching = bounces === undefined ? undefined : watchBounces(bounces, host)

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
      supports: bounces === undefined ? [] : ['receipts'],
      calls: {
        notify(input, { key, signal }) {
          const to = input.recipient.emails?.[0]
          if (to === undefined) throw new PortError('invalid', 'The recipient has no email address.')
          const sending =
            underway.get(key) ??
            using(signal, async (transport) => {
              const sent: SentMessageInfo = await transport.sendMail({
                from: { name: options.fromName ?? '', address: options.from },
                to: { name: input.recipient.name, address: to },
                subject: input.subject,
                text: input.text,
                // The same message whenever it is sent again: a mail server knows it by this.
                messageId: `<${key}@${domain}>`,
                date: new Date(input.event.at),
                headers: {
                  'Auto-Submitted': 'auto-generated',
                  'X-Portico-Notification': input.notificationId,
                },
                dsn: {
                  id: input.notificationId,
                  return: 'headers',
                  notify: ['failure', 'delay'],
                  recipient: to,
                },
              })
              const receipt = {
                channel: 'email',
                destination: to,
                sentAt: host.now().toISOString(),
                tracking: String(sent.messageId).slice(0, 200),
              }
              return { receipt }
            }).finally(() => underway.delete(key))
          underway.set(key, sending)
          return sending
        },
      },
      check: async (signal) => {
        await using(signal, (transport) => transport.verify())
        if (bounces !== undefined) await access(join(bounces, 'new'))
      },
      start: async () => watching?.start(),
      close: async () => watching?.stop(),
    }
  },
})

/** Each message of the Maildir is read once, and moved to where read mail is. */
function watchBounces(folder: string, host: Host<typeof notifications>) {
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  async function look() {
    for (const name of (await readdir(join(folder, 'new'))).toSorted()) {
      const text = await readFile(join(folder, 'new', name), 'utf8')
      for (const bounce of bouncesIn(text, host.now()))
        await host.tell('bounce', bounce, { id: `bounce-${hash('sha256', text + bounce.destination)}` })
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

type Bounce = { notificationId: string; why: string; channel: string; destination: string; failedAt: string }

/** What a delivery report says of recipients that were not reached for good (RFC 3464). One that names no message is told, too. */
export function bouncesIn(message: string, now: Date): Bounce[] {
  const text = message.replaceAll('\r\n', '\n')
  if (!/^content-type:\s*multipart\/report\b/im.test(text)) return []
  const [, report = ''] =
    /\ncontent-type:\s*message\/delivery-status[^\n]*(?:\n[^\n]+)*\n\n([\s\S]*?)(?:\n--|$)/i.exec(text) ?? []
  const field = (part: string, name: string) =>
    new RegExp(`^${name}:[ \\t]*([^\\n]*(?:\\n[ \\t]+[^\\n]*)*)`, 'im')
      .exec(part)?.[1]
      ?.replaceAll(/\s+/g, ' ')
      .trim()
  const [ofMessage = '', ...ofRecipients] = report.split(/\n\n+/)
  const notificationId = field(ofMessage, 'Original-Envelope-Id')?.slice(0, 200) || 'unknown'
  const failedAt = now.toISOString()
  return ofRecipients
    .filter((part) => field(part, 'Action')?.toLowerCase() === 'failed')
    .map((part) => ({
      notificationId,
      why: (field(part, 'Diagnostic-Code') ?? field(part, 'Status') ?? 'It came back.').slice(0, 2000),
      channel: 'email',
      destination: (field(part, 'Final-Recipient')?.replace(/^rfc822;\s*/i, '') || 'unknown').slice(0, 500),
      failedAt,
    }))
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
