import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import {
  type Across,
  isEnoughInView,
  isHardlyInView,
  placeAcross,
  scrolledTo,
  scrolledToPage,
} from './beside.ts'

export type KeptAcross = {
  /** A page was gone to: it stands as it is read best, unless its reader has chosen a place that suits it too. */
  goTo(): void
  /** Whoever scrolls, in whichever direction, keeps what is seen there. */
  onScroll(isUpOrDown: boolean): void
}

/**
 * Pages stand in the middle of the widest around them, so all move when a wider one becomes known. What is read is kept
 * where it was, also at another zoom.
 */
export function useAcross(
  pane: RefObject<HTMLElement | null>,
  { widest, view, scale, width }: { widest: number; view: number; scale: number; width: number },
  /** Something new for each move to another place. */
  moved: unknown,
): KeptAcross {
  /** None as long as a page that was gone to is looked at as it was shown. */
  const place = useRef<number>(undefined)
  const isGoneTo = useRef(false)
  const last = useRef<{ left: number; across: Across; width: number }>(undefined)

  const choose = useCallback((left: number) => {
    if (last.current) place.current = placeAcross(left, last.current.across)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each move may be to another page
  useLayoutEffect(() => {
    const element = pane.current
    if (!element || widest === 0 || view === 0) return
    const across: Across = { content: Math.max(widest, view), view, scale }
    const before = last.current
    if (before && before.across.scale !== scale && place.current === undefined) choose(before.left)
    if (isGoneTo.current && place.current !== undefined) {
      const kept = scrolledTo(place.current, across)
      place.current = isEnoughInView(width, kept, across) ? placeAcross(kept, across) : undefined
    }
    const isNext = !isGoneTo.current && before?.width !== width && place.current !== undefined
    if (isNext && isHardlyInView(width, scrolledTo(place.current ?? 0, across), across))
      place.current = undefined
    isGoneTo.current = false
    const left =
      place.current === undefined ? scrolledToPage(width, across) : scrolledTo(place.current, across)
    last.current = { left, across, width }
    if (left === (before?.left ?? 0) && across.content === (before?.across.content ?? view)) return
    element.scrollLeft = left
    last.current.left = element.scrollLeft
  }, [widest, view, scale, width, moved])

  return useMemo(
    () => ({
      goTo() {
        isGoneTo.current = true
      },
      onScroll(isUpOrDown) {
        const left = pane.current?.scrollLeft ?? 0
        const isSideways = Math.abs(left - (last.current?.left ?? left)) >= 1
        if (!last.current || !(isSideways || (isUpOrDown && place.current === undefined))) return
        choose(left)
        last.current.left = left
      },
    }),
    [pane, choose],
  )
}
