import { ChevronLeft, ChevronRight, Columns2, GalleryVertical, Minus, Plus, RotateCw } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { words } from '../../words/reading.ts'
import { useOpenDocument, useReading } from '../reading.ts'
import { zoomOf } from './page-stack.ts'
import { hasThumbnails } from './thumbnails.tsx'
import type { Viewport } from './viewport.ts'

/** Above the pages: the open document, and how its pages are shown. */
export function PageTools({
  viewport,
  onZoom,
  onRotate,
  onDocument,
  isComparing,
  onCompare,
  menu,
  children,
}: {
  viewport: Viewport
  onZoom: (change: 1 | -1 | 'fit') => void
  onRotate: () => void
  onDocument: (direction: 1 | -1) => void
  isComparing: boolean
  onCompare: () => void
  menu?: ReactNode
  children?: ReactNode
}) {
  const document = useOpenDocument(useReading())
  const thumbnails = hasThumbnails.use()
  return (
    <div className="tools">
      <IconButton
        name={words.pages.thumbnails}
        icon={<GalleryVertical />}
        aria-pressed={thumbnails}
        aria-keyshortcuts="2"
        onClick={() => hasThumbnails.set(!thumbnails)}
      />
      <IconButton name={words.pages.previousDocument} icon={<ChevronLeft />} onClick={() => onDocument(-1)} />
      <h2 className="document-name" title={document?.name}>
        {document?.name}
      </h2>
      {document ? (
        <span className="faint number pages-of">
          {words.documents.range(document.startPage, document.endPage)}
        </span>
      ) : null}
      <IconButton name={words.pages.nextDocument} icon={<ChevronRight />} onClick={() => onDocument(1)} />
      <span className="right">
        {children}
        <IconButton name={words.pages.zoomOut} icon={<Minus />} onClick={() => onZoom(-1)} />
        <Zoom viewport={viewport} />
        <IconButton name={words.pages.zoomIn} icon={<Plus />} onClick={() => onZoom(1)} />
        <Button kind="plain" title={words.pages.fitWidth} onClick={() => onZoom('fit')}>
          {words.pages.fit}
        </Button>
        <IconButton name={words.pages.rotate} icon={<RotateCw />} onClick={onRotate} />
        <IconButton
          name={words.pages.compare}
          icon={<Columns2 />}
          aria-pressed={isComparing}
          onClick={onCompare}
        />
        {menu}
      </span>
    </div>
  )
}

/** Apart from the other tools, which need not be rendered for a page of another width. */
function Zoom({ viewport }: { viewport: Viewport }) {
  const scale = useSyncExternalStore(viewport.subscribe, viewport.scale)
  return <span className="number zoom">{words.pages.zoom(zoomOf(scale))}</span>
}
