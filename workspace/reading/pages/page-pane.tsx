import { type ReactNode, type RefObject, useEffect } from 'react'
import { words } from '../../words/reading.ts'
import type { Moved } from '../file.ts'
import { useReading } from '../reading.ts'
import type { Zoom } from './page-stack.ts'
import { PageView } from './page-view.tsx'
import { useLayout } from './use-viewport.ts'
import type { Viewport } from './viewport.ts'
import { whenIdle } from './when-idle.ts'
import './pages.css'

/** Draws what a viewport shows. */
export function PagePane({
  viewport,
  pane,
  zoom,
  rotationOf,
  over,
  onMoved,
  keepsPlace = false,
  label = words.pages.region,
}: {
  viewport: Viewport
  pane: RefObject<HTMLElement | null>
  zoom: Zoom
  /** By how many degrees the reader has rotated a document. */
  rotationOf: (documentId: string) => number
  /** What is drawn over a page: hits, notes, selections. */
  over: (page: number) => ReactNode
  /** The page that is read has left the file, and another is shown. */
  onMoved?: (moved: Moved) => void
  /** The next time a page is opened by its address, it is drawn where this pane is. */
  keepsPlace?: boolean
  label?: string
}) {
  const { file, drawings } = useReading()
  const layout = useLayout(viewport, pane, { file, zoom, rotationOf }, { onMoved, keepsPlace })
  const { ahead } = layout
  useEffect(() => whenIdle(() => drawings.prepare(ahead)), [drawings, ahead])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="pages" ref={pane} aria-label={label} tabIndex={0}>
      <div className="long" style={{ height: layout.height, minWidth: layout.minWidth }}>
        {layout.pages.map((placed) => (
          <PageView key={placed.page} {...placed} viewport={viewport}>
            {over(placed.page)}
          </PageView>
        ))}
      </div>
    </section>
  )
}
