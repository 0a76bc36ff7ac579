/** Pages of one file, counted from 1. */
export type PageRange = { firstPage: number; pageCount: number }

/** As qpdf and PDFium read them. */
export function rangesText(ranges: readonly PageRange[]): string {
  return ranges.map(({ firstPage, pageCount }) => `${firstPage}-${firstPage + pageCount - 1}`).join(',')
}
