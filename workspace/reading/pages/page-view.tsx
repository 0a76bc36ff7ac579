import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { pageIsDrawn, pageIsSeen } from '../../data/page-first.ts'
import { portico } from '../../data/session.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toasts.tsx'
import { words } from '../../words/reading.ts'
import { leaveFirstPage } from '../first-page.ts'
import { pageText } from '../queries.ts'
import { useReading } from '../reading.ts'
import { type DrawnPage, discard } from './draw-page.ts'
import type { Drawing, Wanted } from './drawings.ts'
import type { Sheet } from './page-stack.ts'
import { layText } from './text-layer.ts'
import { whenIdle } from './when-idle.ts'

export type PageViewProps = {
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
  onSheet: (page: number, sheet: Sheet) => void
  /** How far the page is from the one that is read. */
  distanceOf: (page: number) => number
  /** How long to wait before it is drawn: what is passed by quickly is not. */
  restMs: () => number
  children?: ReactNode
}

export const PageView = memo(function PageView(props: PageViewProps) {
  const { page, documentId, documentName, offset, top, width, height, scale, rotation, sheet } = props
  const { onSheet, distanceOf, restMs } = props
  const { caseId, file, drawings } = useReading()
  const unreadable = file.documentOf(page)?.unreadable
  /** As it came: another program may know what to do with it. */
  const download = async () => {
    try {
      const content = await portico().documents.content(caseId, documentId)
      saveFile(await content.bytes(), content.name ?? documentName, content.contentType)
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error))
    }
  }
  const paper = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting')
  const text = useQuery({ ...pageText(caseId, documentId, page), enabled: state !== 'waiting' }).data

  const wanted = useMemo(
    () => ({ page, documentId, offset, scale, rotation }),
    [page, documentId, offset, scale, rotation],
  )
  const shown = useRef<{ wanted: Wanted; drawn: DrawnPage }>(undefined)

  // Before the screen is painted: what is drawn already is there at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is there to draw once more
  useLayoutEffect(() => {
    const holder = paper.current
    if (!holder) return
    const show = (drawn: DrawnPage) => {
      const before = shown.current
      shown.current = { wanted, drawn }
      holder.replaceChildren(drawn.canvas)
      if (before) discard(before.drawn.canvas)
      onSheet(page, drawn.sheet)
      setState('drawn')
      pageIsDrawn()
    }
    const ready = drawings.take(wanted)
    leaveFirstPage()
    if (ready) return show(ready)
    let drawing: Drawing<DrawnPage> | undefined
    const draw = () => {
      drawing = drawings.draw(wanted, () => distanceOf(page))
      const mine = drawing
      mine.done.then(
        (drawn) => (drawing === mine ? show(drawn) : discard(drawn.canvas)),
        () => {
          if (drawing !== mine) return
          setState('failed')
          pageIsSeen()
        },
      )
    }
    const rest = restMs()
    const timer = rest > 0 ? setTimeout(draw, rest) : void draw()
    return () => {
      clearTimeout(timer)
      drawing?.cancel()
      drawing = undefined
    }
  }, [drawings, wanted, page, onSheet, distanceOf, restMs, attempt])

  useEffect(
    () => () => {
      if (shown.current) drawings.giveBack(shown.current.wanted, shown.current.drawn)
      shown.current = undefined
    },
    [drawings],
  )

  const isRead = text?.state === 'read'
  const { width: sheetWidth, height: sheetHeight } = sheet
  // The words are laid when the page is seen, and nothing else waits.
  useEffect(() => {
    if (state === 'waiting' || !text || !isRead) return
    return whenIdle(() => {
      if (layer.current) layText(layer.current, text, { width: sheetWidth, height: sheetHeight })
    })
  }, [state, text, isRead, sheetWidth, sheetHeight])

  const flat = sheet.rotate % 180 === 0 ? { width, height } : { width: height, height: width }
  return (
    <section
      className="page"
      role="group"
      data-page={page}
      aria-label={words.pages.page(page, documentName)}
      style={{ top, width, height, marginLeft: -width / 2 }}
    >
      <div ref={paper} className="paper" />
      <div
        className="sheet"
        style={{
          ...flat,
          transform: `translate(-50%, -50%) rotate(${sheet.rotate}deg)`,
        }}
      >
        <div
          ref={layer}
          className="text-layer"
          style={{
            width: sheetWidth,
            height: sheetHeight,
            transform: `scale(${flat.width / sheetWidth}, ${flat.height / sheetHeight})`,
          }}
        />
        {props.children}
      </div>
      {state === 'failed' ? (
        <div className="failed" role="alert">
          <p>
            <b>{words.pages.failed}</b>
          </p>
          {unreadable ? (
            <>
              <p>{words.pages.unreadable[unreadable] ?? words.pages.failedText}</p>
              <Button onClick={download}>{words.pages.download}</Button>
            </>
          ) : (
            <>
              <p>{words.pages.failedText}</p>
              <Button onClick={() => setAttempt(attempt + 1)}>{words.pages.tryAgain}</Button>
            </>
          )}
        </div>
      ) : null}
    </section>
  )
})
