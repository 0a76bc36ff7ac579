import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useStore } from '../../data/store.ts'
import { number } from '../../words/language.ts'
import { words } from '../../words/reading.ts'
import { useReading } from '../reading.ts'
import { remembered } from '../remembered.ts'
import { discard, drawPage } from './draw-page.ts'
import './thumbnails.css'

export const hasThumbnails = remembered('thumbnails', false)

const width = 96
const height = 146
const restMs = 80

/** Small pictures of the pages, in reading order. */
export function Thumbnails({ rotationOf }: { rotationOf: (documentId: string) => number }) {
  const { file, page: reading, goTo } = useReading()
  const page = useStore(reading)
  const strip = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: file.pageCount,
    getScrollElement: () => strip.current,
    estimateSize: () => height,
    overscan: 2,
  })
  const current = file.indexOf(page) ?? 0
  const { scrollToIndex } = virtual
  useEffect(() => scrollToIndex(current, { align: 'auto' }), [current, scrollToIndex])

  function move(event: KeyboardEvent) {
    const last = file.pageCount - 1
    const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: last }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const next = file.pageAt(Math.min(last, Math.max(0, to)))
    if (next !== undefined) goTo({ page: next })
  }

  return (
    <div
      ref={strip}
      className="thumbnails"
      role="listbox"
      aria-label={words.pages.thumbnails}
      tabIndex={0}
      aria-activedescendant={`thumbnail-${page}`}
      onKeyDown={move}
    >
      <div className="long" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const shown = file.pageAt(index)
          const document = shown === undefined ? undefined : file.documentOf(shown)
          if (shown === undefined || !document) return null
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the strip has the keys of all its pages
            // biome-ignore lint/a11y/useFocusableInteractive: the strip has the focus and names the page
            <div
              key={shown}
              id={`thumbnail-${shown}`}
              role="option"
              aria-selected={shown === page}
              aria-label={words.pages.page(shown, document.name)}
              className={shown === document.startPage ? 'first' : ''}
              style={{ transform: `translateY(${start}px)`, height }}
              onClick={() => goTo({ page: shown })}
            >
              <Picture
                documentId={document.id}
                offset={shown - document.startPage}
                rotation={rotationOf(document.id)}
              />
              <span className="number">{number(shown)}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

function Picture({ documentId, offset, rotation }: { documentId: string; offset: number; rotation: number }) {
  const { pdfs } = useReading()
  const holder = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const shown = holder.current
    let isGone = false
    let stop = () => {}
    const draw = async () => {
      const opened = await pdfs.open(documentId)
      try {
        if (isGone) return
        const page = await opened.pdf.getPage(opened.firstPage + offset)
        if (isGone) return
        const { width: wide, height: high } = page.getViewport({ scale: 1 })
        const drawing = drawPage(page, width / Math.max(wide, (high * width) / (height - 26)), rotation)
        stop = drawing.cancel
        const canvas = await drawing.done
        stop = () => discard(canvas)
        if (isGone) stop()
        else shown?.replaceChildren(canvas)
      } finally {
        opened.release()
      }
    }
    // Pages that are scrolled past are not drawn. One that fails stays empty: the page itself says why.
    const timer = setTimeout(() => void draw().catch(() => {}), restMs)
    return () => {
      isGone = true
      clearTimeout(timer)
      stop()
    }
  }, [pdfs, documentId, offset, rotation])
  return <span ref={holder} className="picture" />
}
