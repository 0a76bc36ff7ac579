import { rm } from 'node:fs/promises'
import type { ManifestRow } from '@portico/contract/manifest'
import type { DocumentBytes } from '../../core/case-file.ts'
import { Refusal } from '../../core/kernel.ts'
import { BlobMissing, type Blobs, type StoredBlob, WrongHash, writeHashed } from '../../files/blobs.ts'
import { type ImportFile, type ImportFiles, shown } from '../../files/import-files.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import { UnreadablePdf } from '../../files/pdf/unreadable.ts'

/** The bytes of a document row: kept, or in a dry run only looked at. */
export type TakeIn = (row: ManifestRow<'document'>) => Promise<DocumentBytes>

/** What is known of a file once it was looked into; several documents may be parts of it. */
type LookedInto = StoredBlob & { pageCount: number; unreadable?: string }

const mostRemembered = 1000

export function createTakeIn({
  blobs,
  pdf,
  files,
  scratchPath,
  dryRun,
}: {
  blobs: Blobs
  pdf: PdfWorkers
  files: ImportFiles
  scratchPath: () => string
  dryRun: boolean
}): TakeIn {
  const known = new Map<string, Promise<LookedInto>>()

  return async (row) => {
    const { file, sha256 } = row
    if (file === undefined && sha256 === undefined)
      throw new Refusal('invalid', 'A document needs a file, or the sha256 of bytes that are here already.')
    const key = `${file ?? ''}\0${sha256 ?? ''}`
    let looking = known.get(key)
    if (!looking) {
      looking = file === undefined ? lookIntoBlob(sha256 as string) : receive(file, sha256)
      if (known.size >= mostRemembered) known.clear()
      known.set(key, looking)
      looking.catch(() => known.delete(key))
    }
    return partOf(await looking, row)
  }

  async function receive(name: string, expected: string | undefined): Promise<LookedInto> {
    const file = await files.open(name)
    if (dryRun) return lookAt(file, name, expected)
    try {
      const options = expected === undefined ? {} : { expectedSha256: expected }
      const stored = await blobs.put(file.bytes(), options)
      await using local = await blobs.localFile(stored.sha256)
      return { ...stored, ...(await countPages(local.path)) }
    } catch (error) {
      throw error instanceof WrongHash ? wrongHash(name) : error
    }
  }

  async function lookAt(file: ImportFile, name: string, expected: string | undefined): Promise<LookedInto> {
    const path = scratchPath()
    try {
      const found = await writeHashed(file.bytes(), path)
      if (expected !== undefined && found.sha256 !== expected) throw wrongHash(name)
      return { ...found, ...(await countPages(path)) }
    } finally {
      await rm(path, { force: true })
    }
  }

  async function lookIntoBlob(sha256: string): Promise<LookedInto> {
    try {
      await using local = await blobs.localFile(sha256)
      const found = await blobs.stat(sha256)
      return { sha256, bytes: found?.bytes ?? 0, ...(await countPages(local.path)) }
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error
      throw new Refusal('invalid', `There are no bytes here that hash to ${sha256}.`)
    }
  }

  async function countPages(path: string): Promise<{ pageCount: number; unreadable?: string }> {
    try {
      return { pageCount: await pdf.pageCount(path) }
    } catch (error) {
      if (error instanceof UnreadablePdf) return { pageCount: 1, unreadable: error.reason }
      throw error
    }
  }
}

function partOf({ pageCount: available, unreadable, ...blob }: LookedInto, row: ManifestRow<'document'>) {
  const { firstPage = 1 } = row
  const isPart = row.firstPage !== undefined || row.pageCount !== undefined
  if (unreadable !== undefined && isPart)
    throw new Refusal('invalid', `The file cannot be read (${unreadable}), so no part of it can be filed.`)
  const pageCount = row.pageCount ?? Math.max(1, available - firstPage + 1)
  if (firstPage + pageCount - 1 > available) {
    throw new Refusal(
      'invalid',
      `Pages ${firstPage} to ${firstPage + pageCount - 1} are not in the file: it has ${available}.`,
    )
  }
  const content = { ...blob, mediaType: 'application/pdf', firstPage, pageCount }
  return { content, ...(unreadable === undefined ? {} : { unreadable }) }
}

function wrongHash(name: string): Refusal {
  return new Refusal('invalid', `The bytes of ${shown(name)} do not hash to the sha256 of the row.`)
}
