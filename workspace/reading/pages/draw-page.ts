import type { PDFPageProxy, RenderTask } from 'pdfjs-dist'
import { type Drawing, type Drawings, pageDrawings, type Wanted } from './drawings.ts'
import type { Sheet } from './page-stack.ts'
import type { PdfFiles } from './pdf-files.ts'

/** Larger canvases are refused by some browsers, and one page would take all memory. */
const mostPixels = 36_000_000

export type DrawnPage = { canvas: HTMLCanvasElement; sheet: Sheet }
export type PageDrawings = Drawings<DrawnPage>

export const drawingsOf = (pdfs: PdfFiles): PageDrawings =>
  pageDrawings({
    draw: (wanted) => drawFrom(pdfs, wanted),
    pixelsOf: ({ canvas }) => canvas.width * canvas.height,
    discard: ({ canvas }) => discard(canvas),
  })

function drawFrom(pdfs: PdfFiles, { documentId, offset, scale, rotation }: Wanted): Drawing<DrawnPage> {
  let isCancelled = false
  let cancel = () => {}
  const draw = async () => {
    const { pdf, firstPage, release } = await pdfs.open(documentId)
    try {
      if (isCancelled) throw new Error('nobody waits for this page')
      const page = await pdf.getPage(firstPage + offset)
      if (isCancelled) throw new Error('nobody waits for this page')
      const drawing = drawPage(page, scale, rotation)
      cancel = drawing.cancel
      const [left = 0, bottom = 0, right = 612, upper = 792] = page.view
      return {
        canvas: await drawing.done,
        sheet: { width: right - left, height: upper - bottom, rotate: page.rotate },
      }
    } finally {
      release()
    }
  }
  return {
    done: draw(),
    cancel() {
      isCancelled = true
      cancel()
    },
  }
}

/** Nothing of a document runs; its annotations are drawn. */
const look = { annotationMode: 1, background: '#ffffff' } as const

/** Reads what a page is made of, with its fonts, before it is known how large it will be: drawing it goes on from there. */
export async function beginToDraw(page: PDFPageProxy): Promise<void> {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  await page.render({ canvas, viewport: page.getViewport({ scale: 0.001 }), ...look }).promise
}

/** Draws a page on a canvas of its own: the old one stays in view until the new one is complete. */
export function drawPage(page: PDFPageProxy, scale: number, rotation: number): Drawing<HTMLCanvasElement> {
  const rotate = (page.rotate + rotation) % 360
  const plain = page.getViewport({ scale: 1, rotation: rotate })
  const wanted = scale * devicePixelRatio
  const most = Math.sqrt(mostPixels / (plain.width * plain.height))
  const viewport = page.getViewport({ scale: Math.min(wanted, most), rotation: rotate })
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(viewport.width)
  canvas.height = Math.ceil(viewport.height)
  canvas.setAttribute('aria-hidden', 'true')
  const task: RenderTask = page.render({ canvas, viewport, ...look })
  return {
    // What the worker has told of the page is not needed once it is drawn, and is most of what a page takes.
    done: task.promise.then(() => canvas).finally(() => page.cleanup()),
    cancel() {
      task.cancel()
      discard(canvas)
    },
  }
}

/** Browsers give back the memory of a canvas late, unless it has no size. */
export function discard(canvas: HTMLCanvasElement) {
  canvas.width = 0
  canvas.height = 0
}
