import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Blobs } from './blobs.ts'
import type { ServedFile } from './derived.ts'
import type { DocumentContents } from './document-content.ts'
import {
  type ExportedCase,
  type ExportedDocument,
  type NotIncludedReason,
  notIncludedReason,
} from './exported-case.ts'
import { writePlaceholders } from './pdf/placeholders.ts'

/** A file of the package, as the manifest has it. */
export type PackedFile = { file: string; bytes: number; sha256: string }

export type PackedDocument = Omit<ExportedDocument, 'annotations' | 'original'> &
  PackedFile & { notIncluded?: NotIncludedReason; original?: PackedFile & { mediaType: string } }

/** `manifest.json`, the last file of the package. */
export type Manifest = {
  format: 'portico-case-file'
  version: 2
  case: { id: string; version: number }
  docketNumber: string
  veteranName: string
  madeAt: string
  notice?: string
  documents: PackedDocument[]
  annotations: PackedFile & { count: number }
  events: PackedFile & { count: number }
}

export type PackageDetails = {
  case: { id: string; version: number }
  annotations: readonly object[]
  /** Page by page, all up to the version of the case. */
  events: () => AsyncIterable<readonly object[]>
}

/** What the comment at the end of the file begins with; the hash of all before the comment's length follows. */
export const sealWords = 'portico sha256 '

/**
 * The case as a ZIP: one PDF for each document as arranged, with the bytes as they came in where it was made from
 * others; annotations, events, and a manifest with the hash of each file. It is made while it is read; whoever stops
 * reading ends it. The comment at its end is the hash of all before it.
 */
export function zipCase(
  exported: ExportedCase,
  details: PackageDetails,
  parts: { contents: DocumentContents; blobs: Blobs; scratchPath: () => string },
): AsyncGenerator<Buffer, void, undefined> {
  return sealed(packed(exported, details, parts))
}

/** How many documents are cut out of their blobs while one before them is packed. */
const cutAhead = 3

/** yazl ends with the length of a comment, which is none; here there is one. */
async function* sealed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const lengthBytes = 2
  const hash = createHash('sha256')
  let held = Buffer.alloc(0)
  for await (const chunk of source) {
    const known = Buffer.concat([held, chunk])
    const passed = known.subarray(0, Math.max(0, known.length - lengthBytes))
    held = known.subarray(passed.length)
    hash.update(passed)
    if (passed.length > 0) yield passed
  }
  const comment = Buffer.from(`${sealWords}${hash.digest('hex')}`)
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt16LE(comment.length)
  yield Buffer.concat([length, comment])
}

async function* packed(
  exported: ExportedCase,
  { case: facts, annotations, events }: PackageDetails,
  { contents, blobs, scratchPath }: { contents: DocumentContents; blobs: Blobs; scratchPath: () => string },
): AsyncGenerator<Buffer, void, undefined> {
  const zip = new ZipFile()
  const leaving = new AbortController()
  const documents: PackedDocument[] = []
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  let current: Readable | undefined

  // Deflate, although PDFs gain little: many readers refuse a stored entry whose size comes after it.
  const options = { mtime: dosTime(exported.madeAt), forceDosTimestamp: true, compressionLevel: 1 }
  const add = (
    file: string,
    open: () => Promise<AsyncIterable<Buffer>>,
    onPacked: (packed: PackedFile) => void,
  ) =>
    zip.addReadStreamLazy(file, options, (callback) => {
      open().then((chunks) => {
        current = Readable.from(counted(chunks, (size) => onPacked({ file, ...size })))
        callback(null, current)
      }, failed.reject)
    })

  const prepared = new Map<number, Promise<ServedFile>>()
  function prepare(index: number): Promise<ServedFile> | undefined {
    const content = exported.documents[index]?.content
    const known = prepared.get(index)
    if (!content || known) return known
    const preparing = contents.pageCount(content.sha256).then(() => contents.file(content, leaving.signal))
    preparing.catch(() => {})
    prepared.set(index, preparing)
    return preparing
  }

  for (const [index, document] of exported.documents.entries()) {
    const { annotations: _, original, ...said } = document
    let notIncluded: NotIncludedReason | undefined
    const open = async () => {
      try {
        for (let ahead = 1; ahead <= cutAhead; ahead++) prepare(index + ahead)
        const served = await prepare(index)
        prepared.delete(index)
        return await served!.open()
      } catch (error) {
        notIncluded = notIncludedReason(error)
        return placeholder(document, notIncluded)
      }
    }
    add(fileName(index, exported.documents.length, document.name), open, (packed) => {
      documents.push({ ...packed, ...(notIncluded ? { notIncluded } : {}), ...said })
    })
    if (!original || !(await blobs.has(original.sha256))) continue
    const { mediaType, sha256 } = original
    const name = fileName(index, exported.documents.length, document.name, extensionOf(mediaType))
    add(
      `originals/${name}`,
      async () => (await blobs.open(sha256)).stream,
      (packed) => Object.assign(documents.at(-1)!, { original: { ...packed, mediaType } }),
    )
  }
  let packedAnnotations: PackedFile | undefined
  add(
    'annotations.json',
    async () => text([annotations]),
    (packed) => {
      packedAnnotations = packed
    },
  )
  let packedEvents: PackedFile | undefined
  let eventCount = 0
  const eventLines = async function* () {
    for await (const page of events()) {
      eventCount += page.length
      yield Buffer.from(page.map((event) => `${JSON.stringify(event)}\n`).join(''))
    }
  }
  add(
    'events.ndjson',
    async () => eventLines(),
    (packed) => {
      packedEvents = packed
    },
  )
  const manifest = (): Manifest => ({
    format: 'portico-case-file',
    version: 2,
    case: facts,
    docketNumber: exported.docketNumber,
    veteranName: exported.veteranName,
    madeAt: exported.madeAt.toISOString(),
    ...(exported.notice ? { notice: exported.notice } : {}),
    documents,
    annotations: { ...packedAnnotations!, count: annotations.length },
    events: { ...packedEvents!, count: eventCount },
  })
  add(
    'manifest.json',
    async () => text([manifest()], 2),
    () => {},
  )
  zip.on('error', failed.reject)
  zip.end()

  const output = Readable.from(zip.outputStream as AsyncIterable<Buffer>)
  failed.promise.catch((error) => output.destroy(error))
  try {
    yield* output as AsyncIterable<Buffer>
  } finally {
    leaving.abort()
    current?.destroy()
  }

  async function* placeholder(document: ExportedDocument, reason: NotIncludedReason) {
    const path = scratchPath()
    await writePlaceholders(path, exported, [{ document, reason }])
    yield await readFile(path).finally(() => rm(path, { force: true }))
  }
}

async function* text(values: readonly unknown[], indent?: number): AsyncGenerator<Buffer> {
  for (const value of values) yield Buffer.from(`${JSON.stringify(value, null, indent)}\n`)
}

async function* counted(
  chunks: AsyncIterable<Buffer>,
  onEnd: (size: { bytes: number; sha256: string }) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
    yield chunk
  }
  onEnd({ bytes, sha256: hash.digest('hex') })
}

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/tiff': 'tif',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'text/plain': 'txt',
  'text/html': 'html',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
}

function extensionOf(mediaType: string): string {
  return extensions[mediaType] ?? 'bin'
}

const longestNameBytes = 150

/** A name that every file system takes, and that sorts as arranged. */
export function fileName(index: number, total: number, name: string, extension = 'pdf'): string {
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
  return `${number} ${short.replace(/[. ]+$/, '') || 'document'}.${extension}`
}

/** The format has local times without a zone: this date's local time is the given one's UTC time. */
function dosTime(date: Date): Date {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  return new Date(year, month, day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds())
}
