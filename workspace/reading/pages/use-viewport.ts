import { type RefObject, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Moved } from '../file.ts'
import { firstSheets } from '../first-page.ts'
import type { Reading } from '../reading.ts'
import { keepPane } from './kept-pane.ts'
import type { Layout } from './page-layout.ts'
import type { Content } from './reading-position.ts'
import { type Clock, createViewport, type PaneState, type Viewport } from './viewport.ts'

const browserClock: Clock = {
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  beforeNextFrame: (work) => requestAnimationFrame(work),
}

/** The viewport of a pane that shows `page`, for as long as the component is there. */
export function useViewport({ caseId, file, page }: Pick<Reading, 'caseId' | 'file' | 'page'>): Viewport {
  const [viewport] = useState(() =>
    createViewport({ file, page, sheets: firstSheets(caseId), clock: browserClock }),
  )
  return viewport
}

/** Connects a viewport with the element that scrolls. */
export function useLayout(
  viewport: Viewport,
  pane: RefObject<HTMLElement | null>,
  { file, zoom, rotationOf }: Content,
  { onMoved, keepsPlace }: { onMoved: ((moved: Moved) => void) | undefined; keepsPlace: boolean },
): Layout {
  const layout = useSyncExternalStore(viewport.subscribe, viewport.get)
  const follow = useEffectEvent((moved: Moved) => onMoved?.(moved))

  useLayoutEffect(() => {
    const moved = viewport.update({ file, zoom, rotationOf })
    if (moved) follow(moved)
  }, [viewport, file, zoom, rotationOf])

  useLayoutEffect(() => {
    const element = pane.current
    if (!element) return
    const measure = () => {
      viewport.resized(stateOf(element))
      if (keepsPlace) keepPane(element)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [viewport, pane, keepsPlace])

  useLayoutEffect(() => {
    const element = pane.current
    if (!element) return
    const onScroll = () => viewport.scrolled(stateOf(element))
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      element.removeEventListener('scroll', onScroll)
      viewport.detach()
    }
  }, [viewport, pane])

  useLayoutEffect(() => {
    const element = pane.current
    if (!element) return
    const { top, left } = layout.scrollTo
    if (left !== undefined) element.scrollLeft = left
    if (top !== undefined) element.scrollTop = top
    viewport.drawn(layout, stateOf(element))
  }, [viewport, pane, layout])

  return layout
}

const stateOf = (element: HTMLElement): PaneState => ({
  width: element.clientWidth,
  height: element.clientHeight,
  top: element.scrollTop,
  left: element.scrollLeft,
})
