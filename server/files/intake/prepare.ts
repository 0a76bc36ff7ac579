import { open, rm } from 'node:fs/promises'
import { Refusal } from '../../core/kernel/decider.ts'
import type { PdfWorkers } from '../pdf/pdf-workers.ts'
import { UnreadablePdf, type UnreadableReason } from '../pdf/unreadable.ts'
import type { ConvertibleType } from './identify.ts'
import { UnsupportedFile } from './unsupported.ts'

/** What is read in the place of a file that was received. */
export type Prepared =
  /** The file itself. */
  | { kind: 'pdf'; mediaType: 'application/pdf'; path: string; pageCount: number }
  /** A PDF made from it, at a scratch path that the caller removes; the same file gives the same bytes. */
  | { kind: 'converted'; mediaType: ConvertibleType; path: string; pageCount: number }
  /** It is of a kind that is taken in, and cannot be read. */
  | { kind: 'unreadable'; mediaType: string; reason: UnreadableReason }

const pdfType = 'application/pdf'
const headerWithin = 1024

/** Tells by its bytes alone what a file is. Throws `UnsupportedFile` for a kind that is not taken in. */
export async function prepareForReading({
  path,
  scratchPath,
  pdf,
  signal,
}: {
  path: string
  scratchPath: () => string
  pdf: PdfWorkers
  signal?: AbortSignal | undefined
}): Promise<Prepared> {
  const header = await headerPosition(path)
  if (header !== undefined) {
    const read = await readable(() => pdf.pageCount(path, { signal }))
    if (typeof read === 'number') refuseTooMany(read, pdf.mostPages)
    if (typeof read === 'number') return { kind: 'pdf', mediaType: pdfType, path, pageCount: read }
    // Other kinds of files may speak of PDFs near their beginning.
    if (header === 0) return { kind: 'unreadable', mediaType: pdfType, reason: read.reason }
  }
  const identified = await readable(() => pdf.conversions.identify(path, { signal }))
  if (identified instanceof UnreadablePdf) throw new UnsupportedFile('of an unknown kind')
  if (identified.type === 'other') throw new UnsupportedFile(identified.found)
  const { mediaType } = identified
  const output = scratchPath()
  try {
    const written = await readable(() => pdf.conversions.convert(path, mediaType, output, { signal }))
    if (typeof written === 'number') return { kind: 'converted', mediaType, path: output, pageCount: written }
    await rm(output, { force: true })
    return { kind: 'unreadable', mediaType, reason: written.reason }
  } catch (error) {
    await rm(output, { force: true })
    throw error
  }
}

/** A small file can repeat one page without end, and each would be read, indexed and stored. */
function refuseTooMany(pages: number, most: number) {
  if (pages <= most) return
  const [found, allowed] = [pages, most].map((count) => count.toLocaleString('en-US'))
  throw new Refusal('invalid', `The file has ${found} pages; at most ${allowed} are allowed.`)
}

async function readable<T>(read: () => Promise<T>): Promise<T | UnreadablePdf> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof UnreadablePdf) return error
    throw error
  }
}

/** Readers accept a PDF whose header does not come first. */
async function headerPosition(path: string): Promise<number | undefined> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headerWithin), 0, headerWithin, 0)
  const position = buffer.subarray(0, bytesRead).indexOf('%PDF-')
  return position < 0 ? undefined : position
}
