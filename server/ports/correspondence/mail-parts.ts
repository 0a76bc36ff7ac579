import type { MessageStructureObject } from 'imapflow'
import { documentName } from '../../files/intake/document-name.ts'

/** What of a message becomes a file of the piece. `partId` says how it is fetched. */
export type MailFile = { partId: string; name: string; mediaType: string }

export type MailBody = { part: string; isHtml: boolean }

export type MailParts = {
  files: MailFile[]
  /** Where what the sender wrote may be, the likeliest first. */
  bodies: MailBody[]
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
