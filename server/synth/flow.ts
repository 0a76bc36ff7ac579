import { signature } from './dress.ts'
import { type Font, textWidth, wrap } from './font-metrics.ts'
import type { Random } from './random.ts'
import { black, type Color, gray, pale, type Sheet } from './sheet.ts'

/** How running text looks. */
export type Style = {
  font: Font
  bold: Font
  size: number
  leading: number
  left: number
  right: number
  columns?: number
  justify?: boolean
  ink?: Color
  /** between paragraphs, in lines */
  gap?: number
  /** lines to write on */
  ruled?: boolean
}

export type Block =
  | { type: 'heading'; text: string; centered?: boolean; underlined?: boolean; size?: number }
  | { type: 'paragraph'; text: string; indent?: number; hanging?: string; bold?: boolean }
  | { type: 'pairs'; rows: readonly (readonly [label: string, value: string])[]; labelWidth?: number }
  | {
      type: 'table'
      columns: readonly (readonly [title: string, share: number])[]
      rows: readonly (readonly string[])[]
    }
  | { type: 'signature'; random: Random; lines: readonly string[] }
  | { type: 'rule' }
  | { type: 'space'; points: number }

export type Frame = { top: number; bottom: number }

export type Flow = {
  style: Style
  pages: number
  /** draws what stands around the text and says where the text may go */
  frame(page: number): Frame
  /** never ends */
  blocks: Iterator<Block>
  closing?: readonly Block[]
  /** how far down the last page goes before the closing, 0 to 1 */
  lastPageFill?: number
}

const gutter = 18

/** Sets blocks on exactly `pages` pages: all are full but the last, which ends with the closing. */
export function* flow(
  sheet: Sheet,
  { style, pages, frame, blocks, closing = [], lastPageFill = 0.8 }: Flow,
): Generator<void> {
  const columns = style.columns ?? 1
  const width = (sheet.width - style.left - style.right - gutter * (columns - 1)) / columns
  const closingHeight = closing.reduce((sum, block) => sum + heightOf(block, style, width), 0)
  let pending: Block | undefined

  for (let page = 1; page <= pages; page++) {
    const area = frame(page)
    if (style.ruled) ruleLines(sheet, style, area)
    const isLast = page === pages
    let y = area.top
    for (let column = 0; column < columns; column++) {
      const x = style.left + column * (width + gutter)
      const ends = isLast && column === columns - 1
      const bottom = ends ? area.bottom - closingHeight : area.bottom
      const enough = ends ? area.top + (bottom - area.top) * lastPageFill : bottom
      y = area.top
      while (y < enough) {
        const block: Block = pending ?? blocks.next().value
        const placed = place(sheet, block, style, x, y, width, bottom)
        y = placed.y
        pending = placed.rest
        if (pending) break
      }
      if (ends) for (const block of closing) y = place(sheet, block, style, x, y, width, area.bottom + 40).y
    }
    yield
  }
}

function heightOf(block: Block, style: Style, width: number): number {
  switch (block.type) {
    case 'heading':
      return style.leading * 1.9
    case 'paragraph':
      return (
        (wrap(block.text, style.font, style.size, width - (block.indent ?? 0)).length + 0.6) * style.leading
      )
    case 'pairs':
      return (block.rows.length + 0.5) * style.leading
    case 'table':
      return (block.rows.length + 1) * (style.leading + 3) + 6
    case 'signature':
      return 34 + block.lines.length * style.leading
    case 'rule':
      return style.leading * 0.8
    case 'space':
      return block.points
  }
}

type Placed = { y: number; rest?: Block }

function place(
  sheet: Sheet,
  block: Block,
  style: Style,
  x: number,
  y: number,
  width: number,
  bottom: number,
): Placed {
  const { leading, size } = style
  const color = style.ink ?? black
  switch (block.type) {
    case 'space':
      return { y: y + block.points }
    case 'rule':
      sheet.line(x, y + leading * 0.4, x + width, y + leading * 0.4, 0.5, gray)
      return { y: y + leading * 0.8 }
    case 'heading': {
      if (y + leading * 3.5 > bottom) return { y: bottom, rest: block }
      const look = { font: style.bold, size: block.size ?? size, color }
      const wide = textWidth(block.text, look.font, look.size)
      const left = block.centered ? x + Math.max(0, (width - wide) / 2) : x
      sheet.text(left, y + leading, block.text, look)
      if (block.underlined) sheet.line(left, y + leading + 1.8, left + wide, y + leading + 1.8, 0.6, color)
      return { y: y + leading * 1.5 + (look.size - size) }
    }
    case 'signature':
      signature(sheet, block.random, x, y + 26)
      for (const [i, line] of block.lines.entries()) {
        sheet.text(x, y + 34 + i * leading + leading * 0.6, line, { font: style.font, size, color })
      }
      return { y: y + heightOf(block, style, width) }
    case 'paragraph':
      return placeParagraph(sheet, block, style, x, y, width, bottom)
    case 'pairs': {
      const labelWidth = block.labelWidth ?? 130
      for (let i = 0; i < block.rows.length; i++) {
        const [label, value] = block.rows[i]!
        const lines = wrap(value, style.font, size, width - labelWidth)
        if (y + lines.length * leading > bottom)
          return { y: bottom, rest: { ...block, rows: block.rows.slice(i) } }
        sheet.text(x, y + leading * 0.85, label, { font: style.bold, size, color })
        for (const line of lines) {
          sheet.text(x + labelWidth, y + leading * 0.85, line, { font: style.font, size, color })
          y += leading
        }
      }
      return { y: y + leading * 0.5 }
    }
    case 'table':
      return placeTable(sheet, block, style, x, y, width, bottom)
  }
}

function placeParagraph(
  sheet: Sheet,
  block: Block & { type: 'paragraph' },
  style: Style,
  x: number,
  y: number,
  width: number,
  bottom: number,
): Placed {
  const indent = block.indent ?? 0
  const look = {
    font: block.bold ? style.bold : style.font,
    size: style.size,
    ...(style.ink && { color: style.ink }),
  }
  const lines = wrap(block.text, look.font, look.size, width - indent)
  if (block.hanging !== undefined && y + style.leading <= bottom) {
    sheet.text(x, y + style.leading * 0.85, block.hanging, { ...look, font: style.bold })
  }
  for (const [i, line] of lines.entries()) {
    if (y + style.leading > bottom) {
      const { hanging: _shown, ...rest } = block
      return { y: bottom, rest: { ...rest, text: lines.slice(i).join(' ') } }
    }
    const stretch = style.justify && i < lines.length - 1 ? { justifyTo: width - indent } : {}
    sheet.text(x + indent, y + style.leading * 0.85, line, { ...look, ...stretch })
    y += style.leading
  }
  return { y: y + style.leading * (style.gap ?? (style.ruled ? 0 : 0.6)) }
}

function placeTable(
  sheet: Sheet,
  block: Block & { type: 'table' },
  style: Style,
  x: number,
  y: number,
  width: number,
  bottom: number,
): Placed {
  const size = style.size - 1
  const rowHeight = style.leading + 3
  if (y + rowHeight * 3 > bottom) return { y: bottom, rest: block }
  const shares = block.columns.reduce((sum, [, share]) => sum + share, 0)
  const edges = [x]
  for (const [, share] of block.columns) edges.push((edges.at(-1) ?? x) + (share / shares) * width)
  const top = y

  sheet.box(x, y, width, rowHeight, { fill: pale, width: 0.5 })
  for (const [i, [title]] of block.columns.entries()) {
    sheet.text((edges[i] ?? x) + 3, y + rowHeight * 0.72, title, { font: style.bold, size })
  }
  y += rowHeight
  for (const [r, row] of block.rows.entries()) {
    const cells = row.map((cell, i) =>
      wrap(cell, style.font, size, (edges[i + 1] ?? x) - (edges[i] ?? x) - 6),
    )
    const height = Math.max(...cells.map((lines) => lines.length)) * (size + 2) + 4
    if (y + height > bottom) {
      finish()
      return { y: bottom, rest: { ...block, rows: block.rows.slice(r) } }
    }
    for (const [i, lines] of cells.entries()) {
      for (const [l, line] of lines.entries()) {
        sheet.text((edges[i] ?? x) + 3, y + (l + 1) * (size + 2) - 1, line, { font: style.font, size })
      }
    }
    y += height
    sheet.line(x, y, x + width, y, 0.4)
  }
  finish()
  return { y: y + 8 }

  function finish(): void {
    for (const edge of edges) sheet.line(edge, top, edge, y, 0.4)
  }
}

function ruleLines(sheet: Sheet, style: Style, area: Frame): void {
  for (let y = area.top + style.leading; y < area.bottom; y += style.leading) {
    sheet.line(style.left - 6, y, sheet.width - style.right + 6, y, 0.4, [0.6, 0.66, 0.8])
  }
}
