import type { PDFPageProxy, RenderTask } from 'pdfjs-dist'

/** Larger canvases are refused by some browsers, and one page would take all memory. */
const mostPixels = 36_000_000

export type Drawing = { done: Promise<HTMLCanvasElement>; cancel(): void }

/** Draws a page on a canvas of its own: the old one stays in view until the new one is complete. */
export function drawPage(page: PDFPageProxy, scale: number, rotation: number): Drawing {
  const rotate = (page.rotate + rotation) % 360
  const plain = page.getViewport({ scale: 1, rotation: rotate })
  const wanted = scale * devicePixelRatio
  const most = Math.sqrt(mostPixels / (plain.width * plain.height))
  const viewport = page.getViewport({ scale: Math.min(wanted, most), rotation: rotate })
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(viewport.width)
  canvas.height = Math.ceil(viewport.height)
  canvas.setAttribute('aria-hidden', 'true')
  const task: RenderTask = page.render({ canvas, viewport, annotationMode: 1, background: '#ffffff' })
  return {
    done: task.promise.then(() => canvas),
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
