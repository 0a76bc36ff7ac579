import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import './pdf-pages.css'

/** Pages under each other, as wide as there is room. Each is drawn when it comes near, with its words for who hears it. */
export function PdfPages({ pdf, nameOf }: { pdf: PDFDocumentProxy; nameOf: (page: number) => string }) {
  return Array.from({ length: pdf.numPages }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pages are known by their number
    <PdfPage key={index} pdf={pdf} page={index + 1} name={nameOf(index + 1)} />
  ))
}

function PdfPage({ pdf, page, name }: { pdf: PDFDocumentProxy; page: number; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [words, setWords] = useState('')
  useEffect(() => {
    const shown = canvas.current
    if (!shown) return
    let undo = () => {}
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        near.disconnect()
        undo = draw(pdf, page, shown, setWords)
      },
      { rootMargin: '400px' },
    )
    near.observe(shown)
    return () => {
      near.disconnect()
      undo()
    }
  }, [pdf, page])
  return (
    <figure className="pdf-page">
      {/* Until it is drawn it is as high as a page mostly is. */}
      <canvas ref={canvas} width={17} height={22} role="img" aria-label={name} />
      <figcaption className="hidden-visually">{words}</figcaption>
    </figure>
  )
}

function draw(
  pdf: PDFDocumentProxy,
  number: number,
  shown: HTMLCanvasElement,
  say: (words: string) => void,
): () => void {
  let isGone = false
  let cancel = () => {}
  async function run() {
    const page = await pdf.getPage(number)
    if (isGone) return
    const scale = (shown.parentElement?.clientWidth ?? 600) / page.getViewport({ scale: 1 }).width
    const viewport = page.getViewport({ scale: scale * devicePixelRatio })
    shown.width = viewport.width
    shown.height = viewport.height
    const drawing = page.render({ canvas: shown, viewport })
    cancel = () => drawing.cancel()
    drawing.promise.catch(noPage)
    const { items } = await page.getTextContent()
    if (!isGone) say(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  run().catch(noPage)
  return () => {
    isGone = true
    cancel()
  }
}

/** A page that cannot be drawn stays white; the others are not touched by it. */
function noPage() {}
