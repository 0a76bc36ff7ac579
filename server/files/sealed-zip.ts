import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { withoutZone } from '../core/time/moments.ts'

/** A file of a package, as its manifest has it. */
export type PackedFile = { file: string; bytes: number; sha256: string }

/** Files are opened and packed one after the other, in the order in which they are added. */
export type AddFile = (
  file: string,
  open: () => Promise<AsyncIterable<Buffer>>,
  onPacked?: (packed: PackedFile) => void,
) => void

/** What the comment at the end of the file begins with; the hash of all before the comment's length follows. */
export const sealWords = 'portico sha256 '

/**
 * A ZIP that is made while it is read; whoever stops reading ends it. The comment at its end is the hash of all before
 * it. The same files at the same moment are the same bytes.
 */
export async function* sealedZip(
  madeAt: Date,
  fill: (add: AddFile) => void | Promise<void>,
): AsyncGenerator<Buffer, void, undefined> {
  const zip = new ZipFile()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  let current: Readable | undefined

  // Deflate, although PDFs gain little: many readers refuse a stored entry whose size comes after it.
  const options = { mtime: withoutZone(madeAt), forceDosTimestamp: true, compressionLevel: 1 }
  await fill((file, open, onPacked = () => {}) =>
    zip.addReadStreamLazy(file, options, (callback) => {
      open().then((chunks) => {
        current = Readable.from(counted(chunks, (size) => onPacked({ file, ...size })))
        callback(null, current)
      }, failed.reject)
    }),
  )
  zip.on('error', failed.reject)
  zip.end()

  // Itself, not a stream around it: that one could not be ended while it waits for this one.
  const output = zip.outputStream as Readable
  // Whoever reads is told.
  output.on('error', () => {})
  failed.promise.catch((error) => output.destroy(error))
  try {
    yield* sealed(output)
  } finally {
    current?.destroy()
  }
}

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

/** A file that is one JSON value. */
export async function* jsonFile(value: unknown, indent?: number): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(value, null, indent)}\n`)
}

/** A file with one JSON value a line, as they come. */
export async function* linesFile(pages: AsyncIterable<readonly object[]>): AsyncGenerator<Buffer> {
  for await (const page of pages)
    yield Buffer.from(page.map((value) => `${JSON.stringify(value)}\n`).join(''))
}

const longestNameBytes = 150

/** A name that every file system takes, and that sorts by its number. */
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
