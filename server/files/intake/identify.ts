import { open } from 'node:fs/promises'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import { decodeText } from './decode-text.ts'

/** What can be made into a PDF. */
export const convertibleTypes = [
  'image/png',
  'image/jpeg',
  'image/tiff',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
] as const
export type ConvertibleType = (typeof convertibleTypes)[number]

export type Identified =
  | { type: 'convertible'; mediaType: ConvertibleType }
  | { type: 'other'; found: string; mediaType?: string }

/** What tells a kind stands at a file's head; of a ZIP it may be the last entry. */
const headBytes = 1024 ** 2

/** Tells a file's kind by its bytes alone: names and declared types are what a sender likes them to be. */
export async function identify(path: string): Promise<Identified> {
  const bytes = await headOf(path)
  if (bytes.length === 0) return { type: 'other', found: 'empty' }
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))
  const detected = isZip ? await fileTypeFromFile(path) : await fileTypeFromBuffer(bytes)
  if (detected) {
    const mediaType = convertibleTypes.find((type) => type === detected.mime)
    if (mediaType) return { type: 'convertible', mediaType }
    const found = kindNames[detected.mime] ?? `a file of the type ${detected.mime}`
    return { type: 'other', found, mediaType: detected.mime }
  }
  const text = decodeText(bytes, { isCut: bytes.length === headBytes })
  if (text === undefined) return { type: 'other', found: 'of an unknown kind' }
  const markup = markupIn(text)
  return markup ? { type: 'other', found: markup } : { type: 'convertible', mediaType: 'text/plain' }
}

async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  return buffer.subarray(0, bytesRead)
}

function markupIn(text: string): string | undefined {
  const head = text.slice(0, 2000).replace(/^\ufeff?\s*(<!--[\s\S]*?-->\s*)*/, '')
  if (/^<(!doctype\s+html|html|head|body|script|title|meta|iframe|img|table|div|p|a|style)\b/i.test(head))
    return 'an HTML page'
  if (/^<(\?xml|svg|!doctype)\b/i.test(head)) return 'an XML document'
  if (/^%!PS/.test(head)) return 'a PostScript program'
  return undefined
}

const kindNames: Readonly<Record<string, string>> = {
  'application/zip': 'a ZIP archive',
  'application/x-7z-compressed': 'a 7-Zip archive',
  'application/x-rar-compressed': 'a RAR archive',
  'application/vnd.rar': 'a RAR archive',
  'application/gzip': 'a gzip archive',
  'application/x-tar': 'a tar archive',
  'application/x-cfb':
    'an Office file of the old format, such as .doc, or one with a password, or an Outlook message',
  'application/rtf': 'a rich text file (RTF)',
  'application/xml': 'an XML document',
  'application/postscript': 'a PostScript program',
  'application/x-msdownload': 'a Windows program',
  'application/x-elf': 'a Linux program',
  'application/x-mach-binary': 'a macOS program',
  'application/pdf': 'a PDF that cannot be read',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'an Excel workbook',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'a PowerPoint presentation',
  'application/vnd.ms-word.document.macroenabled.12': 'a Word document with macros',
  'application/vnd.oasis.opendocument.text': 'an OpenDocument text',
  'image/gif': 'a GIF image',
  'image/bmp': 'a BMP image',
  'image/webp': 'a WebP image',
  'image/heic': 'a HEIC image',
  'image/svg+xml': 'an SVG drawing',
}
