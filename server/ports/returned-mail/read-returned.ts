import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { textOfHtml } from '../text-of-html.ts'
import { isAutoReply, isChallenge, isVacation } from './auto-reply.ts'
import { fieldOf, type ReportedRecipient, readReport } from './delivery-report.ts'
import {
  daemonAddress,
  daemonName,
  delayedWords,
  failedSubject,
  failedWords,
  gaveUpWords,
  returnedBelow,
  sharedAddress,
  sharedName,
} from './notice-words.ts'
import type { ReturnAddresses } from './return-address.ts'

/** One recipient who was not reached. */
export type Failure = { destination: string; why: string; isTemporary: boolean }

/** What a message that came in is, as far as what was sent from here is concerned. */
export type Returned = {
  /**
   * `failed`: somebody was not reached, for good. `delayed`, `delivered`: nothing to be done. `autoReply`: a program
   * answered. `unclear`: it comes from a mail server and is not understood. `mail`: somebody wrote it.
   */
  is: 'failed' | 'delayed' | 'delivered' | 'autoReply' | 'unclear' | 'mail'
  /** What the message that came back was sent under. */
  sentAs?: { id: string } | { key: string }
  /** Its return address is made up. */
  isForged: boolean
  failures: Failure[]
  from: { name?: string; address?: string }
  subject: string
  text: string
}

/** A report is short; whatever is longer has somebody's mail in it, and its head says enough. */
export const mostReadBytes = 256 * 1024
const mostReadLines = 5000
const newline = 0x0a
const mostNoticeText = 20_000
const mostWhy = 2000

export type ReadBy = {
  returnAddresses?: ReturnAddresses | undefined
  /** The headers that name the message, and the domain of its Message-ID, whose other part is the key of the call. */
  idHeaders: readonly string[]
  domain: string
}

/**
 * Reads what came to the return address. Anybody can write there: nothing of it is believed but that a message came
 * back, and only if it names one of ours.
 */
export async function readReturned(source: Uint8Array, by: ReadBy): Promise<Returned> {
  const head = headOf(source)
  const email = await parsed(head)
  const raw = Buffer.from(head).toString('latin1')
  const parts = email.attachments.map((part) => ({ type: part.mimeType, content: contentOf(part) }))
  const page = email.text?.trim() ? email.text : textOfHtml(email.html ?? '')
  const text = page.slice(0, mostNoticeText)
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value
  const from = mailboxOf(email)
  const subject = email.subject ?? ''
  const named = by.returnAddresses?.namedIn(raw) ?? { isForged: false }
  const told = verdict({ header, from, subject, text, parts, type: header('content-type') ?? '' })
  const isNamed = named.id !== undefined
  const sentAs = isNamed ? { id: named.id as string } : originalOf(raw, text, parts, by)
  return {
    ...told,
    is: told.is === 'mail' && isNamed && isFromServer({ header, from }) ? 'unclear' : told.is,
    ...(sentAs && !named.isForged ? { sentAs } : {}),
    isForged: named.isForged,
    from,
    subject,
    text,
  }
}

/** Each line and each part costs the parser more than its bytes. */
function headOf(source: Uint8Array): Uint8Array {
  let end = 0
  for (let lines = 0; lines < mostReadLines; lines++) {
    const next = source.indexOf(newline, end)
    if (next < 0 || next >= mostReadBytes) return source.subarray(0, mostReadBytes)
    end = next + 1
  }
  return source.subarray(0, end)
}

type Part = { type: string; content: string }
type Seen = {
  header(name: string): string | undefined
  from: { name?: string; address?: string }
  subject: string
  text: string
  parts: readonly Part[]
  type: string
}

function verdict(seen: Seen): Pick<Returned, 'is' | 'failures'> {
  const { header, subject, text, parts, type } = seen
  const types = parts.map(({ type: one }) => one).join('\n')
  const reported = parts
    .filter(({ type: one }) => /^message\/(?:global-)?delivery-status$/.test(one))
    .flatMap(({ content }) => readReport(content).recipients)
  if (reported.length > 0) {
    const said = [text, ...reported.map(({ diagnostic = '' }) => diagnostic)].join('\n')
    return !isDaemon(seen.from) && isChallenge(said) ? none('autoReply') : byReport(reported, seen)
  }
  if (/^message\/feedback-report$/m.test(types)) return none('mail')
  const isOfReader = /^message\/disposition-notification$/m.test(types)
  // A mailbox may reject a message in the form of a receipt (RFC 5429).
  const isRejected =
    /\(rejected\)/i.test(header('auto-submitted') ?? '') || /automatically rejected/i.test(text)
  if (isOfReader && !isRejected) return none('mail')
  const failedRecipients = header('x-failed-recipients')
  const isReport = /^multipart\/report/i.test(type)
  const isAnswer = /^\s*(?:re|aw|sv|antw|fw|fwd|wg|tr|rv)\s*:/i.test(subject)
  const saysSo = failedSubject.test(subject) && !isAnswer
  const isByServer = failedRecipients !== undefined || isReport || isDaemon(seen.from)
  if (isVacation(header) && !isReport) return none('autoReply')
  // Somebody reads the mail of a postmaster, and is away at times.
  const mayBeAway = !isReport && failedRecipients === undefined && !saysSo && !hasProof(seen)
  if ((mayBeAway || !isByServer) && !(isShared(seen.from) && saysSo) && isAutoReply(seen))
    return none('autoReply')
  const isFromDaemon = isFromServer(seen)
  const isOfServer = isFromDaemon || isByServer || saysSo
  if (!isOfServer && !(isShared(seen.from) && !isAnswer && hasProof(seen))) return none('mail')
  const notice = noticeIn(seen)
  if (isDelay(subject, notice)) return none('delayed')
  const says = failedWords.test(notice) || codeIn(notice) !== undefined
  const isSure = failedRecipients !== undefined || says || (saysSo && (isFromDaemon || isShared(seen.from)))
  // A person who is away says the same words, and the reply has no sender either: they need a proof.
  // A program with a mailbox of its own, such as that of a help desk, may say of anything that it was rejected.
  const isOfProgram = /^auto-generated/i.test(header('auto-submitted') ?? '') && !isShared(seen.from)
  if (isSure && (isByServer || hasProof(seen) || (saysSo && !isOfProgram)))
    return { is: 'failed', failures: failuresIn(notice, failedRecipients, text) }
  return none(isFromDaemon || isReport ? 'unclear' : 'mail')
}

/** What came back, or a status of RFC 3463. */
function hasProof({ text, parts }: Pick<Seen, 'text' | 'parts'>): boolean {
  return (
    parts.some(({ type }) => /rfc822|^message\/global/.test(type)) ||
    /(?<![\d.])[45]\.\d\.\d{1,3}(?![\d.])/.test(text) ||
    /^[ \t>|]{0,20}(?:received|return-path|message-id|x-mailer)[ \t]{0,20}:/im.test(text)
  )
}

const none = (is: Returned['is']) => ({ is, failures: [] })

function byReport(reported: readonly ReportedRecipient[], seen: Seen): Pick<Returned, 'is' | 'failures'> {
  const failed = reported.filter(({ action }) => action === 'failed')
  if (failed.length === 0)
    return none(reported.some(({ action }) => action === 'delayed') ? 'delayed' : 'delivered')
  const notice = noticeIn(seen)
  return {
    is: 'failed',
    failures: failed.map(({ address, status, diagnostic }) => ({
      destination: address ?? 'unknown',
      why: sentence(diagnostic || status || lineOf(notice) || 'It came back.'),
      isTemporary: status?.startsWith('4') ?? false,
    })),
  }
}

/** What the server itself says: without what came back. */
function noticeIn({ subject, text, parts }: Pick<Seen, 'subject' | 'text' | 'parts'>): string {
  const said = parts.filter(({ type }) => type === 'text/plain' || type === 'message/delivery-status')
  const whole = [text, ...said.map(({ content }) => content)].join('\n').slice(0, 2 * mostNoticeText)
  const below = returnedBelow.exec(whole)
  const own = below && below.index > 20 ? whole.slice(0, below.index) : whole
  const lines = `${subject}\n${own}`.slice(0, mostNoticeText).split('\n')
  return lines.map((line) => line.trim()).join('\n')
}

function isDelay(subject: string, notice: string): boolean {
  const flat = notice.replaceAll(/\s+/g, ' ')
  if (
    /\(delay(?:ed)?\)|^\s*(?:warning: message|delayed|delivery delayed)|delivery.{0,20}delay/i.test(subject)
  )
    return true
  return delayedWords.test(flat) && !gaveUpWords.test(flat)
}

function failuresIn(notice: string, failedRecipients: string | undefined, text: string): Failure[] {
  const addresses =
    failedRecipients?.split(/[\s,]+/).filter((one) => one.includes('@')) ?? addressesIn(notice)
  const why = sentence(lineOf(notice) || text)
  const isTemporary = codeIn(notice)?.startsWith('4') ?? false
  const to = addresses.length > 0 ? addresses : ['unknown']
  return to.slice(0, 100).map((destination) => ({ destination: destination.slice(0, 500), why, isTemporary }))
}

const address = /(?<![\w.+-])[\w.+=~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,10}/gi

/** Those of the lines that begin with one, as all lists of recipients do; otherwise the first. */
function addressesIn(notice: string): string[] {
  const lines = notice.split('\n').map((line) => line.trim())
  const listed = lines.flatMap((line) => {
    const [first] = line.matchAll(address)
    return first && first.index <= 2 ? [first[0]] : []
  })
  const [any] = notice.matchAll(address)
  const found = listed.length > 0 ? listed : any ? [any[0]] : []
  return [...new Set(found.map((one) => one.toLowerCase()))]
}

/** A reply of SMTP or a status of RFC 3463. */
const codeIn = (notice: string): string | undefined =>
  /(?<![\d.])([45]\.\d{1,2}\.\d{1,3})(?![\d.])/.exec(notice)?.[1] ??
  /(?<![\d.:])([45][0-5]\d)(?=[ -]\S)(?![\d.])/.exec(notice)?.[1]

/** The line that says most: one with a code, else one that says what failed. */
function lineOf(notice: string): string {
  const lines = notice
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
  const coded = lines.findIndex((line) => codeIn(line) !== undefined)
  const failing = coded >= 0 ? coded : lines.findIndex((line) => failedWords.test(line))
  return failing < 0 ? '' : lines.slice(failing, failing + 3).join(' ')
}

const sentence = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, mostWhy)
    .toWellFormed() || 'It came back.'

function originalOf(
  raw: string,
  text: string,
  parts: readonly Part[],
  { idHeaders, domain }: ReadBy,
): Returned['sentAs'] {
  const report = parts.find(({ type }) => /delivery-status$/.test(type))
  const envelopeId = report && readReport(report.content).envelopeId
  if (envelopeId) return { id: envelopeId }
  const returned = [
    ...parts.filter(({ type }) => /rfc822|global/.test(type)).map(({ content }) => content),
    text,
  ].map(unquoted)
  for (const headers of returned)
    for (const name of idHeaders) {
      const id = fieldOf(headers, name)
      if (id) return { id: id.slice(0, 200) }
    }
  const at = domain.replaceAll(/[^a-z0-9-]/gi, String.raw`\$&`)
  const reference = String.raw`(?:message-?id|in-reply-to|references)\s*:\s*`
  const [, key] = new RegExp(`${reference}<([a-z0-9_-]{1,100})@${at}>`, 'i').exec(raw) ?? []
  return key === undefined ? undefined : { key }
}

/** Without what marks lines as quoted. What ends a mark cannot be part of it, so that no line is gone through twice. */
const unquoted = (headers: string) =>
  headers.replaceAll('\r\n', '\n').replaceAll(/^[ \t>|]+(?=[^\s>|:]+:)/gm, '')

function isFromServer({ header, from }: Pick<Seen, 'header' | 'from'>): boolean {
  return header('return-path')?.replaceAll(/\s/g, '') === '<>' || isDaemon(from)
}

const isDaemon = ({ name = '', address: at = '' }: Seen['from']): boolean =>
  daemonAddress.test(at) || daemonName.test(name) || (at === '' && /daemon|postmaster/i.test(name))

const isShared = ({ name = '', address: at = '' }: Seen['from']): boolean =>
  sharedAddress.test(at) || sharedName.test(name)

function mailboxOf({ from, sender, headers }: Email): { name?: string; address?: string } {
  const mailbox = from ?? sender
  const [first] = mailbox?.group ?? [mailbox]
  const written = headers.find(({ key }) => key === 'from')?.value
  if (written?.trim() === '<>') return { address: '<>' }
  const name = first?.name || (first ? undefined : written)
  return { ...(name ? { name } : {}), ...(first?.address ? { address: first.address } : {}) }
}

function contentOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}

async function parsed(source: Uint8Array): Promise<Email> {
  const limits = { maxNestingDepth: 50, maxHeadersSize: mostReadBytes }
  try {
    return await PostalMime.parse(source, {
      ...limits,
      forceRfc822Attachments: true,
      attachmentEncoding: 'utf8',
    })
  } catch {
    // Too odd to be taken apart: whatever it says is nobody's report.
    return { headers: [], headerLines: [], attachments: [] }
  }
}
