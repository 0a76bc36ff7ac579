import { encodeWords } from '../../core/file/page-words.ts'
import type { PageRange } from './page-ranges.ts'
import type { PageText } from './page-text.ts'
import { UnreadablePdf, type UnreadableReason } from './unreadable.ts'

/** A short batch to begin with, then long ones: PDFium finds a page the slower the further back it is. */
const firstBatchPages = 50
const batchPages = 250
/** What cannot be read as a whole is read in pieces of this many pages, and then page by page. */
const piecePages = 16
/** Each bad page may take all the time that it is given; a file with more of them than this is bad as a whole. */
const mostBadPages = 20

export type TextSource = {
  read(range: PageRange): Promise<PageText[]>
  /** How many pages the file has; it throws where the fault is the file's and not a page's. */
  pageCount(): Promise<number>
}

/**
 * Batches in page order; while one is used, the next are read, so many at once. A page that cannot be read says why,
 * and has no text.
 */
export async function* textInBatches(
  source: TextSource,
  range: PageRange,
  atOnce = 1,
): AsyncGenerator<PageText[], void, undefined> {
  let badPages = 0

  const readInPieces = async (batch: PageRange): Promise<PageText[]> => {
    try {
      return await source.read(batch)
    } catch (error) {
      if (!(error instanceof UnreadablePdf) || endOf(batch) > (await source.pageCount()) + 1) throw error
      if (batch.pageCount > 1) return await each(piecesOf(batch), readInPieces)
      if (++badPages > mostBadPages) throw error
      return [unreadablePage(batch.firstPage, error.reason)]
    }
  }

  const reading: Promise<PageText[]>[] = []
  for (const batch of batchesOf(range)) {
    const ready = reading.length >= atOnce ? await reading.shift() : undefined
    const begun = readInPieces(batch)
    // Nobody waits for it while the batches before are used, nor when the caller stops there.
    begun.catch(() => {})
    reading.push(begun)
    if (ready) yield ready
  }
  for (const begun of reading) yield await begun
}

function* batchesOf(range: PageRange): Generator<PageRange> {
  for (let firstPage = range.firstPage; firstPage < endOf(range); ) {
    const longest = firstPage === range.firstPage ? firstBatchPages : batchPages
    const pageCount = Math.min(longest, endOf(range) - firstPage)
    yield { firstPage, pageCount }
    firstPage += pageCount
  }
}

function piecesOf(batch: PageRange): PageRange[] {
  const size = batch.pageCount > piecePages ? piecePages : 1
  return Array.from({ length: Math.ceil(batch.pageCount / size) }, (_, index) => {
    const firstPage = batch.firstPage + index * size
    return { firstPage, pageCount: Math.min(size, endOf(batch) - firstPage) }
  })
}

async function each(
  pieces: readonly PageRange[],
  read: (piece: PageRange) => Promise<PageText[]>,
): Promise<PageText[]> {
  const pages: PageText[] = []
  for (const piece of pieces) pages.push(...(await read(piece)))
  return pages
}

function unreadablePage(page: number, reason: UnreadableReason): PageText {
  return { page, text: '', words: encodeWords([]), needsRecognition: false, unreadable: reason }
}

function endOf({ firstPage, pageCount }: PageRange): number {
  return firstPage + pageCount
}
