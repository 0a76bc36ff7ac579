import { rename, rm } from 'node:fs/promises'
import { BlobMissing, type Blobs } from './blobs.ts'
import type { DerivedFiles, ServedFile } from './derived.ts'
import type { PageRange } from './pdf/page-ranges.ts'
import type { PdfWorkers } from './pdf/pdf-workers.ts'
import { UnreadablePdf } from './pdf/unreadable.ts'
import { openSafePdfs } from './safe-pdfs.ts'
import { singleFlight } from './single-flight.ts'

/** A document's bytes: a page range of a blob. */
export type DocumentContent = { sha256: string; bytes?: number } & PageRange

export type DocumentContents = {
  /**
   * The bytes as received if the document is the whole file, else a PDF of its pages alone; either without
   * active content. `isUnchecked`: nobody can tell what is in it, so that it is not for a browser to open.
   */
  file(content: DocumentContent, signal?: AbortSignal): Promise<ServedFile & { isUnchecked?: boolean }>
  /** How many pages a blob has; throws `UnreadablePdf` for one that is not a readable PDF. */
  pageCount(sha256: string): Promise<number>
}

/** To be raised whenever slices come out otherwise than before, so that nobody is served half of each. */
const sliceVersion = 2
const rememberedPageCounts = 10_000

export function openDocumentContents({
  blobs,
  derived,
  pdf,
}: {
  blobs: Blobs
  derived: DerivedFiles
  pdf: PdfWorkers
}): DocumentContents {
  const safe = openSafePdfs({ blobs, derived, pdf })
  const pageCounts = new Map<string, number>()
  const counting = singleFlight<number>()

  async function pageCount(sha256: string): Promise<number> {
    const known = pageCounts.get(sha256)
    if (known !== undefined) return known
    const count = await counting(sha256, async (signal) => {
      await using local = await blobs.localFile(sha256)
      return await pdf.pageCount(local.path, { signal })
    })
    if (pageCounts.size >= rememberedPageCounts) pageCounts.clear()
    pageCounts.set(sha256, count)
    return count
  }

  async function isWhole({ sha256, firstPage, pageCount: pages }: DocumentContent): Promise<boolean> {
    if (firstPage !== 1) return false
    try {
      return (await pageCount(sha256)) === pages
    } catch (error) {
      // A file that no one can read has no pages to cut by: its document is the bytes that were received.
      if (error instanceof UnreadablePdf && isForGood(error)) return true
      throw error
    }
  }

  async function wholeFile({ sha256, bytes }: DocumentContent, signal?: AbortSignal) {
    const stored = await storedFile(blobs, sha256, bytes)
    const checked = await safe.find(sha256, signal)
    if (checked.type === 'defused') return checked.file
    return { ...stored, ...(checked.type === 'untold' && { isUnchecked: true }) }
  }

  return {
    pageCount,
    async file(content, signal) {
      if (await isWhole(content)) return await wholeFile(content, signal)
      const { sha256, firstPage, pageCount } = content
      const name = `slice ${sliceVersion} ${sha256} ${firstPage} ${pageCount}`
      return await derived.of(sha256).file(
        name,
        async (output, signal) => {
          await using local = await blobs.localFile(sha256)
          const cut = `${output}.cut`
          try {
            await pdf.slice(local.path, { firstPage, pageCount }, cut, { signal })
            if ((await pdf.defuse(cut, output, { signal })) === 'harmless') await rename(cut, output)
          } finally {
            await rm(cut, { force: true })
          }
        },
        signal,
      )
    },
  }
}

function isForGood({ reason }: UnreadablePdf): boolean {
  return reason === 'encrypted' || reason === 'damaged' || reason === 'empty'
}

/** A blob as it is, where it is as long as it was. */
export async function storedFile(blobs: Blobs, sha256: string, bytes?: number): Promise<ServedFile> {
  const found = await blobs.stat(sha256, bytes)
  if (!found) throw new BlobMissing(sha256)
  return {
    bytes: found.bytes,
    etag: `"${sha256}"`,
    open: async (range) => (await blobs.open(sha256, range)).stream,
  }
}
