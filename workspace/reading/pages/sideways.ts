import { margin } from './page-stack.ts'

/** Widths in pixels: of all that scrolls, and of the pane. Pages are centred in it; `scale` is pixels per point. */
export type Across = { content: number; view: number; scale: number }

export type PageAcross = {
  /** The widest page in or near the pane, with its margins. */
  widest: number
  view: number
  scale: number
  /** The page that is read. */
  width: number
}

export type Sideways = {
  /** The next `place` is for a page that was gone to, not scrolled to. */
  goTo(): void
  /** The reader scrolled, in whichever direction, and `left` is where the pane is now. */
  scrolled(left: number, isUpOrDown: boolean): void
  /** The part that is visible now is the one that the reader wants to see. */
  keep(): void
  /** How far the pane has to scroll sideways; undefined if it can stay. */
  place(page: PageAcross): number | undefined
  /** How far the browser did scroll. */
  drawn(left: number): void
}

/**
 * Pages are centred in the widest one nearby, so all of them move when a wider one becomes known. The part of a page that
 * is read keeps its place, also at another zoom. A page that was gone to is shown whole or from its left edge, unless the
 * reader has scrolled sideways to a part that suits this page too.
 */
export function createSideways(): Sideways {
  /** The part that the reader scrolled to; undefined while a page is seen as it was shown. */
  let chosen: number | undefined
  let isGoneTo = false
  let last: { left: number; across: Across; width: number } | undefined

  const isUnchanged = (across: Across, width: number) =>
    last !== undefined &&
    !isGoneTo &&
    last.width === width &&
    last.across.content === across.content &&
    last.across.view === across.view &&
    last.across.scale === across.scale

  function choose(across: Across, width: number) {
    if (last && last.across.scale !== across.scale) chosen ??= partAt(last.left, last.across)
    if (chosen === undefined) return
    const left = leftOf(chosen, across)
    if (isGoneTo) chosen = isMostlyVisible(width, left, across) ? partAt(left, across) : undefined
    else if (last?.width !== width && isHardlyVisible(width, left, across)) chosen = undefined
  }

  function keep() {
    if (last) chosen ??= partAt(last.left, last.across)
  }

  return {
    goTo() {
      isGoneTo = true
    },
    scrolled(left, isUpOrDown) {
      if (!last) return
      if (Math.abs(left - last.left) >= 1) {
        chosen = partAt(left, last.across)
        last.left = left
      } else if (isUpOrDown) keep()
    },
    keep,
    place({ widest, view, scale, width }) {
      if (widest === 0 || view === 0) return undefined
      const across: Across = { content: Math.max(widest, view), view, scale }
      if (isUnchanged(across, width)) return undefined
      choose(across, width)
      isGoneTo = false
      const left = chosen === undefined ? leftOfPage(width, across) : leftOf(chosen, across)
      const stays = left === (last?.left ?? 0) && across.content === (last?.across.content ?? view)
      last = { left, across, width }
      return stays ? undefined : left
    },
    drawn(left) {
      if (last) last.left = left
    },
  }
}

/** The part of a page in the middle of the pane: in points, from the middle of the page. */
export const partAt = (left: number, { content, view, scale }: Across) =>
  (left + view / 2 - content / 2) / scale

/** How far to scroll sideways for this part to be in the middle again. */
export const leftOf = (part: number, { content, view, scale }: Across) =>
  Math.round(Math.min(Math.max(0, content - view), Math.max(0, part * scale + content / 2 - view / 2)))

/** How far to scroll sideways to show a page: its middle, or its left edge if it is wider than the pane. */
export const leftOfPage = (width: number, { content, view }: Omit<Across, 'scale'>) =>
  Math.round(Math.max(0, width <= view ? (content - view) / 2 : (content - width) / 2 - margin))

export const isMostlyVisible = (width: number, left: number, across: Omit<Across, 'scale'>) =>
  visibleShare(width, left, across) >= 0.8

/** After scrolling down from a very wide page, next to nothing of a narrow one would be visible. */
export const isHardlyVisible = (width: number, left: number, across: Omit<Across, 'scale'>) =>
  visibleShare(width, left, across) < 0.2

function visibleShare(width: number, left: number, { content, view }: Omit<Across, 'scale'>) {
  if (content <= view) return 1
  const edge = (content - width) / 2
  const visible = Math.min(edge + width, left + view) - Math.max(edge, left)
  return visible / Math.min(width, view)
}
