import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ManifestRow } from '@portico/contract/manifest'
import type { DocumentBytes } from '../../core/file/case-file.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { BlobMissing, type Blobs } from '../../files/blobs.ts'
import { type ImportFiles, shown } from '../../files/import-files.ts'
import { prepareForReading } from '../../files/intake/prepare.ts'
import { UnsupportedFile } from '../../files/intake/unsupported.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import { keepForReading, type ReceivedFile, receiveFile } from '../intake/received-file.ts'

/** The bytes of a document row: stored, or only inspected in a dry run. */
export type TakeIn = (row: ManifestRow<'document'>) => Promise<DocumentBytes>

type Parts = {
  blobs: Blobs
  pdf: PdfWorkers
  files: ImportFiles
  scratchPath: () => string
  dryRun: boolean
  own: OwnBytes
}

/** The bytes received with the import: a row may refer only to these by hash alone. */
export type OwnBytes = { add(sha256: string): Promise<unknown>; has(sha256: string): Promise<boolean> }

const mostRemembered = 1000

/** Several documents may be parts of one file, which is inspected once. */
export function createTakeIn(parts: Parts): TakeIn {
  const { blobs, files, scratchPath } = parts
  const known = new Map<string, Promise<DocumentBytes>>()

  return async (row) => {
    const { file, sha256 } = row
    if (file === undefined && sha256 === undefined)
      throw new Refusal('invalid', 'A document needs a file, or the sha256 of a file on an earlier line.')
    const key = `${file ?? ''}\0${sha256 ?? ''}`
    let taking = known.get(key)
    if (!taking) {
      taking = file === undefined ? takeBlob(sha256 as string) : takeFile(file, sha256)
      remember(key, taking)
    }
    return partOf(await taking, row)
  }

  function remember(key: string, taking: Promise<DocumentBytes>) {
    if (known.size >= mostRemembered) known.clear()
    known.set(key, taking)
    taking.catch(() => known.delete(key))
  }

  async function takeFile(name: string, expected: string | undefined): Promise<DocumentBytes> {
    const file = await files.open(name)
    await using received = await receiveFile(Readable.from(file.bytes()), name, scratchPath)
    if (expected !== undefined && received.sha256 !== expected)
      throw new Refusal('invalid', `The bytes of ${shown(name)} do not hash to the sha256 of the row.`)
    const kept = await keep(received)
    if (!parts.dryRun) await parts.own.add(received.sha256)
    // A later row may refer to the same bytes by hash alone, even in a dry run, which stores none.
    remember(`\0${received.sha256}`, Promise.resolve(kept))
    return kept
  }

  async function takeBlob(sha256: string): Promise<DocumentBytes> {
    if (!(await parts.own.has(sha256))) throw notOurs(sha256)
    try {
      await using local = await blobs.localFile(sha256)
      const { bytes } = (await blobs.stat(sha256)) ?? { bytes: 0 }
      return await keep({ path: local.path, name: sha256, sha256, bytes, async [Symbol.asyncDispose]() {} })
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error
      throw notOurs(sha256)
    }
  }

  async function keep(received: ReceivedFile): Promise<DocumentBytes> {
    try {
      return parts.dryRun ? await lookAt(received, parts) : (await keepForReading(received, parts)).bytes
    } catch (error) {
      if (!(error instanceof UnsupportedFile)) throw error
      throw new Refusal('invalid', `${shown(received.name)} is not accepted: ${error.message}`)
    }
  }
}

function notOurs(sha256: string): Refusal {
  return new Refusal('invalid', `No file on an earlier line has the hash ${sha256}: name the file.`)
}

async function lookAt(
  { path, sha256, bytes }: ReceivedFile,
  { pdf, scratchPath }: Parts,
): Promise<DocumentBytes> {
  const prepared = await prepareForReading({ path, scratchPath, pdf })
  if (prepared.kind === 'converted') await rm(prepared.path, { force: true })
  const content = { sha256, bytes, mediaType: prepared.mediaType, firstPage: 1 }
  return prepared.kind === 'unreadable'
    ? { content: { ...content, pageCount: 1 }, unreadable: prepared.reason }
    : { content: { ...content, pageCount: prepared.pageCount } }
}

function partOf(bytes: DocumentBytes, row: ManifestRow<'document'>): DocumentBytes {
  const { content, unreadable } = bytes
  if (row.firstPage === undefined && row.pageCount === undefined) return bytes
  if (unreadable !== undefined)
    throw new Refusal('invalid', `The file cannot be read (${unreadable}), so no part of it can be filed.`)
  const available = content.pageCount
  const firstPage = row.firstPage ?? 1
  const pageCount = row.pageCount ?? Math.max(1, available - firstPage + 1)
  if (firstPage + pageCount - 1 > available) {
    throw new Refusal(
      'invalid',
      `Pages ${firstPage} to ${firstPage + pageCount - 1} are not in the file: it has ${available}.`,
    )
  }
  return { ...bytes, content: { ...content, firstPage, pageCount } }
}
