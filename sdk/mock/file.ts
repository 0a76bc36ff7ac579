import type { CaseDocument } from '../generated/types.ts'
import { refusal } from './engine.ts'
import { sha256Hex } from './sha256.ts'

/** What the mock makes of bytes that come in. */
export type MockFile = {
  /** Of the bytes that are read: those of `content`. */
  sha256: string
  content: Uint8Array<ArrayBuffer>
  /** The text of each page. */
  pages: readonly string[]
  /** What came in, where that is something else than what is read. */
  original?: { facts: NonNullable<CaseDocument['original']>; content: Uint8Array<ArrayBuffer> } | undefined
  unreadable?: string | undefined
}

const blankPdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

/** A PDF has its pages counted and no text; a text is read, a page for each form feed; of all else there is one page. */
export async function receive(file: Blob | Uint8Array<ArrayBuffer>): Promise<MockFile> {
  const content = file instanceof Uint8Array ? file : new Uint8Array(await file.arrayBuffer())
  if (content.length === 0) throw refusal('invalid', 'The body is empty: send the bytes of the file.')
  const text = new TextDecoder('latin1').decode(content)
  if (text.startsWith('PK\x03\x04')) {
    throw refusal(
      'unsupported',
      'The file is a ZIP archive. PDF, PNG, JPEG, TIFF, DOCX and plain text are accepted.',
    )
  }
  if (text.startsWith('%PDF-')) {
    const isEncrypted = text.includes('/Encrypt')
    const pageCount = isEncrypted ? 1 : (text.match(/\/Type\s*\/Page\b/g)?.length ?? 1)
    const pages = Array.from({ length: pageCount }, () => '')
    return fileOf(content, pages, isEncrypted ? { unreadable: 'encrypted' } : {})
  }
  const isText = !text.includes('\0')
  const sha256 = sha256Hex(content)
  const mediaType = isText ? 'text/plain' : 'application/octet-stream'
  const pages = isText ? new TextDecoder().decode(content).split('\f') : ['']
  return fileOf(pdfOf(sha256), pages, {
    original: { facts: { sha256, bytes: content.length, mediaType }, content },
  })
}

/** A document that a test gives: its text, and its bytes if it cares. */
export function givenFile(id: string, pages: readonly string[] = [''], content?: Uint8Array): MockFile {
  return fileOf(content ? Uint8Array.from(content) : pdfOf(id), pages.length > 0 ? pages : [''])
}

/** One page, blank, and with other bytes for every name. */
export const pdfOf = (name: string) => new TextEncoder().encode(`${blankPdf}% ${name}\n`)

function fileOf(
  content: Uint8Array<ArrayBuffer>,
  pages: readonly string[],
  more: Pick<MockFile, 'original' | 'unreadable'> = {},
): MockFile {
  return { sha256: sha256Hex(content), content, pages, ...more }
}

/** An answer of bytes, whole or a range of them. */
export function served(
  content: Uint8Array<ArrayBuffer>,
  {
    name,
    contentType,
    range,
  }: { name: string; contentType: string; range?: { start: number; end?: number | undefined } | undefined },
): Response {
  const end = Math.min(range?.end ?? content.length - 1, content.length - 1)
  if (range && range.start > end)
    throw refusal('outside', `The content has ${content.length} bytes; the range is outside it.`)
  const bytes = range ? content.slice(range.start, end + 1) : content
  return new Response(bytes, {
    headers: {
      'content-type': contentType,
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      etag: `"${sha256Hex(content).slice(0, 32)}"`,
      ...(range ? { 'content-range': `bytes ${range.start}-${end}/${content.length}` } : {}),
    },
  })
}
