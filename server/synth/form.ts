import { signature } from './dress.ts'
import type { Block } from './flow.ts'
import { flow } from './flow.ts'
import { type Font, textWidth, wrap } from './font-metrics.ts'
import type { Random } from './random.ts'
import { black, type Color, gray, pale, type Sheet } from './sheet.ts'

export type Cell = {
  label: string
  value?: string
  /** share of the row */
  share?: number
  /** whose pen signs it */
  signedWith?: Random
  choices?: readonly (readonly [label: string, chosen: boolean])[]
}
export type Row = { section: string } | { note: string } | { height?: number; cells: readonly Cell[] }

export type Form = {
  pages: number
  /** draws the head of a page and says where the rows begin */
  head(page: number): number
  /** draws what lies on top of a page */
  finish?(page: number): void
  /** how the answers are written */
  pen: { font: Font; size: number; color?: Color }
  rows: readonly Row[]
  /** what continuation sheets say once every row is drawn; never ends */
  remarks?: Iterator<Block>
  number: string
}

const left = 36
const bottom = 742

/** Draws a form of boxes: rows first, then as many continuation sheets as the pages left. */
export function* drawForm(sheet: Sheet, form: Form): Generator<void> {
  let next = 0
  let page = 1
  for (; page <= form.pages && (page === 1 || next < form.rows.length); page++) {
    let y = form.head(page)
    for (; next < form.rows.length; next++) {
      const row = form.rows[next]!
      if (y + heightOf(row) > bottom) break
      y = drawRow(sheet, form, row, y)
    }
    footer(sheet, form, page)
    yield
  }
  if (page > form.pages || !form.remarks) return
  const before = page - 1
  yield* flow(sheet, {
    style: {
      font: form.pen.font === 'hand' ? 'hand' : 'mono',
      bold: 'sansBold',
      size: 10,
      leading: 16,
      left: 48,
      right: 48,
      ruled: true,
    },
    pages: form.pages - before,
    lastPageFill: 0.6,
    blocks: form.remarks,
    frame(continued) {
      const top = form.head(before + continued)
      sheet.box(left, top, sheet.width - 2 * left, 18, { fill: pale })
      sheet.text(left + 4, top + 12.5, 'REMARKS (continued). Identify each item by its number.', {
        font: 'sansBold',
        size: 8,
      })
      sheet.box(left, top + 18, sheet.width - 2 * left, bottom - top - 18)
      footer(sheet, form, before + continued)
      return { top: top + 20, bottom: bottom - 4 }
    },
  })
}

function heightOf(row: Row): number {
  if ('section' in row) return 16
  if ('note' in row) return noteLines(row.note).length * 9 + 6
  return row.height ?? 30
}

function drawRow(sheet: Sheet, form: Form, row: Row, y: number): number {
  const width = sheet.width - 2 * left
  const height = heightOf(row)
  if ('section' in row) {
    sheet.box(left, y, width, height, { fill: [0.2, 0.2, 0.2] })
    sheet.text(left + 4, y + 11.5, row.section, { font: 'sansBold', size: 8.5, color: [1, 1, 1] })
    return y + height
  }
  if ('note' in row) {
    for (const [i, line] of noteLines(row.note).entries()) {
      sheet.text(left + 3, y + 10 + i * 9, line, { font: 'sans', size: 7.5 })
    }
    return y + height
  }
  const shares = row.cells.reduce((sum, cell) => sum + (cell.share ?? 1), 0)
  let x = left
  for (const cell of row.cells) {
    const cellWidth = ((cell.share ?? 1) / shares) * width
    drawCell(sheet, form, cell, x, y, cellWidth, height)
    x += cellWidth
  }
  return y + height
}

function drawCell(
  sheet: Sheet,
  form: Form,
  cell: Cell,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  sheet.box(x, y, width, height, { width: 0.5 })
  const labels = wrap(cell.label, 'sans', 6.2, width - 6)
  for (const [i, line] of labels.entries())
    sheet.text(x + 3, y + 7.5 + i * 7, line, { font: 'sans', size: 6.2 })
  const top = y + 3 + labels.length * 7
  if (cell.choices) {
    let at = x + 6
    for (const [label, chosen] of cell.choices) {
      sheet.box(at, top + 4, 7, 7, { width: 0.6 })
      if (chosen) mark(sheet, form.pen.font, at, top + 4)
      sheet.text(at + 10, top + 10.5, label, { font: 'sans', size: 7 })
      at += 26 + textWidth(label, 'sans', 7)
    }
    return
  }
  if (cell.signedWith) signature(sheet, cell.signedWith, x + 14, y + height - 5, Math.min(150, width * 0.6))
  const { font, size } = form.pen
  const lines = wrap(cell.value ?? '', font, size, width - 8)
  for (const [i, line] of lines.entries()) {
    const baseline = top + size + 1 + i * (size + 3)
    if (baseline > y + height) break
    sheet.text(x + 5, baseline, line, { font, size, color: form.pen.color ?? black })
  }
}

function mark(sheet: Sheet, font: Font, x: number, y: number): void {
  const reach = font === 'hand' ? 2 : 0
  sheet.line(x - reach, y, x + 7, y + 7 + reach, 1.1)
  sheet.line(x + 7 + reach, y - reach, x, y + 7, 1.1)
}

function footer(sheet: Sheet, form: Form, page: number): void {
  form.finish?.(page)
  sheet.text(left, 755, form.number, { font: 'sansBold', size: 7.5 })
  sheet.text(sheet.width - left, 755, `Page ${page} of ${form.pages}`, {
    font: 'sans',
    size: 7,
    align: 'right',
    color: gray,
  })
}

function noteLines(note: string): string[] {
  return wrap(note, 'sans', 7.5, 612 - 2 * left - 6)
}
