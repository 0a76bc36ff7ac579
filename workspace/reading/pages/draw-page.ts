import type { PDFPageProxy, RenderTask } from 'pdfjs-dist'
import { type Drawing, type Drawings, pageDrawings, type Wanted } from './drawings.ts'
import type { Sheet } from './page-stack.ts'
import type { PdfFiles } from './pdf-files.ts'

/** Some browsers refuse larger canvases, and one page would take all memory. */
const maxPixels = 36_000_000

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
      if (isCancelled) throw new Error('this page is no longer waited for')
      const page = await pdf.getPage(firstPage + offset)
      if (isCancelled) throw new Error('this page is no longer waited for')
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

/** No script of a document runs; its annotations are drawn. */
const appearance = { annotationMode: 1, background: '#ffffff' } as const

/** Reads a page with its fonts before its size on the screen is known. Drawing it then takes less. */
export async function beginToDraw(page: PDFPageProxy): Promise<void> {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  await page.render({ canvas, viewport: page.getViewport({ scale: 0.001 }), ...appearance }).promise
}

/** Draws a page on a canvas of its own: the old one stays in view until the new one is complete. */
export function drawPage(page: PDFPageProxy, scale: number, rotation: number): Drawing<HTMLCanvasElement> {
  const rotate = (page.rotate + rotation) % 360
  const plain = page.getViewport({ scale: 1, rotation: rotate })
  const wanted = scale * devicePixelRatio
  const maxScale = Math.sqrt(maxPixels / (plain.width * plain.height))
  const viewport = page.getViewport({ scale: Math.min(wanted, maxScale), rotation: rotate })
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(viewport.width)
  canvas.height = Math.ceil(viewport.height)
  canvas.setAttribute('aria-hidden', 'true')
  const task: RenderTask = page.render({ canvas, viewport, ...appearance })
  return {
    // What the worker sent is most of the memory of a page, and is not needed once it is drawn.
    done: task.promise.then(() => canvas).finally(() => page.cleanup()),
    cancel() {
      task.cancel()
      discard(canvas)
    },
  }
}

/** Browsers free the memory of a canvas late, unless it has no size. */
export function discard(canvas: HTMLCanvasElement) {
  canvas.width = 0
  canvas.height = 0
}
