import type { Wanted } from './drawings.ts'
import type { PageSizes } from './page-sizes.ts'
import { margin, type PageStack, type Sheet, usualSheet } from './page-stack.ts'
import { heightOf, indexOfAnchor, type Position, pagesAround } from './reading-position.ts'
import type { Sideways } from './sideways.ts'

export type PlacedPage = {
  page: number
  documentId: string
  documentName: string
  /** Page within the document, from 0. */
  offset: number
  top: number
  width: number
  height: number
  scale: number
  rotation: number
  sheet: Sheet
}

/** What to draw. */
export type Layout = {
  pages: readonly PlacedPage[]
  /** Of all that scrolls. */
  height: number
  minWidth: number
  /** Where to scroll in the same frame: if it came earlier, other pages would be visible for a moment. */
  scrollTo: { top?: number; left?: number }
  /** Pages to draw ahead, the likeliest first. */
  ahead: readonly Wanted[]
}

export type Layouts = {
  get(): Layout
  subscribe(listener: () => void): () => void
  /** Scrolls to `top` if given. Nobody hears of a layout that is the same as before. */
  draw(position: Position, top: number | undefined): void
  clear(): void
}

type PageRange = { first: number; last: number }

const none: Layout = { pages: [], height: 0, minWidth: 0, scrollTo: {}, ahead: [] }

export function createLayouts(sizes: PageSizes, sideways: Sideways): Layouts {
  const listeners = new Set<() => void>()
  let layout = none
  let range: (PageRange & { stack: PageStack; shift: number }) | undefined

  return {
    get: () => layout,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    draw(position, top) {
      const { stack, space } = position
      const shift = space.physical - space.virtual
      const { first, last } = pagesAround(position)
      const left = sidewaysAt(position, { first, last })
      const hasSamePages = range?.stack === stack && range.first === first && range.last === last
      if (hasSamePages && range?.shift === shift && top === undefined && left === undefined) return
      range = { stack, first, last, shift }
      layout = {
        pages: placedPages(position, sizes, range),
        height: heightOf(position),
        minWidth: widestOf(position, range),
        scrollTo: { ...(top === undefined ? {} : { top }), ...(left === undefined ? {} : { left }) },
        ahead: hasSamePages ? layout.ahead : pagesAhead(position, range),
      }
      for (const listener of [...listeners]) listener()
    },
    clear() {
      layout = none
      range = undefined
    },
  }

  function sidewaysAt(position: Position, range: PageRange) {
    const { stack, size } = position
    const index = indexOfAnchor(position) ?? 0
    return sideways.place({
      widest: widestOf(position, range),
      view: size.width,
      scale: stack.scaleOf(index),
      width: stack.widthOf(index),
    })
  }
}

/** Pages with their places in the pane. */
function placedPages(position: Position, sizes: PageSizes, { first, last }: PageRange): PlacedPage[] {
  const { content, stack, space } = position
  const pages: PlacedPage[] = []
  for (let index = first; index <= last; index++) {
    const page = content.file.pageAt(index)
    const document = page === undefined ? undefined : content.file.documentOf(page)
    if (page === undefined || !document) continue
    pages.push({
      page,
      documentId: document.id,
      documentName: document.name,
      offset: page - document.startPage,
      top: stack.topOf(index) + space.physical - space.virtual,
      width: stack.widthOf(index),
      height: stack.heightOf(index),
      scale: stack.scaleOf(index),
      rotation: content.rotationOf(document.id),
      sheet: sizes.sheetOf(page, content) ?? usualSheet,
    })
  }
  return pages
}

/** The width of the widest page, with its margins. */
function widestOf({ stack }: Position, { first, last }: PageRange): number {
  let widest = 0
  for (let index = first; index <= last; index++) widest = Math.max(widest, stack.widthOf(index) + 2 * margin)
  return widest
}

/** What the next turn of a page brings into view, the likeliest first. */
const pagesAhead = (position: Position, { first, last }: PageRange): Wanted[] =>
  last < first
    ? []
    : [last + 1, first - 1, last + 2]
        .map((index) => wantedAt(position, index))
        .filter((wanted) => wanted !== undefined)

/** How to draw the page at an index. */
export function wantedAt({ content, stack }: Position, index: number): Wanted | undefined {
  const page = content.file.pageAt(index)
  const document = page === undefined ? undefined : content.file.documentOf(page)
  if (page === undefined || !document) return undefined
  return {
    page,
    documentId: document.id,
    offset: page - document.startPage,
    scale: stack.scaleOf(index),
    rotation: content.rotationOf(document.id),
  }
}
