import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { createOCREngine, layoutFlags, type OCREngine, type TextItem } from 'tesseract-wasm'
import { openPdfium, type Pdfium } from '../pdf/pdfium.ts'
import { serveJobs } from '../pdf/worker.ts'
import { yieldToOthers } from './low-priority.ts'
import { type RecognisedPage, recognisedPage } from './recognised-page.ts'
import { dotsPerInch, type PageImage, renderPage } from './render-page.ts'

export type OcrJob = { path: string; page: number }

const maxMemoryBytes = 768 * 1024 ** 2
/** A page that lies on its side, or on its head, without saying so is read with confidence only once it is turned. */
const otherTurns = [1, 3, 2]
const sureEnough = 0.6
/** Tesseract finds the columns and paragraphs of a page by itself. */
const automatic = '3'

let openingPdfium: Promise<Pdfium> | undefined
let openingTesseract: Promise<OCREngine> | undefined

yieldToOthers()
serveJobs(maxMemoryBytes, async ({ path, page }: OcrJob): Promise<RecognisedPage> => {
  openingPdfium ??= openPdfium()
  openingTesseract ??= openTesseract()
  const [pdfium, tesseract] = await Promise.all([openingPdfium, openingTesseract])
  const asShown = recognise(tesseract, renderPage(pdfium, path, page))
  if (asShown.isBlank) return asShown.found
  let best = asShown.found
  for (const turn of otherTurns) {
    if (best.confidence >= sureEnough) break
    const { found } = recognise(tesseract, renderPage(pdfium, path, page, turn))
    if (found.confidence > best.confidence) best = found
  }
  return best
})

function recognise(tesseract: OCREngine, image: PageImage) {
  tesseract.loadImage(inColour(image))
  const words = tesseract.getTextBoxes('word')
  tesseract.clearImage()
  return { found: recognisedPage(linesOf(words), image), isBlank: words.length === 0 }
}

function linesOf(words: readonly TextItem[]): TextItem[][] {
  const lines: TextItem[][] = []
  for (const word of words) {
    if (lines.length === 0 || word.flags & layoutFlags.StartOfLine) lines.push([])
    lines.at(-1)!.push(word)
  }
  return lines
}

/** From the installed packages alone: nothing is fetched, and nothing is written. */
async function openTesseract(): Promise<OCREngine> {
  const program = new URL('./tesseract-core.wasm', import.meta.resolve('tesseract-wasm'))
  const model = import.meta.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz')
  const tesseract = await createOCREngine({ wasmBinary: await readFile(program) })
  tesseract.loadModel(gunzipSync(await readFile(new URL(model))))
  tesseract.setVariable('tessedit_pageseg_mode', automatic)
  tesseract.setVariable('user_defined_dpi', String(dotsPerInch))
  return tesseract
}

/** The form that the recogniser takes: four bytes a pixel, of which it makes gray again. */
function inColour({ width, height, samples }: PageImage) {
  const pixels = Uint32Array.from(samples, (gray) => gray * 0x010101 + 0xff000000)
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) }
}
