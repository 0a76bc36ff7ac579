import { useQuery } from '@tanstack/react-query'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Answer } from '../ui/answer.tsx'
import { openWhole } from '../ui/pdfjs.ts'
import { words } from '../words/case-page.ts'

/** The sealed decision as it was signed, page by page. */
export function SealedPdf({ caseId, workProductId }: { caseId: string; workProductId: string }) {
  const query = useQuery({
    queryKey: [...keys.of(caseId, 'decisions'), workProductId, 'pdf'],
    queryFn: async () => (await portico().decisions.file(caseId, { workProductId })).bytes(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <Answer query={query}>{(bytes) => <Pages bytes={bytes} />}</Answer>
}

function Pages({ bytes }: { bytes: Uint8Array }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  useEffect(() => {
    let isGone = false
    const opening = openWhole(bytes.slice())
    void opening.then((opened) => isGone || setPdf(opened))
    return () => {
      isGone = true
      void opening.then((opened) => opened.loadingTask.destroy())
    }
  }, [bytes])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <div className="sealed" role="region" aria-label={words.decisions.pdf} tabIndex={0}>
      {Array.from({ length: pdf?.numPages ?? 0 }, (_, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are known by their number
        pdf ? <SealedPage key={index} pdf={pdf} number={index + 1} /> : null,
      )}
    </div>
  )
}

function SealedPage({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let cancel = () => {}
    void pdf.getPage(number).then((page) => {
      const shown = canvas.current
      if (!shown) return
      const scale = (shown.parentElement?.clientWidth ?? 600) / page.getViewport({ scale: 1 }).width
      const viewport = page.getViewport({ scale: scale * devicePixelRatio })
      shown.width = viewport.width
      shown.height = viewport.height
      const drawing = page.render({ canvas: shown, viewport })
      cancel = () => drawing.cancel()
      drawing.promise.catch(() => {})
    })
    return () => cancel()
  }, [pdf, number])
  return (
    <canvas ref={canvas} className="sealed-page" role="img" aria-label={`${words.decisions.pdf} ${number}`} />
  )
}
