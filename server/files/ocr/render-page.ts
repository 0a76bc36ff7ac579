import { type Pdfium, withDocument } from '../pdf/pdfium.ts'
import { UnreadablePdf } from '../pdf/unreadable.ts'

/** Rows of gray samples, one byte each. */
export type PageImage = {
  width: number
  height: number
  /** By how many quarters the page is turned clockwise in the picture. */
  quarters: number
  samples: Uint8Array
}

/** What the recogniser was made for is 300; a little less takes a third of the time away and loses no words. */
export const dotsPerInch = 250
/** A page of letter paper has 6 million; a larger one is drawn smaller. */
const mostSamples = 12_000_000
const gray = 1
const white = 0xffffffff
const withAnnotations = 1
const inGray = 8

/** As the reader sees the page, or turned clockwise by some quarters more. */
export function renderPage(pdfium: Pdfium, path: string, page: number, turn = 0): PageImage {
  return withDocument(pdfium, path, (document) => {
    const loaded = pdfium.FPDF_LoadPage(document, page - 1)
    if (!loaded) throw new UnreadablePdf('damaged')
    try {
      return draw(pdfium, loaded, turn)
    } finally {
      pdfium.FPDF_ClosePage(loaded)
    }
  })
}

function draw(pdfium: Pdfium, loaded: number, turn: number): PageImage {
  const [across, down] = [pdfium.FPDF_GetPageWidthF(loaded) / 72, pdfium.FPDF_GetPageHeightF(loaded) / 72]
  const inches = turn % 2 ? { width: down, height: across } : { width: across, height: down }
  const scale = Math.min(dotsPerInch, Math.sqrt(mostSamples / (inches.width * inches.height)))
  const width = Math.max(1, Math.floor(inches.width * scale))
  const height = Math.max(1, Math.floor(inches.height * scale))
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, gray, 0, 0)
  if (!bitmap) throw new UnreadablePdf('tooLarge')
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    pdfium.FPDF_RenderPageBitmap(bitmap, loaded, 0, 0, width, height, turn, inGray | withAnnotations)
    const stride = pdfium.FPDFBitmap_GetStride(bitmap)
    const buffer = pdfium.FPDFBitmap_GetBuffer(bitmap) >>> 0
    const samples = new Uint8Array(width * height)
    for (let row = 0; row < height; row++) {
      const at = buffer + row * stride
      samples.set(pdfium.pdfium.HEAPU8.subarray(at, at + width), row * width)
    }
    return { width, height, quarters: (pdfium.FPDFPage_GetRotation(loaded) + turn) % 4, samples }
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}
