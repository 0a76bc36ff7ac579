import PDFDocument from 'pdfkit'
import { hourMs, msLater } from '../core/time/moments.ts'
import { type IsoDate, longDate } from './calendar.ts'
import { faxHeader, markSynthetic, receivedStamp, signature } from './dress.ts'
import { wrap } from './font-metrics.ts'
import { seeded } from './random.ts'
import { sheetOn } from './sheet.ts'

export type Letter = {
  /** The same key gives the same page. */
  key: string
  date: IsoDate
  receivedOn: IsoDate
  from: readonly string[]
  to: readonly string[]
  paragraphs: readonly string[]
  signedBy: string
  isFax?: boolean
}

const left = 84
const width = 444
const size = 11.5
const leading = 16

/** One page that somebody has written to the Board, as it came out of the envelope or the fax. */
export function letterPdf(letter: Letter): Buffer {
  const { key, date, receivedOn, from, to, paragraphs, signedBy, isFax } = letter
  const made = msLater(date, 12 * hourMs)
  const pdf = new PDFDocument({
    autoFirstPage: false,
    font: '',
    info: { Title: 'Letter (synthetic)', Producer: 'Portico', CreationDate: made, ModDate: made },
  })
  const sheet = sheetOn(pdf, key)
  const random = seeded(key)
  pdf.addPage({ size: 'letter', margin: 0 })
  let y = 84
  const put = (lines: readonly string[]) => {
    for (const line of lines) {
      sheet.text(left, y, line, { font: 'serif', size })
      y += leading
    }
    y += leading * 0.8
  }
  put(from)
  put([longDate(date)])
  put(to)
  for (const paragraph of paragraphs) put(wrap(paragraph, 'serif', size, width))
  put(['Sincerely,'])
  signature(sheet, random, left, y + 14, 110)
  y += 34
  put([signedBy])
  if (isFax) faxHeader(sheet, random, date, signedBy, 1, 1)
  else receivedStamp(sheet, random, receivedOn, 'Mail Room')
  markSynthetic(sheet)
  pdf.end()
  return pdf.read() as Buffer
}
