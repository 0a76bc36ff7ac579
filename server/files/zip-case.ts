import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { DocumentContents } from './document-content.ts'
import {
  type ExportedCase,
  type ExportedDocument,
  type NotIncludedReason,
  notIncludedReason,
} from './exported-case.ts'
import { writePlaceholders } from './pdf/placeholders.ts'

type PackedDocument = Omit<ExportedDocument, 'annotations'> & {
  file: string
  bytes: number
  sha256: string
  notIncluded?: NotIncludedReason
}

/**
 * The case as a ZIP: one PDF for each document as arranged, then `manifest.json` with the hash of each, and with
 * `details` (the case, its events, its annotations) as the caller has them. It is made while it is read; whoever
 * stops reading destroys the stream.
 */
export function zipCase(
  exported: ExportedCase,
  details: Record<string, unknown>,
  { contents, scratchPath }: { contents: DocumentContents; scratchPath: () => string },
): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  const leaving = new AbortController()
  const packed: PackedDocument[] = []
  let current: Readable | undefined

  // Deflate, although PDFs gain little: many readers refuse a stored entry whose size comes after it.
  const options = { mtime: dosTime(exported.madeAt), forceDosTimestamp: true, compressionLevel: 1 }
  const add = (file: string, open: () => Promise<Readable>) =>
    zip.addReadStreamLazy(file, options, (callback) => {
      const fail = (error: Error) => void output.destroy(error)
      open().then((stream) => {
        current = stream
        callback(null, stream)
      }, fail)
    })

  for (const [index, document] of exported.documents.entries()) {
    const file = fileName(index, exported.documents.length, document.name)
    add(file, () => openDocument(document, file))
  }
  add('manifest.json', async () => Readable.from([manifest(exported, packed, details)]))
  zip.on('error', (error) => output.destroy(error))
  zip.end()
  pipeline(zip.outputStream, output)
    .catch(() => {})
    .finally(() => {
      leaving.abort()
      current?.destroy()
    })
  return output

  async function openDocument(document: ExportedDocument, file: string): Promise<Readable> {
    try {
      await contents.pageCount(document.content.sha256)
      const served = await contents.file(document.content, leaving.signal)
      return Readable.from(pack(await served.open(), document, { file }))
    } catch (error) {
      const notIncluded = notIncludedReason(error)
      const path = scratchPath()
      await writePlaceholders(path, exported, [{ document, reason: notIncluded }])
      const bytes = await readFile(path).finally(() => rm(path, { force: true }))
      return Readable.from(pack([bytes], document, { file, notIncluded }))
    }
  }

  async function* pack(
    chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
    { annotations: _, ...document }: ExportedDocument,
    place: { file: string; notIncluded?: NotIncludedReason },
  ): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
    packed.push({ ...place, bytes, sha256: hash.digest('hex'), ...document })
  }
}

function manifest(
  exported: ExportedCase,
  documents: PackedDocument[],
  details: Record<string, unknown>,
): string {
  const { docketNumber, veteranName, madeAt, notice } = exported
  const own = {
    format: 'portico-case-file',
    version: 1,
    docketNumber,
    veteranName,
    madeAt,
    notice,
    documents,
  }
  return `${JSON.stringify({ ...details, ...own }, null, 2)}\n`
}

const longestNameBytes = 150

/** A name that every file system takes, and that sorts as arranged. */
export function fileName(index: number, total: number, name: string): string {
  const number = String(index + 1).padStart(Math.max(3, String(total).length), '0')
  const safe = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/\.pdf$/i, '')
    .replace(/[\p{C}\p{Z}<>:"/\\|?*]+/gu, ' ')
  let short = ''
  for (const character of safe.trim()) {
    if (Buffer.byteLength(short + character) > longestNameBytes) break
    short += character
  }
  return `${number} ${short.replace(/[. ]+$/, '') || 'document'}.pdf`
}

/** The format has local times without a zone: this date's local time is the given one's UTC time. */
function dosTime(date: Date): Date {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  return new Date(year, month, day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds())
}
