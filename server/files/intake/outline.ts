import type { OutlineEntry } from '../pdf/outline.ts'
import type { PageRange } from '../pdf/page-ranges.ts'
import type { PdfWorkers } from '../pdf/pdf-workers.ts'
import { UnreadablePdf } from '../pdf/unreadable.ts'
import type { JobOptions } from '../pdf/worker-pool.ts'
import { documentName } from './document-name.ts'

/** A document inside a larger file. */
export type DocumentBoundary = { name: string } & PageRange

const outlineTimeoutMs = 10_000

/** The documents that a file's own outline names, covering each page once; none where it names none. */
export async function documentsOfOutline(
  pdf: PdfWorkers,
  path: string,
  pageCount: number,
  { signal, timeoutMs = outlineTimeoutMs }: JobOptions = {},
): Promise<DocumentBoundary[] | undefined> {
  try {
    return boundariesOfOutline(await pdf.outline(path, { signal, timeoutMs }), pageCount)
  } catch (error) {
    if (error instanceof UnreadablePdf) return undefined
    throw error
  }
}

/** Whatever the entries are: sorted by page, the first of those on one page, none outside the file. */
export function boundariesOfOutline(
  entries: readonly OutlineEntry[],
  pageCount: number,
): DocumentBoundary[] | undefined {
  const starts = new Map<number, string>()
  for (const { page, title } of documentLevel(entries, pageCount)) {
    if (!starts.has(page)) starts.set(page, title)
  }
  if (starts.size === 0) return undefined
  if (!starts.has(1)) starts.set(1, 'Pages before the first entry')
  const sorted = [...starts].sort(([a], [b]) => a - b)
  return sorted.map(([firstPage, title], index) => {
    const pages = (sorted[index + 1]?.[0] ?? pageCount + 1) - firstPage
    return { name: documentName(title) ?? pagesName(firstPage, pages), firstPage, pageCount: pages }
  })
}

type PlacedEntry = OutlineEntry & { page: number }

/** The highest level with more than one place in the file: a single entry above is the title of the whole. */
function documentLevel(entries: readonly OutlineEntry[], pageCount: number): PlacedEntry[] {
  const placed = entries.filter(
    (entry): entry is PlacedEntry => entry.page !== undefined && entry.page >= 1 && entry.page <= pageCount,
  )
  const levels = Map.groupBy(placed, ({ level }) => level)
  const inOrder = [...levels.keys()].sort((a, b) => a - b).map((level) => levels.get(level)!)
  return inOrder.find((level) => new Set(level.map(({ page }) => page)).size > 1) ?? inOrder[0] ?? []
}

function pagesName(firstPage: number, pageCount: number): string {
  return pageCount === 1 ? `Page ${firstPage}` : `Pages ${firstPage} to ${firstPage + pageCount - 1}`
}
