import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import { openPdfium, type Pdfium } from '../pdf/pdfium.ts'
import { serveJobs } from '../pdf/worker.ts'
import { yieldToOthers } from './low-priority.ts'
import { type RecognisedPage, recognisedPage } from './recognised-page.ts'
import { dotsPerInch, type PageImage, renderPage } from './render-page.ts'

export type OcrJob = { path: string; page: number }

const maxMemoryBytes = 512 * 1024 ** 2
/** A page that lies on its side, or on its head, without saying so is read with confidence only once it is turned. */
const otherTurns = [1, 3, 2]
const sureEnough = 0.6

let openingPdfium: Promise<Pdfium> | undefined
let openingTesseract: Promise<Worker> | undefined

yieldToOthers()
serveJobs(maxMemoryBytes, async ({ path, page }: OcrJob): Promise<RecognisedPage> => {
  openingPdfium ??= openPdfium()
  openingTesseract ??= openTesseract()
  const [pdfium, tesseract] = await Promise.all([openingPdfium, openingTesseract])
  const asShown = await recognise(tesseract, renderPage(pdfium, path, page))
  if (asShown.isBlank) return asShown.found
  let best = asShown.found
  for (const turn of otherTurns) {
    if (best.confidence >= sureEnough) break
    const { found } = await recognise(tesseract, renderPage(pdfium, path, page, turn))
    if (found.confidence > best.confidence) best = found
  }
  return best
})

async function recognise(tesseract: Worker, image: PageImage) {
  const { data } = await tesseract.recognize(asPortableGraymap(image), {}, { blocks: true, text: false })
  const paragraphs = (data.blocks ?? []).flatMap((block) => block.paragraphs)
  const lines = paragraphs.flatMap((paragraph) => paragraph.lines).map((line) => line.words)
  return { found: recognisedPage(lines, image), isBlank: lines.length === 0 }
}

/** From the installed packages alone: nothing is fetched, and nothing is written. */
async function openTesseract(): Promise<Worker> {
  const languageFolder = dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng/package.json')))
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    workerPath: fileURLToPath(new URL('./tesseract-thread.ts', import.meta.url)),
    langPath: join(languageFolder, '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
    // What goes wrong is thrown where it was asked for.
    errorHandler: () => {},
  })
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO, user_defined_dpi: String(dotsPerInch) })
  return worker
}

/** The plainest format that the recogniser reads. */
function asPortableGraymap({ width, height, samples }: PageImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), samples])
}
