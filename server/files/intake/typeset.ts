import type { ConvertedPaper } from './converted-paper.ts'
import { openTextMeasure, type Piece } from './measure-text.ts'

export type Style = {
  size: number
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strike?: boolean
  /** How far above the line it stands, as a part of the size: for superscripts. */
  rise?: number
}
export type Run = { text: string; style: Style }

type Word = { pieces: Piece[]; width: number; isSpace: boolean; isRightToLeft: boolean }

export type Line = { words: Word[]; width: number; height: number; isRightToLeft: boolean }

export type Typesetter = {
  /** Breaks runs into lines no wider than this; a line feed in a run ends a line. */
  lines(runs: readonly Run[], width: number): Line[]
  /** Draws a line whose top is at `top`. */
  draw(line: Line, left: number, top: number, width: number): void
  /** The widths of the whole on one line, and of its longest word. */
  extent(runs: readonly Run[]): { natural: number; longestWord: number }
}

const leading = 1.3
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const strong = /[\p{L}]/u

export function openTypesetter({ pdf }: ConvertedPaper): Typesetter {
  const { measured, piecesOf } = openTextMeasure({ pdf })

  function wordsOf(runs: readonly Run[]): (Word | 'lineEnd')[] {
    const words: (Word | 'lineEnd')[] = []
    let open: Word | undefined
    for (const { text, style } of runs) {
      for (const [token] of clean(text).matchAll(/\n| +|[^ \n]+/g)) {
        if (token === '\n') {
          words.push('lineEnd')
          open = undefined
          continue
        }
        const isSpace = token.startsWith(' ')
        if (!open || open.isSpace || isSpace) {
          open = { pieces: [], width: 0, isSpace, isRightToLeft: false }
          words.push(open)
        }
        for (const piece of piecesOf(token, style)) {
          open.pieces.push(piece)
          open.width += piece.width
        }
        open.isRightToLeft ||= rightToLeft.test(token)
      }
    }
    return words
  }

  /** A word too wide for a line, in parts that fit. */
  function* broken(word: Word, width: number): Generator<Word> {
    let part: Word = { ...word, pieces: [], width: 0 }
    for (const { text, font, style } of word.pieces) {
      for (const [cluster] of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
        const piece = measured(cluster, font, style)
        if (part.pieces.length > 0 && part.width + piece.width > width) {
          yield part
          part = { ...word, pieces: [], width: 0 }
        }
        const last = part.pieces.at(-1)
        if (last?.font === font && last.style === style) {
          last.text += cluster
          last.width += piece.width
        } else part.pieces.push(piece)
        part.width += piece.width
      }
    }
    yield part
  }

  return {
    lines(runs, width) {
      const isRightToLeft = startsRightToLeft(runs)
      const fallback = (runs[0]?.style.size ?? 11) * leading
      const lines: Line[] = []
      let words: Word[] = []
      let used = 0
      const end = () => {
        while (words.at(-1)?.isSpace) used -= words.pop()!.width
        const sizes = words.flatMap(({ pieces }) => pieces.map(({ style }) => style.size))
        const height = sizes.reduce((most, size) => Math.max(most, size * leading), 0) || fallback
        lines.push({ words, width: used, height, isRightToLeft })
        words = []
        used = 0
      }
      for (const word of wordsOf(runs)) {
        if (word === 'lineEnd') {
          end()
          continue
        }
        if (used + word.width <= width || (word.isSpace && words.length > 0)) {
          words.push(word)
          used += word.width
          continue
        }
        if (words.length > 0) end()
        if (word.isSpace) continue
        for (const part of word.width > width ? broken(word, width) : [word]) {
          if (words.length > 0) end()
          words.push(part)
          used += part.width
        }
      }
      if (words.length > 0 || lines.length === 0) end()
      return lines
    },

    draw(line, left, top, width) {
      let x = line.isRightToLeft ? left + Math.max(0, width - line.width) : left
      const baseline = top + line.height * 0.76
      for (const piece of joined(inVisualOrder(line))) {
        drawPiece(piece, x, baseline)
        x += piece.width
      }
    },

    extent(runs) {
      let natural = 0
      let longestWord = 0
      let line = 0
      for (const word of wordsOf(runs)) {
        line = word === 'lineEnd' ? 0 : line + word.width
        natural = Math.max(natural, line)
        if (word !== 'lineEnd' && !word.isSpace) longestWord = Math.max(longestWord, word.width)
      }
      return { natural, longestWord }
    },
  }

  function drawPiece({ text, font, style, width }: Piece, x: number, baseline: number): void {
    const y = baseline - (style.rise ?? 0) * style.size
    const options = { lineBreak: false, baseline: 'alphabetic', oblique: style.italic === true } as const
    if (font === 'missing') {
      const boxes = [...text].length
      pdf.markContent('Span', { actual: text })
      const size = (style.size * 0.8) / 0.945
      pdf.font('wide').fontSize(size).text('□'.repeat(boxes), x, y, options)
      pdf.endMarkedContent()
    } else pdf.font(font).fontSize(style.size).text(text, x, y, options)
    const rule = (height: number) =>
      pdf
        .moveTo(x, y + height)
        .lineTo(x + width, y + height)
        .lineWidth(style.size / 18)
        .stroke()
    if (style.underline) rule(style.size * 0.12)
    if (style.strike) rule(style.size * -0.27)
  }
}

/** What a font cannot draw and nobody can see is left out; a tab is a wide space. */
function clean(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll('\t', '    ')
      .replace(/\r\n?|\u2028|\u2029|\v|\f/g, '\n')
      .replace(
        /\p{Variation_Selector}|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu,
        '',
      )
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
      .replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, '')
  )
}

function startsRightToLeft(runs: readonly Run[]): boolean {
  for (const { text } of runs) {
    const [first] = strong.exec(text) ?? []
    if (first) return rightToLeft.test(first)
  }
  return false
}

/** Words that are read from the right stand in reverse; where the line is, all but the others do. */
function inVisualOrder({ words, isRightToLeft }: Line): Word[] {
  if (!isRightToLeft && !words.some((word) => word.isRightToLeft)) return words
  const ordered: Word[] = []
  for (let start = 0; start < words.length; ) {
    const inverse = !isRightToLeft
    let end = start
    const belongs = (word: Word) => word.isRightToLeft === inverse && !word.isSpace
    if (belongs(words[start]!)) {
      for (let next = start; next < words.length; next++) {
        if (belongs(words[next]!)) end = next
        else if (!words[next]!.isSpace) break
      }
    }
    const run = words.slice(start, end + 1)
    ordered.push(...run.toReversed())
    start = end + 1
  }
  return isRightToLeft ? ordered.toReversed() : ordered
}

/** Neighbours of one look are drawn at once, but for words from the right, which keep their places. */
function joined(words: readonly Word[]): Piece[] {
  const pieces: Piece[] = []
  for (const word of words) {
    for (const piece of word.pieces) {
      const last = pieces.at(-1)
      const fits =
        last?.font === piece.font &&
        last.style === piece.style &&
        piece.font !== 'missing' &&
        !word.isRightToLeft
      if (fits && !rightToLeft.test(last.text)) {
        last.text += piece.text
        last.width += piece.width
      } else pieces.push({ ...piece })
    }
  }
  return pieces
}
