import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { UnreadablePdf } from '../pdf/unreadable.ts'
import type { PdfImage } from './pdf-image.ts'

export const mostPages = 5_000

/** The pages of a file that becomes a PDF. */
export type ConvertedPaper = {
  pdf: PDFKit.PDFDocument
  addPage(size: [number, number]): void
  image(image: PdfImage, left: number, top: number, width: number, height: number): void
  /** To be awaited now and then, so that what is drawn goes to the disk and not to memory. */
  drained(): Promise<void>
}

const fontFile = (name: string) => fileURLToPath(new URL(`../pdf/fonts/${name}.ttf`, import.meta.url))

/** Writes a PDF that depends on nothing but what is drawn. Answers how many pages it has. */
export async function writeConvertedPaper(
  output: string,
  draw: (paper: ConvertedPaper) => Promise<void>,
): Promise<number> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    font: '',
    pdfVersion: '1.7',
    info: { Producer: 'Portico', Creator: 'Portico', CreationDate: new Date(0) },
  })
  pdf.registerFont('regular', fontFile('Roboto-Regular'))
  pdf.registerFont('bold', fontFile('Roboto-Medium'))
  pdf.registerFont('wide', fontFile('DejaVuSans'))
  const file = createWriteStream(output)
  const written = pipeline(pdf, file)
  written.catch(() => {})
  let pages = 0
  let images = 0

  const paper: ConvertedPaper = {
    pdf,
    addPage(size) {
      pages += 1
      if (pages > mostPages)
        throw new UnreadablePdf('tooLarge', `The file would have more than ${mostPages} pages.`)
      pdf.addPage({ size, margin: 0 })
    },
    image(image, left, top, width, height) {
      images += 1
      const reference = pdf.ref({
        Type: 'XObject',
        Subtype: 'Image',
        Width: image.width,
        Height: image.height,
        ...image.dictionary,
      })
      // pdfkit ends a stream with whatever it is given; its types know of texts only.
      reference.end(Buffer.from(image.data.buffer, image.data.byteOffset, image.data.length) as never)
      const name = `Image${images}`
      pdf.page.xobjects[name] = reference
      const { height: pageHeight } = pdf.page
      const place = `1 0 0 -1 0 ${pageHeight} cm 1 0 0 1 ${left} ${pageHeight - top - height} cm`
      const turned = turn(image.orientation, width, height)
        .map((value) => Math.round(value * 1000) / 1000)
        .join(' ')
      pdf.addContent(`q ${place} ${turned} cm /${name} Do Q`)
    },
    async drained() {
      do await setImmediate()
      while (file.writableNeedDrain)
    },
  }
  try {
    await draw(paper)
    if (pages === 0) throw new UnreadablePdf('empty', 'The file has no pages.')
    pdf.end()
    await written
    return pages
  } catch (error) {
    file.destroy()
    await written.catch(() => {})
    throw error
  }
}

/** Where the unit square of a picture goes, so that it stands upright in a box of this width and height. */
function turn(orientation: number, width: number, height: number): number[] {
  switch (orientation) {
    case 2:
      return [-width, 0, 0, height, width, 0]
    case 3:
      return [-width, 0, 0, -height, width, height]
    case 4:
      return [width, 0, 0, -height, 0, height]
    case 5:
      return [0, -height, -width, 0, width, height]
    case 6:
      return [0, -height, width, 0, 0, height]
    case 7:
      return [0, height, width, 0, 0, 0]
    case 8:
      return [0, height, -width, 0, width, 0]
    default:
      return [width, 0, 0, height, 0, 0]
  }
}
