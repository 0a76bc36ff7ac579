import { type PageStack, type Sheet, stackPages, usualSheet } from './page-stack.ts'
import type { Content } from './reading-position.ts'

export type PageSizes = {
  /** Returns whether pages move by it. */
  add(page: number, sheet: Sheet, content: Content, stack: PageStack): boolean
  /** As the page is shown, rotated by its file and its reader; undefined for one that nothing is known of. */
  sheetOf(page: number, content: Content): Sheet | undefined
  stackOf(content: Content, paneWidth: number): PageStack
}

/** Sizes are known of the pages that were drawn: of tens of thousands a few. */
export function createPageSizes(initial: Iterable<readonly [number, Sheet]>): PageSizes {
  const sheets = new Map(initial)

  function sheetOf(page: number, { file, rotationOf }: Content): Sheet | undefined {
    const sheet = sheets.get(page)
    const rotation = rotationOf(file.documentOf(page)?.id ?? '')
    if (!sheet && rotation === 0) return undefined
    const { width, height, rotate } = sheet ?? usualSheet
    return { width, height, rotate: (rotate + rotation) % 360 }
  }

  return {
    sheetOf,
    add(page, sheet, { file, rotationOf }, stack) {
      const known = sheets.get(page)
      if (known && isSame(known, sheet)) return false
      sheets.set(page, sheet)
      const isRotated = rotationOf(file.documentOf(page)?.id ?? '') !== 0
      return isRotated || !isAsAssumed(stack, file.indexOf(page) ?? -1, sheet)
    },
    stackOf(content, paneWidth) {
      const { file, zoom, rotationOf } = content
      const pages = new Set(sheets.keys())
      for (const { id, startPage, endPage } of file.documents)
        if (rotationOf(id) !== 0) for (let page = startPage; page <= endPage; page++) pages.add(page)
      const byIndex = new Map([...pages].map((page) => [file.indexOf(page), sheetOf(page, content)]))
      const count = paneWidth > 0 ? file.pageCount : 0
      return stackPages(count, (index) => byIndex.get(index), { zoom, paneWidth })
    },
  }
}

const isSame = (a: Sheet, b: Sheet) => a.width === b.width && a.height === b.height && a.rotate === b.rotate

/** Most pages are like those before them: nothing moves when their size is known. */
function isAsAssumed(stack: PageStack, index: number, { width, height, rotate }: Sheet): boolean {
  const scale = stack.scaleOf(index)
  const isNear = (a: number, b: number) => Math.abs(a - b) < 0.01
  return (
    rotate === 0 &&
    isNear(stack.widthOf(index), width * scale) &&
    isNear(stack.heightOf(index), height * scale)
  )
}
