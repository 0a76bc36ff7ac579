import PDFDocument from 'pdfkit'
import { handwritingWidth } from './handwriting.ts'

export type Font =
  | 'sans'
  | 'sansBold'
  | 'sansItalic'
  | 'serif'
  | 'serifBold'
  | 'serifItalic'
  | 'mono'
  | 'monoBold'
  /** written with a pen, so only on paper that is scanned */
  | 'hand'

export const fontNames: Readonly<Record<Exclude<Font, 'hand'>, string>> = {
  sans: 'Helvetica',
  sansBold: 'Helvetica-Bold',
  sansItalic: 'Helvetica-Oblique',
  serif: 'Times-Roman',
  serifBold: 'Times-Bold',
  serifItalic: 'Times-Italic',
  mono: 'Courier',
  monoBold: 'Courier-Bold',
}

/** Letters outside ASCII that records use, with their WinAnsi codes. */
export const winAnsi: Readonly<Record<string, number>> = {
  '–': 150,
  '—': 151,
  '‘': 145,
  '’': 146,
  '“': 147,
  '”': 148,
  '•': 149,
}

export function textWidth(text: string, font: Font, size: number): number {
  if (font === 'hand') return handwritingWidth(text, size)
  const widths = widthsOf(font)
  let thousandths = 0
  for (let i = 0; i < text.length; i++) thousandths += widths.get(text.charCodeAt(i)) ?? 556
  return (thousandths * size) / 1000
}

/** Breaks text into lines no wider than `width`; a word that is wider stands alone. */
export function wrap(text: string, font: Font, size: number, width: number): string[] {
  const space = textWidth(' ', font, size)
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    let used = 0
    for (const word of paragraph.split(' ')) {
      const wide = textWidth(word, font, size)
      if (line !== '' && used + space + wide > width) {
        lines.push(line)
        line = ''
        used = 0
      }
      used += line === '' ? wide : space + wide
      line = line === '' ? word : `${line} ${word}`
    }
    lines.push(line)
  }
  return lines
}

const knownWidths = new Map<Font, ReadonlyMap<number, number>>()

function widthsOf(font: Exclude<Font, 'hand'>): ReadonlyMap<number, number> {
  let widths = knownWidths.get(font)
  if (!widths) {
    const ruler = new PDFDocument({ autoFirstPage: false }).font(fontNames[font]).fontSize(1000)
    const letters = [
      ...Array.from({ length: 224 }, (_, i) => String.fromCharCode(i + 32)),
      ...Object.keys(winAnsi),
    ]
    widths = new Map(letters.map((letter) => [letter.charCodeAt(0), ruler.widthOfString(letter)]))
    knownWidths.set(font, widths)
  }
  return widths
}
