import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { DocumentBytes } from '../../core/file/case-file.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { type Blobs, writeHashed } from '../../files/blobs.ts'
import { type Prepared, prepareForReading } from '../../files/intake/prepare.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import type { Uploads } from '../../files/uploads.ts'

/** A complete file that is not a document yet. */
export type ReceivedFile = AsyncDisposable & { path: string; name: string; sha256: string; bytes: number }

/** To its own path: partial files are never anywhere else. */
export async function receiveFile(
  source: AsyncIterable<Uint8Array>,
  name: string,
  scratchPath: () => string,
): Promise<ReceivedFile> {
  const path = scratchPath()
  const remove = () => rm(path, { force: true })
  try {
    return { path, name, ...(await writeHashed(source, path)), [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** A complete upload; it stays an upload. */
export async function uploadedFile(uploads: Uploads, id: string, owner: string): Promise<ReceivedFile> {
  const { path, name, bytes, sha256: promised } = await uploads.whole(id, owner)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const sha256 = hash.digest('hex')
  if (promised !== undefined && promised !== sha256) {
    throw new Refusal('invalid', `The upload hashes to ${sha256}, not to ${promised}: send it again.`)
  }
  return { path, name, bytes, sha256, [Symbol.asyncDispose]: async () => {} }
}

export type Kept = { bytes: DocumentBytes; prepared: Prepared }

/** Stores the bytes as received and, if they are not a PDF, the PDF they are converted to. */
export async function keepForReading(
  received: ReceivedFile,
  parts: { blobs: Blobs; pdf: PdfWorkers; scratchPath: () => string },
  signal?: AbortSignal,
): Promise<Kept> {
  const { blobs, pdf, scratchPath } = parts
  const prepared = await prepareForReading({ path: received.path, scratchPath, pdf, signal })
  try {
    const { mediaType } = prepared
    const stored = await blobs.putFile(received.path)
    if (prepared.kind === 'unreadable') {
      const content = { ...stored, mediaType, ...allPages(1) }
      return { prepared, bytes: { content, unreadable: prepared.reason } }
    }
    const pages = allPages(prepared.pageCount)
    if (prepared.kind === 'pdf') return { prepared, bytes: { content: { ...stored, mediaType, ...pages } } }
    const content = { ...(await blobs.putFile(prepared.path)), mediaType: 'application/pdf', ...pages }
    return { prepared, bytes: { content, original: { ...stored, mediaType } } }
  } finally {
    if (prepared.kind === 'converted') await rm(prepared.path, { force: true })
  }
}

const allPages = (pageCount: number) => ({ firstPage: 1, pageCount })
