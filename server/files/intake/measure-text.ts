import type { ConvertedPaper } from './converted-paper.ts'
import type { Style } from './typeset.ts'

/** `missing`: no font has the characters; boxes stand in their place, and the text is kept behind them. */
export type FontName = 'regular' | 'bold' | 'wide' | 'missing'

/** Text in one font and style. */
export type Piece = { text: string; font: FontName; style: Style; width: number }

const rememberedWidths = 50_000

/** How wide text is in the fonts of a paper, and which of them has its characters. */
export function openTextMeasure({ pdf }: Pick<ConvertedPaper, 'pdf'>) {
  const covers = { regular: coverage('regular'), bold: coverage('bold'), wide: coverage('wide') }
  const widths = new Map<string, number>()

  function coverage(font: 'regular' | 'bold' | 'wide'): (codePoint: number) => boolean {
    pdf.font(font)
    // pdfkit keeps the open font here and offers no other way to ask what it has.
    const { _font } = pdf as unknown as {
      _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } }
    }
    return (codePoint) => _font.font.hasGlyphForCodePoint(codePoint)
  }

  function fontOf(cluster: string, bold: boolean): FontName {
    const points = [...cluster].map((character) => character.codePointAt(0)!)
    const own = bold ? 'bold' : 'regular'
    if (points.every(covers[own])) return own
    return points.every(covers.wide) ? 'wide' : 'missing'
  }

  function piecesOf(text: string, style: Style): Piece[] {
    const own = style.bold ? 'bold' : 'regular'
    if (/^[\x20-\x7e]*$/.test(text)) return [measured(text, own, style)]
    const parts: { text: string; font: FontName }[] = []
    for (const [cluster] of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
      const font = fontOf(cluster, style.bold === true)
      const last = parts.at(-1)
      if (last?.font === font) last.text += cluster
      else parts.push({ text: cluster, font })
    }
    return parts.map((part) => measured(part.text, part.font, style))
  }

  function measured(text: string, font: FontName, style: Style): Piece {
    const width =
      font === 'missing' ? [...text].length * style.size * 0.8 : (unitWidth(font, text) * style.size) / 1000
    return { text, font, style, width }
  }

  /** At a size of 1000. Most words of a text come again. */
  function unitWidth(font: FontName, text: string): number {
    const known = widths.get(`${font} ${text}`)
    if (known !== undefined) return known
    const width = pdf.font(font).fontSize(1000).widthOfString(text)
    if (widths.size >= rememberedWidths) widths.clear()
    widths.set(`${font} ${text}`, width)
    return width
  }

  return { measured, piecesOf }
}
