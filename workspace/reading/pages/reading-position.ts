import { type CaseFile, type Moved, movedFrom } from '../file.ts'
import type { Target } from '../reading.ts'
import { type PageStack, topOfPage, type Zoom } from './page-stack.ts'
import { atRest, clamped, type Extent, physicalHeight, type ScrollSpace, scrolled } from './scroll-space.ts'

/** What the pane shows, and how. */
export type Content = {
  file: CaseFile
  zoom: Zoom
  /** By how many degrees the reader has rotated a document. */
  rotationOf(documentId: string): number
}

/** A place on a page, as a share of its height, and how many pixels below the top of the pane it is. */
export type Anchor = { page: number; share: number; below: number }

/** Where the reader is. Each change makes a new one. */
export type Position = {
  content: Content
  size: { width: number; height: number }
  stack: PageStack
  space: ScrollSpace
  /** What keeps its place when anything around it changes. */
  anchor: Anchor
}

/** Eyes rest a third down the pane. */
const readingLine = 1 / 3
/** New notes are placed here. */
const noteLine = 0.4
/** A box this near to an edge does not count as visible. */
const visibleInset = 24

/** The given page, or the first one of the file if that is not in it. */
export const startAt = (file: CaseFile, page: number): Anchor => ({
  page: file.indexOf(page) === undefined ? (file.pageAt(0) ?? 1) : page,
  share: 0,
  below: topOfPage,
})

export const indexOfAnchor = ({ content, anchor }: Position) => content.file.indexOf(anchor.page)

const extentOf = ({ stack, size }: Position): Extent => ({ height: stack.height, viewport: size.height })

export const heightOf = (position: Position) => physicalHeight(extentOf(position))

/** The pages to draw: those in the pane, and most of a pane above and below. */
export function pagesAround({ stack, size, space }: Position): { first: number; last: number } {
  if (stack.count === 0 || size.height === 0) return { first: 0, last: -1 }
  return {
    first: Math.max(0, stack.indexAt(space.virtual - size.height * 0.8)),
    last: Math.min(stack.count - 1, stack.indexAt(space.virtual + size.height * 1.8)),
  }
}

/** The anchor stands where it stood, whatever the pages around it have become. */
export function keepAnchor(position: Position): Position {
  const { size, stack, space, anchor } = position
  const index = indexOfAnchor(position)
  if (index === undefined || size.height === 0) return position
  const place = stack.topOf(index) + anchor.share * stack.heightOf(index)
  return {
    ...position,
    space: { ...space, virtual: clamped(place - anchor.below, extentOf(position)) },
  }
}

/** In another file, or the same one as it has become: the page that is read may have left it. */
export function withContent(
  position: Position,
  content: Content,
  start: number,
): { position: Position; moved: Moved | undefined } {
  const { anchor } = position
  const moved = movedFrom(anchor.page, position.content.file, content.file)
  const isGone = content.file.indexOf(moved?.page ?? anchor.page) === undefined
  const next: Anchor =
    moved?.why === 'revised'
      ? { ...anchor, page: moved.page }
      : moved
        ? { page: moved.page, share: 0, below: topOfPage }
        : isGone
          ? startAt(content.file, start)
          : anchor
  return { position: { ...position, content, anchor: next }, moved }
}

/** After the browser has scrolled to `top`. */
export function scrollTo(position: Position, top: number): Position {
  const { content, size } = position
  const space = scrolled(position.space, top, extentOf(position))
  const below = size.height * readingLine
  const { index, share } = placeAt(position, space.virtual + below)
  return { ...position, space, anchor: { page: content.file.pageAt(index) ?? 1, share, below } }
}

/** Where the browser has to scroll to for a share of the pane up or down. */
export function topAfter(position: Position, share: number): number {
  const { size, space } = position
  const most = Math.max(0, heightOf(position) - size.height)
  return Math.min(most, Math.max(0, Math.round(space.physical + share * size.height)))
}

/** With the scroll bar where it belongs. */
export const rest = (position: Position): Position => moveTo(position, position.space.virtual)

function moveTo(position: Position, virtual: number): Position {
  const extent = extentOf(position)
  const to = clamped(virtual, extent)
  return { ...position, space: { physical: Math.round(atRest(to, extent)), virtual: to } }
}

/** At a page or a box on it. A box that is visible already stays where it is. */
export function goTo(
  position: Position,
  { page, box }: Target,
): { position: Position; stays: boolean } | undefined {
  const { content, stack, size, space } = position
  const index = content.file.indexOf(page)
  if (index === undefined) return undefined
  const [pageTop, height] = [stack.topOf(index), stack.heightOf(index)]
  const top = pageTop + (box?.top ?? 0) * height
  if (box && isVisible(position, top, pageTop + box.bottom * height))
    return {
      position: { ...position, anchor: { page, share: box.top, below: top - space.virtual } },
      stays: true,
    }
  const anchor: Anchor = box
    ? { page, share: box.top, below: size.height * readingLine }
    : { page, share: 0, below: topOfPage }
  return { position: moveTo({ ...position, anchor }, top - anchor.below), stays: false }
}

function isVisible({ space, size }: Position, top: number, bottom: number) {
  return top > space.virtual + visibleInset && bottom < space.virtual + size.height - visibleInset
}

/** A place well inside the pane, for a new note. */
export function placeForNote(position: Position): { page: number; y: number } {
  const { content, space, size } = position
  const { index, share } = placeAt(position, space.virtual + size.height * noteLine)
  const y = Math.min(0.95, Math.max(0.05, Math.round(share * 100) / 100))
  return { page: content.file.pageAt(index) ?? 1, y }
}

function placeAt({ stack }: Position, line: number) {
  const index = stack.indexAt(line)
  return { index, share: (line - stack.topOf(index)) / Math.max(1, stack.heightOf(index)) }
}
