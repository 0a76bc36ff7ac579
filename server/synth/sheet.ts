import { type Font, fontNames, textWidth, winAnsi } from './font-metrics.ts'
import { handwrite, type PenStroke } from './handwriting.ts'
import { seeded } from './random.ts'

export type Points = readonly (readonly [x: number, y: number])[]
export type Color = readonly [red: number, green: number, blue: number]
export type TextLook = {
  font: Font
  size: number
  color?: Color
  align?: 'left' | 'center' | 'right'
  /** degrees, counter-clockwise */
  rotate?: number
  /** the line is stretched to this width by its spaces */
  justifyTo?: number
}

/** Where documents are drawn: US letter, points, origin top left, y of text is its baseline. */
export type Sheet = {
  width: number
  height: number
  text(x: number, y: number, text: string, look: TextLook): void
  line(x1: number, y1: number, x2: number, y2: number, width?: number, color?: Color): void
  box(x: number, y: number, width: number, height: number, look?: BoxLook): void
  disc(x: number, y: number, radius: number, color: Color): void
  ring(x: number, y: number, radius: number, width: number, color: Color): void
  stroke(points: Points, width: number, color: Color): void
}
export type BoxLook = { fill?: Color; stroke?: Color | 'none'; width?: number; rotate?: number }

export const black: Color = [0, 0, 0]
export const gray: Color = [0.45, 0.45, 0.45]
export const pale: Color = [0.88, 0.88, 0.88]
export const white: Color = [1, 1, 1]
export const navy: Color = [0.07, 0.16, 0.38]
export const red: Color = [0.7, 0.1, 0.1]
export const blueInk: Color = [0.1, 0.15, 0.5]

export type SheetOptions = {
  /** sees each line of text before it is drawn */
  amend?: ((line: string) => string) | undefined
  /** takes what is written by hand */
  pen?: (stroke: PenStroke) => void
}

/**
 * A sheet on a pdfkit document's current page. Text is written as content operators: pdfkit's own `text` lays
 * out every line anew and is twenty times slower.
 */
export function sheetOn(
  document: PDFKit.PDFDocument,
  key: string,
  { amend = (line) => line, pen }: SheetOptions = {},
): Sheet {
  const fonts = fontsOf(document)
  const hand = seeded(key, 'hand')
  const put = (operators: string) => document.addContent(operators)

  function setText(
    x: number,
    y: number,
    text: string,
    look: TextLook & { font: Exclude<Font, 'hand'> },
  ): void {
    document.page.fonts[look.font] ??= fonts[look.font]
    const angle = ((look.rotate ?? 0) * Math.PI) / 180
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const spaces = text.split(' ').length - 1
    const slack = look.justifyTo === undefined ? 0 : look.justifyTo - textWidth(text, look.font, look.size)
    const wordSpacing = spaces > 0 && slack > 0 ? slack / spaces : 0
    put(
      `BT ${fillColor(look.color ?? black)} /${look.font} ${look.size} Tf ${n(wordSpacing)} Tw ` +
        `${n(cos)} ${n(-sin)} ${n(-sin)} ${n(-cos)} ${n(x)} ${n(y)} Tm (${encode(text)}) Tj ET`,
    )
  }

  function stroke(points: Points, width: number, color: Color): void {
    const [first] = points
    if (!first) return
    const path = [`${n(first[0])} ${n(first[1])} m`]
    for (let i = 0; i < points.length - 1; i++) path.push(curve(points, i))
    put(`q 1 J 1 j ${n(width)} w ${strokeColor(color)} ${path.join(' ')} S Q`)
  }

  return {
    width: 612,
    height: 792,
    text(x, y, raw, look) {
      const text = amend(raw)
      if (text === '') return
      const shift = look.align === 'center' ? 0.5 : look.align === 'right' ? 1 : 0
      const left = x - shift * textWidth(text, look.font, look.size)
      if (look.font !== 'hand') return setText(left, y, text, { ...look, font: look.font })
      if (!pen) throw new Error('only paper that is scanned is written on by hand')
      for (const line of handwrite(hand, text, left, y, look.size)) pen(line)
    },
    line(x1, y1, x2, y2, width = 0.6, color = black) {
      put(`q ${n(width)} w ${strokeColor(color)} ${n(x1)} ${n(y1)} m ${n(x2)} ${n(y2)} l S Q`)
    },
    box(x, y, width, height, look = {}) {
      const angle = ((look.rotate ?? 0) * Math.PI) / 180
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
      const paint = look.fill ? (look.stroke === 'none' ? 'f' : 'B') : 'S'
      const fill = look.fill ? `${fillColor(look.fill)} ` : ''
      const edge = look.stroke && look.stroke !== 'none' ? look.stroke : black
      put(
        `q ${n(cos)} ${n(-sin)} ${n(sin)} ${n(cos)} ${n(x)} ${n(y)} cm ${fill}${strokeColor(edge)} ` +
          `${n(look.width ?? 0.6)} w 0 0 ${n(width)} ${n(height)} re ${paint} Q`,
      )
    },
    disc(x, y, radius, color) {
      put(`q 1 J ${n(radius * 2)} w ${strokeColor(color)} ${n(x)} ${n(y)} m ${n(x)} ${n(y)} l S Q`)
    },
    ring(x, y, radius, width, color) {
      const points = Array.from({ length: 25 }, (_, i): [number, number] => [
        x + radius * Math.cos((i * Math.PI) / 12),
        y + radius * Math.sin((i * Math.PI) / 12),
      ])
      stroke(points, width, color)
    },
    stroke,
  }
}

function encode(text: string): string {
  return text
    .replace(/[\\()]/g, '\\$&')
    .replace(/[^\x20-\x7e\xa0-\xff]/g, (letter) => String.fromCharCode(winAnsi[letter] ?? 63))
}

/** A Catmull-Rom segment from point i to the next, as a Bézier curve. */
function curve(points: Points, i: number): string {
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))]!
  const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
  return (
    `${n(from[0] + (to[0] - before[0]) / 6)} ${n(from[1] + (to[1] - before[1]) / 6)} ` +
    `${n(to[0] - (after[0] - from[0]) / 6)} ${n(to[1] - (after[1] - from[1]) / 6)} ${n(to[0])} ${n(to[1])} c`
  )
}

const knownFonts = new WeakMap<PDFKit.PDFDocument, Record<string, PDFKit.PDFKitReference>>()

function fontsOf(document: PDFKit.PDFDocument): Record<string, PDFKit.PDFKitReference> {
  let fonts = knownFonts.get(document)
  if (!fonts) {
    fonts = {}
    for (const [font, name] of Object.entries(fontNames)) {
      const face = { Type: 'Font', Subtype: 'Type1', BaseFont: name, Encoding: 'WinAnsiEncoding' }
      fonts[font] = document.ref(face)
      fonts[font].end(undefined)
    }
    knownFonts.set(document, fonts)
  }
  return fonts
}

function fillColor(color: Color): string {
  return `${color.map(n).join(' ')} rg`
}

function strokeColor(color: Color): string {
  return `${color.map(n).join(' ')} RG`
}

function n(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}
