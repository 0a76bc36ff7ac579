import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { portico } from '../../data/session.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toasts.tsx'
import { words } from '../../words/reading.ts'
import { pageText } from '../queries.ts'
import { useReading } from '../reading.ts'
import type { PlacedPage } from './page-layout.ts'
import { layText } from './text-layer.ts'
import { usePicture } from './use-picture.ts'
import type { Viewport } from './viewport.ts'
import { whenIdle } from './when-idle.ts'

export type PageViewProps = PlacedPage & { viewport: Viewport; children?: ReactNode }

export const PageView = memo(function PageView(props: PageViewProps) {
  const { page, documentId, documentName, offset, top, width, height, scale, rotation, sheet } = props
  const wanted = useMemo(
    () => ({ page, documentId, offset, scale, rotation }),
    [page, documentId, offset, scale, rotation],
  )
  const { paper, state, retry } = usePicture(wanted, props.viewport)
  const layer = useTextLayer(props, state !== 'waiting')

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
            width: sheet.width,
            height: sheet.height,
            transform: `scale(${flat.width / sheet.width}, ${flat.height / sheet.height})`,
          }}
        />
        {props.children}
      </div>
      {state === 'failed' ? <FailedPage {...props} onRetry={retry} /> : null}
    </section>
  )
})

/** The words of a page as text to select. They are laid out when the page is visible and nothing else waits. */
function useTextLayer({ page, documentId, sheet }: PageViewProps, isVisible: boolean) {
  const { caseId } = useReading()
  const layer = useRef<HTMLDivElement>(null)
  const text = useQuery({ ...pageText(caseId, documentId, page), enabled: isVisible }).data
  const isRead = text?.state === 'read'
  const { width, height } = sheet
  useEffect(() => {
    if (!isVisible || !text || !isRead) return
    return whenIdle(() => {
      if (layer.current) layText(layer.current, text, { width, height })
    })
  }, [isVisible, text, isRead, width, height])
  return layer
}

function FailedPage({
  page,
  documentId,
  documentName,
  onRetry,
}: Pick<PageViewProps, 'page' | 'documentId' | 'documentName'> & { onRetry: () => void }) {
  const { caseId, file } = useReading()
  const unreadable = file.documentOf(page)?.unreadable
  /** As it was filed: another program may be able to open it. */
  const download = async () => {
    try {
      const content = await portico().documents.content(caseId, documentId)
      saveFile(await content.bytes(), content.name ?? documentName, content.contentType)
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error))
    }
  }
  return (
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
          <Button onClick={onRetry}>{words.pages.tryAgain}</Button>
        </>
      )}
    </div>
  )
}
