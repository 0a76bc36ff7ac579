import type { CaseDocument } from '../types.ts'
import { blankPdf } from './content.ts'
import { refusal } from './store.ts'

/** What the mock makes of bytes that come in. */
export type MockFile = {
  /** Of the bytes that are read: those of `content`. */
  sha256: string
  bytes: number
  /** The text of each page. */
  pages: readonly string[]
  /** Left out, it is a blank PDF. */
  content: Uint8Array | undefined
  /** What came in, where that is something else than what is read. */
  original?: { facts: NonNullable<CaseDocument['original']>; content: Uint8Array } | undefined
  unreadable?: string | undefined
}

const pdfStart = '%PDF-'

/** A PDF has its pages counted and no text; a text is read, a page for each form feed; of all else there is one page. */
export async function receive(file: Blob): Promise<MockFile> {
  const content = new Uint8Array(await file.arrayBuffer())
  if (content.length === 0) throw refusal(400, 'badRequest', 'There are no bytes: send them as the body.')
  const text = new TextDecoder('latin1').decode(content)
  if (text.startsWith('PK\x03\x04')) {
    throw refusal(415, 'unsupportedMediaType', 'A ZIP archive is not taken in as a document.')
  }
  const facts = { sha256: await sha256(content), bytes: content.length }
  if (text.startsWith(pdfStart) && text.includes('/Encrypt')) {
    return { ...facts, pages: [''], content, unreadable: 'encrypted' }
  }
  if (text.startsWith(pdfStart)) {
    const pageCount = text.match(/\/Type\s*\/Page\b/g)?.length ?? 1
    return { ...facts, pages: Array.from({ length: pageCount }, () => ''), content }
  }
  const isText = !text.includes('\0')
  const read = new TextEncoder().encode(blankPdf)
  return {
    sha256: await sha256(read),
    bytes: read.length,
    pages: isText ? new TextDecoder().decode(content).split('\f') : [''],
    content: undefined,
    original: {
      facts: { ...facts, mediaType: isText ? 'text/plain' : 'application/octet-stream' },
      content,
    },
  }
}

/** By this two files are the same. */
export function receivedHash({ sha256, original }: MockFile): string {
  return original?.facts.sha256 ?? sha256
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
