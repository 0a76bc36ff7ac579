import type { Store } from '../../data/store.ts'
import type { CaseFile, Moved } from '../file.ts'
import type { Target } from '../reading.ts'
import type { Wanted } from './drawings.ts'
import { createLayouts, type Layout, wantedAt } from './page-layout.ts'
import { createPageSizes } from './page-sizes.ts'
import type { Sheet } from './page-stack.ts'
import {
  type Content,
  goTo,
  indexOfAnchor,
  keepAnchor,
  type Position,
  placeForNote,
  rest,
  scrollTo,
  startAt,
  topAfter,
  withContent,
} from './reading-position.ts'
import { createSideways } from './sideways.ts'

/** The pane as the browser reports it. */
export type PaneState = { width: number; height: number; top: number; left: number }

export type Clock = {
  /** Returns a function that cancels the work. */
  after(ms: number, work: () => void): () => void
  beforeNextFrame(work: () => void): void
}

/**
 * Which pages of a case file are visible, and where. It knows no browser: the pane reports its size and how far it is
 * scrolled, draws `get()`, and confirms that by `drawn()`.
 */
export type Viewport = {
  get(): Layout
  subscribe(listener: () => void): () => void
  /** Returns where the reader was moved to if the page that was read has left the file. */
  update(content: Content): Moved | undefined
  resized(pane: PaneState): void
  scrolled(pane: PaneState): void
  /** This layout is drawn, and the browser has scrolled as far as it can. */
  drawn(layout: Layout, pane: Pick<PaneState, 'top' | 'left'>): void
  /** The size of a page is known. */
  measured(page: number, sheet: Sheet): void
  show(target: Target): void
  /** Scrolls by a share of the height of the pane. */
  scrollBy(share: number): void
  /** Pixels per point of the page that is read. */
  scale(): number
  /** A place well inside the pane, for a new note. */
  inView(): { page: number; y: number }
  /** How to draw a page that may be shown next. */
  wanted(page: number): Wanted | undefined
  /** How many pages away it is from the one that is read. */
  distanceOf(page: number): number
  /** Pages that are scrolled past quickly are not drawn. */
  drawDelayMs(): number
  /** The pane is gone; another one may come. */
  detach(): void
}

type Means = {
  file: CaseFile
  /** The page that is read. */
  page: Pick<Store<number>, 'get' | 'set'>
  /** Sizes that are known before any page is drawn. */
  sheets?: Iterable<readonly [number, Sheet]>
  clock: Clock
}

const restMs = 160
const drawDelayMs = 40
const noPane = { width: 0, height: 0 }

export function createViewport({ file, page, sheets = [], clock }: Means): Viewport {
  const sizes = createPageSizes(sheets)
  const sideways = createSideways()
  const layouts = createLayouts(sizes, sideways)
  const content: Content = { file, zoom: 'fit', rotationOf: () => 0 }
  let position: Position = {
    content,
    size: noPane,
    stack: sizes.stackOf(content, 0),
    space: { physical: 0, virtual: 0 },
    anchor: startAt(file, page.get()),
  }
  /** Where the layout asks the pane to scroll to, until it has. */
  let dueTop: number | undefined
  /** The height of what scrolls limits how far the pane is scrolled. */
  let isHeightNew = false
  let isScrolling = false
  const resting = delayed(clock, restMs, () => {
    isScrolling = false
    move(rest(position))
  })
  const restackSoon = oncePerFrame(clock, () => restack(position))

  function settle(next: Position) {
    position = next
    layouts.draw(position, dueTop)
  }

  function move(next: Position) {
    if (next.space.physical !== position.space.physical) dueTop = next.space.physical
    settle(next)
  }

  function hold(next: Position) {
    const held = keepAnchor(next)
    if (held !== next) page.set(held.anchor.page)
    settle(held)
  }

  function restack(next: Position) {
    isHeightNew = true
    hold({ ...next, stack: sizes.stackOf(next.content, next.size.width) })
    resting.start()
  }

  function follow(top: number) {
    isScrolling = true
    const next = scrollTo(position, top)
    page.set(next.anchor.page)
    settle(next)
    resting.start()
  }

  return {
    get: layouts.get,
    subscribe: layouts.subscribe,
    update(content) {
      const { file, zoom, rotationOf } = position.content
      if (content.file === file && content.zoom === zoom && content.rotationOf === rotationOf)
        return undefined
      const { position: next, moved } = withContent(position, content, page.get())
      if (moved) page.set(moved.page)
      restack(next)
      return moved
    },
    resized({ width, height, top }) {
      const { size, space } = position
      if (width === size.width && height === size.height) return
      const physical = dueTop ?? top
      const next = { ...position, size: { width, height }, space: { ...space, physical } }
      if (width === size.width) hold(next)
      else restack(next)
    },
    scrolled({ width, height, top, left }) {
      // A browser that shows the pane at another size has scrolled by itself: `resized` follows.
      const isOtherSize = width !== position.size.width || height !== position.size.height
      if (isOtherSize || dueTop !== undefined) return
      const isUpOrDown = Math.abs(top - position.space.physical) >= 0.5
      sideways.scrolled(left, isUpOrDown)
      if (isUpOrDown) follow(top)
    },
    drawn(layout, { top, left }) {
      if (layout !== layouts.get()) return
      if (layout.scrollTo.left !== undefined) sideways.drawn(left)
      const isLimited = isHeightNew && Math.abs(top - position.space.physical) >= 0.5
      dueTop = undefined
      isHeightNew = false
      if (isLimited) settle({ ...position, space: { ...position.space, physical: top } })
    },
    measured(page, sheet) {
      if (sizes.add(page, sheet, position.content, position.stack)) restackSoon()
    },
    show(target) {
      const found = goTo(position, target)
      if (!found) return
      isScrolling = false
      if (!found.stays) sideways.goTo()
      page.set(target.page)
      move(found.position)
    },
    scrollBy(share) {
      const top = topAfter(position, share)
      if (top === position.space.physical) return
      dueTop = top
      sideways.keep()
      follow(top)
    },
    ...questionsAbout(() => position),
    drawDelayMs: () => (isScrolling ? drawDelayMs : 0),
    detach() {
      resting.cancel()
      dueTop = undefined
      position = { ...position, size: noPane, stack: sizes.stackOf(position.content, 0) }
      layouts.clear()
    },
  }
}

const questionsAbout = (
  position: () => Position,
): Pick<Viewport, 'scale' | 'inView' | 'wanted' | 'distanceOf'> => ({
  scale: () => position().stack.scaleOf(indexOfAnchor(position()) ?? 0),
  inView: () => placeForNote(position()),
  wanted: (page) => wantedAt(position(), position().content.file.indexOf(page) ?? -1),
  distanceOf: (page) =>
    Math.abs((position().content.file.indexOf(page) ?? 0) - (indexOfAnchor(position()) ?? 0)),
})

/** Work that each start puts off. */
function delayed(clock: Clock, ms: number, work: () => void) {
  let cancel = () => {}
  return {
    start() {
      cancel()
      cancel = clock.after(ms, work)
    },
    cancel: () => cancel(),
  }
}

function oncePerFrame(clock: Clock, work: () => void) {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    clock.beforeNextFrame(() => {
      isDue = false
      work()
    })
  }
}
