import type { MessageStructureObject } from 'imapflow'
import { documentName } from '../../files/intake/document-name.ts'

/** What of a message becomes a file of the piece. `partId` says how it is fetched. */
export type MailFile = { partId: string; name: string; mediaType: string }

export type MailBody = { part: string; isHtml: boolean }

export type MailParts = {
  files: MailFile[]
  /** Where what the sender wrote may be, the likeliest first. */
  bodies: MailBody[]
  /** The part that says what became of a message (RFC 3464), and the one that has the message itself. */
  report?: { part: string; returned?: string }
}

/** The message as it came, for whoever wants to look at it themselves. */
export const wholeMessage: MailFile = { partId: 'whole', name: 'message.eml', mediaType: 'message/rfc822' }
const htmlPrefix = 'html:'

/** A fact names at most a hundred files; of a message with more the whole is there too. */
const mostFiles = 98
const mostDepth = 30
/** So much of a page is read for its words; one that is longer is there as it came, too. */
export const mostPageBytes = 2 * 1024 ** 2

/**
 * What a message consists of. Anybody can send any structure: what is nested too deeply, or has too many parts, is taken
 * as a whole. Of alternatives the plain text counts; pictures, and whatever else is no text, are files wherever they are.
 */
export function partsOf(structure: MessageStructureObject | undefined): MailParts {
  const leaves: Leaf[] = []
  const isWhole = structure === undefined || !collect(structure, leaves)
  const report = structure && reportIn(structure)
  const texts = leaves.filter(isBodyText)
  const plain = texts.find(({ type }) => type === 'text/plain')
  const page = texts.find((leaf) => leaf.type === 'text/html' && (plain ? isBeside(leaf, plain) : true))
  const said = new Set([plain, page].map((leaf) => leaf?.alternative).filter((group) => group !== undefined))
  const own = leaves.filter((leaf) => {
    if (leaf.isLongPage) return true
    if (leaf === plain || leaf === page) return false
    if (leaf.alternative === undefined || !isBodyText(leaf)) return true
    if (said.has(leaf.alternative)) return false
    // Alternatives beside those of the body, as when a reply is put in front of what it answers: the first stands for all.
    said.add(leaf.alternative)
    return true
  })
  const files = own.slice(0, mostFiles - 1).map(fileOf)
  if (isWhole || own.length > files.length) files.push(wholeMessage)
  return {
    files,
    bodies: [plain, page].flatMap((leaf) =>
      leaf ? [{ part: leaf.part, isHtml: leaf.type === 'text/html' }] : [],
    ),
    ...(report ? { report } : {}),
  }
}

/** The body as a file: HTML is made into text on its way. */
export const bodyFile = ({ part, isHtml }: MailBody): MailFile => ({
  partId: isHtml ? `${htmlPrefix}${part}` : part,
  name: 'message.txt',
  mediaType: 'text/plain',
})

/** Which part of a message a file is. */
export function partOf(partId: string): { part?: string; isHtml: boolean } {
  if (partId === wholeMessage.partId) return { isHtml: false }
  const isHtml = partId.startsWith(htmlPrefix)
  return { part: isHtml ? partId.slice(htmlPrefix.length) : partId, isHtml }
}

export function hasPart(structure: MessageStructureObject | undefined, part: string): boolean {
  const open = structure ? [structure] : []
  for (let next = open.pop(); next; next = open.pop()) {
    if ((next.part ?? '1') === part) return true
    open.push(...(next.childNodes ?? []))
  }
  return false
}

type Leaf = {
  part: string
  type: string
  name?: string
  isAttached: boolean
  /** The outermost group of alternatives that it is one of. */
  alternative?: MessageStructureObject
  isLongPage: boolean
}

/** False where the message is more than anybody writes. */
function collect(structure: MessageStructureObject, leaves: Leaf[]): boolean {
  type Open = { node: MessageStructureObject; depth: number; alternative?: MessageStructureObject }
  const open: Open[] = [{ node: structure, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth, alternative } = next
    const type = node.type?.toLowerCase() ?? 'application/octet-stream'
    const isMultipart = type.startsWith('multipart/')
    if (!isMultipart) {
      if (leaves.length > mostFiles) return false
      const { disposition, dispositionParameters = {}, parameters = {} } = node
      const name = dispositionParameters.filename ?? parameters.name ?? node.envelope?.subject
      leaves.push({
        part: node.part ?? '1',
        type,
        ...(name ? { name } : {}),
        isAttached:
          disposition?.toLowerCase() === 'attachment' || dispositionParameters.filename !== undefined,
        ...(alternative ? { alternative } : {}),
        isLongPage: type === 'text/html' && (node.size ?? 0) > mostPageBytes,
      })
      continue
    }
    if (depth >= mostDepth) return false
    const inside = alternative ?? (type === 'multipart/alternative' ? node : undefined)
    for (const child of (node.childNodes ?? []).toReversed())
      open.push({ node: child, depth: depth + 1, ...(inside ? { alternative: inside } : {}) })
  }
  return true
}

const isBodyText = ({ type, isAttached }: Leaf) =>
  !isAttached && (type === 'text/plain' || type === 'text/html')

const isBeside = (leaf: Leaf, other: Leaf) =>
  leaf.alternative !== undefined && leaf.alternative === other.alternative

function reportIn({ type, childNodes = [] }: MessageStructureObject): MailParts['report'] {
  if (type?.toLowerCase() !== 'multipart/report') return undefined
  const partFor = (wanted: RegExp) => childNodes.find((node) => wanted.test(node.type ?? ''))?.part
  const part = partFor(/^message\/(global-)?delivery-status$/i)
  const returned = partFor(/^(message\/(global|rfc822)|text\/rfc822-headers|message\/global-headers)$/i)
  return part === undefined ? undefined : { part, ...(returned === undefined ? {} : { returned }) }
}

function fileOf({ part, type, name }: Leaf, index: number): MailFile {
  const usual = type === 'message/rfc822' ? '.eml' : (endings[type] ?? '')
  // The last part of what looks like a path; without marks that turn the ending of a name around.
  const given = documentName(
    name
      ?.split(/[\\/]/)
      .at(-1)
      ?.replace(/^[.\s]+/, '') ?? '',
    250,
  )
  const called = given || `attachment-${index + 1}`
  const hasEnding = /\.\w{1,5}$/.test(called)
  return { partId: part, name: hasEnding ? called : `${called}${usual}`, mediaType: type.slice(0, 200) }
}

const endings: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/tiff': '.tif',
  'text/html': '.html',
  'text/plain': '.txt',
}

const blocks = /^(p|div|br|li|tr|h[1-6]|table|ul|ol|blockquote|pre|hr|section|article|header|footer)$/
const unseen = /^(script|style|head|title|template|noscript)$/
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** The words of a page, with a line for each block, read in one go: no page is so odd that it takes long. */
export function textOfHtml(html: string): string {
  const words: string[] = []
  for (let at = 0; at < html.length; ) {
    const tagAt = html.indexOf('<', at)
    const end = tagAt === -1 ? html.length : tagAt
    words.push(html.slice(at, end).replaceAll(/\s+/g, ' '))
    if (tagAt === -1) break
    const isComment = html.startsWith('<!--', tagAt)
    const closed = html.indexOf(isComment ? '-->' : '>', tagAt + 1)
    if (closed === -1) break
    at = closed + (isComment ? 3 : 1)
    const [, name = ''] = /^<\/?([a-z][a-z0-9]*)/i.exec(html.slice(tagAt, tagAt + 20)) ?? []
    const tag = name.toLowerCase()
    if (blocks.test(tag)) words.push('\n')
    if (unseen.test(tag) && html[tagAt + 1] !== '/') at = endOf(html, tag, at)
  }
  return words
    .join('')
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, decoded)
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Behind the end of what is not to be seen; where it has none, there is nothing more to see. */
function endOf(html: string, tag: string, from: number): number {
  const close = new RegExp(`</${tag}\\b[^>]{0,1000}>`, 'gi')
  close.lastIndex = from
  return close.test(html) ? close.lastIndex : html.length
}

function decoded(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  const isCharacter = code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : ' '
}
