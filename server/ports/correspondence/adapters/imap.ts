import { isIP } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { correspondence } from '@portico/contract/ports/correspondence'
import {
  address,
  type Bytes,
  defineAdapter,
  type FactOf,
  type Host,
  PortError,
  secret,
} from '@portico/contract/ports/kit'
import Type, { type Static } from '@portico/contract/type'
import type { FetchMessageObject, ImapFlow, MailboxObject } from 'imapflow'
import { dayOf } from '../../../core/time/moments.ts'
import { type FollowUp, followUp } from '../../returned-mail/follow-up.ts'
import { mostReadBytes, type ReadBy } from '../../returned-mail/read-returned.ts'
import { openReturnAddresses } from '../../returned-mail/return-address.ts'
import { openMailer, returnPath } from '../../smtp.ts'
import { textOfHtml } from '../../text-of-html.ts'
import { letterMail, readLettersBy, returnedMailType } from '../letter-mail.ts'
import {
  bodyFile,
  hasPart,
  type MailBody,
  type MailFile,
  mostPageBytes,
  partOf,
  partsOf,
  wholeMessage,
} from '../mail-parts.ts'
import { shortText } from '../short-text.ts'

type Port = typeof correspondence
type Piece = FactOf<Port, 'pieceArrived'>

const security = Type.Union([Type.Literal('tls'), Type.Literal('starttls'), Type.Literal('none')])

const Options = Type.Object({
  host: address('The mail server', { examples: ['mail.example.org'] }),
  port: Type.Integer({ minimum: 1, maximum: 65_535, default: 993 }),
  security: {
    ...security,
    default: 'tls',
    description:
      '`tls` is for port 993; `starttls` refuses a server that offers none; `none` is for this machine',
  },
  ca: Type.Optional(
    Type.String({ minLength: 1, description: 'The certificate of your own authority, as PEM' }),
  ),
  username: Type.String({ minLength: 1, description: 'The account' }),
  password: secret('The password of the account'),
  mailbox: Type.String({ minLength: 1, maxLength: 500, default: 'INBOX' }),
  flag: Type.String({
    pattern: '^(\\\\(Flagged|Answered)|[A-Za-z$_][A-Za-z0-9$_.-]{0,60})$',
    default: '$PorticoTaken',
    description: 'Marks what was taken in. A server that keeps no flags of its own takes `\\Flagged`',
  }),
  mailType: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The type of what comes in; left out, somebody says it of each piece',
    }),
  ),
  pollSeconds: Type.Number({ default: 30, minimum: 1, maximum: 3600 }),
  from: Type.Optional(
    Type.String({
      pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
      description: 'Letters are sent from this address, that of the mailbox; left out, none are sent',
    }),
  ),
  fromName: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  returnPath,
  smtpHost: address('The server that letters are sent through', { default: 'localhost' }),
  smtpPort: Type.Integer({ minimum: 1, maximum: 65_535, default: 587 }),
  smtpSecurity: { ...security, default: 'starttls' },
  smtpLogin: Type.Boolean({ default: true, description: 'Signs in there too, with the same account' }),
  text: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2000, description: 'What the message of a letter says' }),
  ),
})
type Options = Static<typeof Options>

const connectMs = 10_000
const mostText = 20_000
const mostHeadBytes = 256 * 1024
const source = { maxLength: mostReadBytes }

export default defineAdapter({
  port: correspondence,
  name: 'imap',
  does: 'Takes in mail and delivery reports from a mailbox by IMAP, and sends letters by SMTP.',
  options: Options,
  open(options, host) {
    const within = connections(options, host)
    const mailer = mailerOf(options, host)
    let polling: ReturnType<typeof poll> | undefined
    return {
      supports: ['intake', 'receipts', ...(mailer ? (['distribution'] as const) : [])],
      calls: {
        ...(mailer ? { send: letterMail(mailer, options.text) } : {}),
        fetchPiece: ({ pieceId, partId }, { signal }) =>
          fetchPart(within, options, { pieceId, partId, signal }),
      },
      async check(signal) {
        await within(signal, async (client) =>
          refuseFlagless(await client.mailboxOpen(options.mailbox), options),
        )
        await mailer?.check(signal)
      },
      async start() {
        polling = poll(options, host, within, readerOf(options, host, mailer))
      },
      async close() {
        await polling?.stop()
      },
    }
  },
})

function mailerOf(options: Options, host: Host<Port>) {
  const { from, fromName, smtpHost, smtpPort, smtpSecurity, smtpLogin, username, password } = options
  const back = options.returnPath === undefined ? {} : { returnPath: options.returnPath }
  if (from === undefined) return undefined
  const account = smtpLogin ? { username, password } : {}
  const name = fromName === undefined ? {} : { fromName }
  const at = { host: smtpHost, port: smtpPort, security: smtpSecurity }
  // What comes back is in the mailbox.
  return openMailer({ ...at, ...account, ...name, ...back, from, isReadBack: true }, host)
}

/** What comes back is read even where letters are sent by another binding. */
function readerOf(
  { username }: Options,
  host: Host<Port>,
  mailer: ReturnType<typeof mailerOf> = undefined,
): ReadBy {
  const domain = username.split('@')[1] ?? 'localhost'
  return readLettersBy(mailer ?? { domain, returnAddresses: openReturnAddresses(undefined, host.sign) })
}

type Within = <Done>(signal: AbortSignal, work: (client: ImapFlow) => Promise<Done>) => Promise<Done>

/** A connection for each task, so that none waits for another, to the address that was checked. */
function connections(options: Options, host: Host<Port>): Within {
  return async (signal, work) => {
    const { client, close } = await connected(options, host, signal)
    try {
      return await work(client)
    } catch (error) {
      signal.throwIfAborted()
      throw asPortError(error)
    } finally {
      await close()
    }
  }
}

async function connected(options: Options, host: Host<Port>, signal: AbortSignal) {
  const { ImapFlow: Client } = await import('imapflow')
  const { address: at } = await host.resolve(options.host)
  signal.throwIfAborted()
  const named = isIP(options.host) ? {} : { servername: options.host }
  const client = new Client({
    host: at,
    port: options.port,
    secure: options.security === 'tls',
    doSTARTTLS: options.security === 'starttls',
    ...named,
    tls: { ...named, ...(options.ca === undefined ? {} : { ca: options.ca }) },
    auth: { user: options.username, pass: options.password },
    // Whatever it would log is somebody's mail.
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: 60_000,
    maxLiteralSize: 2 ** 30,
    maxLineLength: 2 ** 24,
  })
  // It fails the task at hand, too.
  client.on('error', () => {})
  const abort = () => client.close()
  signal.addEventListener('abort', abort)
  const close = async () => {
    signal.removeEventListener('abort', abort)
    if (client.usable && !signal.aborted) await client.logout().catch(() => {})
    client.close()
  }
  try {
    await client.connect()
  } catch (error) {
    await close()
    signal.throwIfAborted()
    throw asPortError(error)
  }
  return { client, close }
}

/** Looks for messages without the flag; each gets it once it is told of. */
function poll(options: Options, host: Host<Port>, within: Within, by: ReadBy) {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()
  const odd = new Set<string>()

  const look = () =>
    within(signal, async (client) => {
      const box = await client.mailboxOpen(options.mailbox)
      refuseFlagless(box, options)
      const found = await client.search({ ...unflagged(options.flag), deleted: false }, { uid: true })
      for (const uid of (found || []).toSorted((one, other) => one - other)) {
        signal.throwIfAborted()
        await takeIn(client, box, uid).catch((error: unknown) => {
          if (!client.usable || signal.aborted) throw error
          // Those behind it come in all the same; it is tried again next time.
          host.log('warn', 'a message could not be taken in', { uid, error: asPortError(error).message })
        })
      }
    })

  async function takeIn(client: ImapFlow, { uidValidity }: MailboxObject, uid: number) {
    const pieceId = `${uidValidity}-${uid}`
    const read = (isWhole: boolean) =>
      client.fetchOne(
        String(uid),
        { envelope: true, internalDate: true, ...(isWhole ? {} : { bodyStructure: true, source }) },
        { uid: true },
      )
    try {
      // What is too odd to be taken apart, or has failed before, is taken as a whole.
      const message = (!odd.has(pieceId) && (await read(false))) || (await read(true))
      if (!message) return
      const left = message.source ? await hearBack(message.source) : undefined
      if (left?.is !== 'none') await tellOfPiece(client, message, pieceId, left)
      await client.messageFlagsAdd(String(uid), [options.flag], { uid: true, silent: true })
      odd.delete(pieceId)
    } catch (error) {
      odd.add(pieceId)
      throw error
    }
  }

  const hearBack = (head: Buffer) =>
    followUp(head, by, host, ({ sentAs: letterId, ...bounce }, id) =>
      host.tell('bounce', { letterId, ...bounce }, { id }),
    )

  async function tellOfPiece(
    client: ImapFlow,
    message: FetchMessageObject,
    pieceId: string,
    left: Exclude<FollowUp, { is: 'none' }> | undefined,
  ) {
    const { uid, envelope, bodyStructure, internalDate } = message
    const { files, bodies } = partsOf(bodyStructure)
    const body = await bodyOf(client, uid, bodies)
    const received = earlier(new Date(internalDate ?? host.now()), host.now())
    const [sender] = envelope?.from ?? []
    const isReturned = left?.is === 'returned'
    const isWholeToo = isReturned && !files.includes(wholeMessage)
    const all: MailFile[] = [
      ...(body ? [bodyFile(body)] : []),
      ...files,
      ...(isWholeToo ? [wholeMessage] : []),
    ]
    const mailType = isReturned ? returnedMailType : options.mailType
    // That somebody is away is no answer to a letter.
    const isOfLetter = left?.sentAs !== undefined && left.is !== 'autoReply'
    const fact: Piece = {
      pieceId,
      channel: 'electronicSubmission',
      sender: { ...shortText('name', sender?.name, 500), ...shortText('address', sender?.address, 500) },
      receiptDate: dayOf(received),
      ...shortText('subject', envelope?.subject, 500),
      ...shortText('text', body?.text, mostText),
      ...(mailType === undefined ? {} : { suggestedType: mailType }),
      ...(isOfLetter ? { letterId: left.sentAs } : {}),
      files: all.length > 0 ? all : [wholeMessage],
      at: received.toISOString(),
    }
    await host.tell('pieceArrived', fact, { id: `piece-${pieceId}` })
  }

  const again = () => {
    looking = looking.then(look).catch((error: unknown) => {
      if (!signal.aborted)
        host.log('warn', 'the mailbox cannot be read', { error: asPortError(error).message })
    })
    void looking.then(() => {
      if (!signal.aborted) timer = setTimeout(again, options.pollSeconds * 1000)
    })
  }
  again()
  return {
    async stop() {
      stopping.abort(new Error('the process stops'))
      clearTimeout(timer)
      await looking
    },
  }
}

/** The first that says anything, and what. */
async function bodyOf(client: ImapFlow, uid: number, bodies: readonly MailBody[]) {
  for (const body of bodies) {
    const head = await headOf(client, uid, body.part)
    const text = (body.isHtml ? textOfHtml(head) : head).trim()
    if (text !== '') return { ...body, text }
  }
  return undefined
}

async function headOf(client: ImapFlow, uid: number, part: string): Promise<string> {
  const { content } = await client.download(String(uid), part, { uid: true, maxBytes: mostHeadBytes })
  return content ? textOf(content) : ''
}

/** Opened before it answers: what is not there fails the call, not the reading of its bytes. */
async function fetchPart(
  within: Within,
  { mailbox }: Options,
  { pieceId, partId, signal }: { pieceId: string; partId: string; signal: AbortSignal },
): Promise<Bytes> {
  const [, validity, uid] = /^(\d{1,20})-(\d{1,10})$/.exec(pieceId) ?? []
  const { part, isHtml } = partOf(partId)
  const begun = Promise.withResolvers<Bytes>()
  const over = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => over.resolve(), { once: true })
  const reading = within(signal, async (client) => {
    const { uidValidity } = await client.mailboxOpen(mailbox, { readOnly: true })
    if (uid === undefined || String(uidValidity) !== validity || !(await isThere(client, uid, part)))
      throw new PortError('gone', 'The mailbox has no such message, or the message no such part.')
    const { content } = await client.download(uid, part, {
      uid: true,
      ...(isHtml ? { maxBytes: mostPageBytes } : {}),
    })
    if (!content) throw new PortError('gone', 'The message has no such part.')
    begun.resolve(isHtml ? asText(content) : content)
    await over.promise
  })
  reading.catch(begun.reject)
  const bytes = await begun.promise
  return (async function* () {
    try {
      yield* bytes
    } finally {
      over.resolve()
    }
  })()
}

/** A server may answer with no bytes for a part that is not there. */
async function isThere(client: ImapFlow, uid: string, part: string | undefined): Promise<boolean> {
  const query = part === undefined ? { uid: true } : { bodyStructure: true }
  const found = await client.fetchOne(uid, query, { uid: true })
  return Boolean(found && (part === undefined || hasPart(found.bodyStructure, part)))
}

async function* asText(content: AsyncIterable<Uint8Array>) {
  yield Buffer.from(textOfHtml(await textOf(content as never)))
}

function unflagged(flag: string) {
  if (flag === '\\Flagged') return { flagged: false }
  return flag === '\\Answered' ? { answered: false } : { unKeyword: flag }
}

function refuseFlagless({ permanentFlags, readOnly }: MailboxObject, { flag, mailbox }: Options) {
  if (readOnly) throw new PortError('invalid', `The account may not mark messages of ${mailbox}.`)
  if (!permanentFlags || permanentFlags.has('\\*') || permanentFlags.has(flag)) return
  throw new PortError(
    'invalid',
    `${mailbox} does not keep the flag ${flag}: name one that it keeps, such as \\Flagged.`,
  )
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)

function asPortError(error: unknown): PortError {
  if (error instanceof PortError) return error
  const { message, code, authenticationFailed, responseText } = (error ?? {}) as Error & {
    code?: string
    authenticationFailed?: boolean
    responseText?: string
  }
  const said = (responseText || message || String(error)).slice(0, 500)
  if (authenticationFailed) return new PortError('unauthorized', said, { cause: error })
  const isLate = code === 'ETIMEDOUT' || code === 'ETIMEOUT' || code === 'CONNECT_TIMEOUT'
  return new PortError(isLate ? 'timeout' : 'unavailable', said, { cause: error })
}
