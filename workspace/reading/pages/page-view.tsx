import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/reading.ts'
import { pageText } from '../queries.ts'
import { useReading } from '../reading.ts'
import { discard, drawPage } from './draw-page.ts'
import type { Sheet } from './page-stack.ts'
import { layText } from './text-layer.ts'

/** A page that is passed by quickly is not drawn. */
const restBeforeDrawingMs = 40

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
  children?: ReactNode
}

export const PageView = memo(function PageView(props: PageViewProps) {
  const { page, documentId, documentName, offset, top, width, height, scale, rotation, sheet, onSheet } =
    props
  const { caseId, pdfs } = useReading()
  const paper = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const text = useQuery(pageText(caseId, documentId, page)).data

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is there to draw once more
  useEffect(() => {
    const holder = paper.current
    if (!holder) return
    let isGone = false
    const undo: (() => void)[] = []
    const draw = async () => {
      const opened = await pdfs.open(documentId)
      undo.push(opened.release)
      if (isGone) return
      const proxy = await opened.pdf.getPage(opened.firstPage + offset)
      if (isGone) return
      const [left = 0, bottom = 0, right = 612, upper = 792] = proxy.view
      onSheet(page, { width: right - left, height: upper - bottom, rotate: proxy.rotate })
      const drawing = drawPage(proxy, scale, rotation)
      undo.push(drawing.cancel)
      const canvas = await drawing.done
      undo.splice(undo.indexOf(drawing.cancel), 1)
      if (isGone) return discard(canvas)
      const before = holder.querySelector('canvas')
      holder.replaceChildren(canvas)
      if (before) discard(before)
      setFailed(false)
    }
    const timer = setTimeout(() => {
      draw()
        .catch((error) => {
          if (!isGone && error?.name !== 'RenderingCancelledException') setFailed(true)
        })
        .finally(() => {
          if (isGone) for (const one of undo) one()
        })
    }, restBeforeDrawingMs)
    return () => {
      isGone = true
      clearTimeout(timer)
      for (const one of undo.splice(0).reverse()) one()
    }
  }, [pdfs, documentId, page, offset, scale, rotation, onSheet, attempt])

  useEffect(() => {
    const holder = paper.current
    return () => {
      for (const canvas of holder?.querySelectorAll('canvas') ?? []) discard(canvas)
    }
  }, [])

  const isRead = text?.state === 'read'
  const { width: sheetWidth, height: sheetHeight } = sheet
  useEffect(() => {
    if (layer.current && text && isRead)
      layText(layer.current, text, { width: sheetWidth, height: sheetHeight })
  }, [text, isRead, sheetWidth, sheetHeight])

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
        <div ref={layer} className="text-layer" />
        {props.children}
      </div>
      {hasFailed ? (
        <div className="failed" role="alert">
          <p>
            <b>{words.pages.failed}</b>
          </p>
          <p>{words.pages.failedText}</p>
          <Button onClick={() => setAttempt(attempt + 1)}>{words.pages.tryAgain}</Button>
        </div>
      ) : null}
    </section>
  )
})
