import { allocated, type Pdfium } from './pdfium.ts'

/** `level` is 0 at the top. `page` counts from 1; an entry that leads nowhere in the file has none. */
export type OutlineEntry = { title: string; level: number; page?: number }

const mostEntries = 20_000
const deepestLevel = 3
const mostTitleBytes = 2_000

/** Entries in reading order. What a file makes endless, by its number of entries or by a loop, ends here. */
export function outlineOf(pdfium: Pdfium, document: number): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  const seen = new Set<number>()
  collect(0, 0)
  return entries

  function collect(parent: number, level: number): void {
    let bookmark = pdfium.FPDFBookmark_GetFirstChild(document, parent)
    while (bookmark && !seen.has(bookmark) && entries.length < mostEntries) {
      seen.add(bookmark)
      const page = pageOf(bookmark)
      entries.push({ title: titleOf(bookmark), level, ...(page && { page }) })
      if (level < deepestLevel) collect(bookmark, level + 1)
      bookmark = pdfium.FPDFBookmark_GetNextSibling(document, bookmark)
    }
  }

  function pageOf(bookmark: number): number | undefined {
    const destination = pdfium.FPDFBookmark_GetDest(document, bookmark) || destinationOfAction(bookmark)
    if (!destination) return undefined
    const index = pdfium.FPDFDest_GetDestPageIndex(document, destination)
    return index < 0 ? undefined : index + 1
  }

  function destinationOfAction(bookmark: number): number {
    const action = pdfium.FPDFBookmark_GetAction(bookmark)
    return action ? pdfium.FPDFAction_GetDest(document, action) : 0
  }

  function titleOf(bookmark: number): string {
    const bytes = pdfium.FPDFBookmark_GetTitle(bookmark, 0, 0)
    if (bytes <= 2) return ''
    return allocated(pdfium, bytes, (buffer) => {
      pdfium.FPDFBookmark_GetTitle(bookmark, buffer, bytes)
      const end = buffer + Math.min(bytes - 2, mostTitleBytes)
      return Buffer.from(pdfium.pdfium.HEAPU8.subarray(buffer, end)).toString('utf16le').toWellFormed()
    })
  }
}
