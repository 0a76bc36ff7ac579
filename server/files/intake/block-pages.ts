import type { ConvertedPaper } from './converted-paper.ts'
import type { Block, Cell } from './html-blocks.ts'
import { type PdfImage, uprightSize } from './pdf-image.ts'
import { columnEdges, columnsOf, padding } from './table-columns.ts'
import { openTypesetter, type Run, type Style } from './typeset.ts'

export const pageWidth = 612
export const pageHeight = 792
const margin = 66
const bottom = pageHeight - margin
const roomBelow = bottom - margin

/** A part of a page that is not divided. */
type Item = { height: number; draw(left: number, top: number): void }
type TableRow = { cells: { column: number; columns: number; items: Item[] }[]; height: number }

export type FindImage = (source: string) => PdfImage | { notShown: string }

/** Sets blocks on letter pages, one below the other. */
export async function drawBlocks(
  paper: ConvertedPaper,
  blocks: readonly Block[],
  findImage: FindImage,
): Promise<void> {
  const { pdf } = paper
  const typesetter = openTypesetter(paper)
  let top = Number.POSITIVE_INFINITY
  let isFresh = true

  const newPage = () => {
    paper.addPage([pageWidth, pageHeight])
    top = margin
    isFresh = true
  }
  const place = (item: Item, left: number) => {
    if (top + item.height > bottom) newPage()
    item.draw(left, top)
    top += item.height
    isFresh = false
  }

  newPage()
  for (const block of blocks) {
    if (block.type === 'pageBreak') {
      if (!isFresh) newPage()
    } else if (block.type === 'table') drawTable(block.rows, block.indent)
    else for (const item of itemsOf(block, pageWidth - 2 * margin)) place(item, margin)
    await paper.drained()
  }

  function itemsOf(block: Block, width: number, depth = 0): Item[] {
    switch (block.type) {
      case 'paragraph':
        return paragraphItems(block, width)
      case 'image':
        return [imageItem(findImage(block.source), width - block.indent, block.indent)]
      case 'table':
        return depth > 3 ? [] : nestedTable(block.rows, width, depth + 1)
      case 'pageBreak':
        return []
    }
  }

  function paragraphItems(block: Block & { type: 'paragraph' }, width: number): Item[] {
    const indent = Math.min(block.indent, width / 2)
    const room = width - indent
    const style: Style = { size: block.runs[0]?.style.size ?? 11 }
    const items = typesetter.lines(block.runs, room).map(
      (line, index): Item => ({
        height: line.height,
        draw(left, y) {
          if (index === 0 && block.marker) {
            const [marker] = typesetter.lines([{ text: block.marker, style }], indent)
            if (marker) typesetter.draw(marker, left + indent - Math.max(marker.width + 5, 14), y, indent)
          }
          typesetter.draw(line, left + indent, y, room)
        },
      }),
    )
    return [space(block.before), ...items, space(block.after)].filter(({ height }) => height > 0)
  }

  function imageItem(image: ReturnType<FindImage>, width: number, indent: number): Item {
    if ('notShown' in image) {
      const runs: Run[] = [{ text: `[${image.notShown}]`, style: { size: 9, italic: true } }]
      const [line] = typesetter.lines(runs, 10_000)
      return { height: line!.height, draw: (left, y) => typesetter.draw(line!, left + indent, y, width) }
    }
    const [across, down] = uprightSize({ ...image, resolution: image.resolution ?? { x: 96, y: 96 } })
    const scale = Math.min(1, width / across, (roomBelow - 10) / down)
    return {
      height: down * scale + 6,
      draw: (left, y) => paper.image(image, left + indent, y, across * scale, down * scale),
    }
  }

  function drawTable(rows: readonly Cell[][], indent: number): void {
    const { edges, rows: placed } = tableRows(rows, pageWidth - 2 * margin - indent, 0)
    const left = margin + indent
    for (const row of placed) {
      if (row.height <= roomBelow)
        place({ height: row.height, draw: (x, y) => drawRow(row, edges, x, y) }, left)
      else
        for (const part of dividedRow(row))
          place({ height: part.height, draw: (x, y) => drawRow(part, edges, x, y) }, left)
    }
    place(space(6), left)
  }

  /** A table in a cell is not divided between pages by itself, only with its rows. */
  function nestedTable(rows: readonly Cell[][], width: number, depth: number): Item[] {
    const { edges, rows: placed } = tableRows(rows, width, depth)
    return placed.map((row) => ({ height: row.height, draw: (left, y) => drawRow(row, edges, left, y) }))
  }

  function tableRows(rows: readonly Cell[][], width: number, depth: number) {
    const grid = columnsOf(rows)
    const edges = columnEdges(grid, width, typesetter)
    const placed = grid.map((cells): TableRow => {
      const set = cells.map(({ column, cell }) => {
        const inner = edges[column + cell.columns]! - edges[column]! - 2 * padding
        return {
          column,
          columns: cell.columns,
          items: cell.blocks.flatMap((block) => itemsOf(block, inner, depth)),
        }
      })
      const heights = set.map(({ items }) => items.reduce((sum, { height }) => sum + height, 0))
      return { cells: set, height: Math.max(12, ...heights) + 2 * padding }
    })
    return { edges, rows: placed }
  }

  function drawRow(row: TableRow, edges: readonly number[], left: number, y: number): void {
    for (const { column, columns, items } of row.cells) {
      const [from, to] = [edges[column]!, edges[column + columns]!]
      pdf
        .lineWidth(0.5)
        .rect(left + from, y, to - from, row.height)
        .stroke('#777')
      let at = y + padding
      for (const item of items) {
        item.draw(left + from + padding, at)
        at += item.height
      }
    }
  }
}

const space = (height: number): Item => ({ height, draw: () => {} })

/** A row higher than a page, in parts that each fit on one. */
function* dividedRow(row: TableRow): Generator<TableRow> {
  const rest = row.cells.map(({ items }) => [...items])
  while (rest.some((items) => items.length > 0)) {
    const cells = row.cells.map((cell, index) => {
      const items: Item[] = []
      let used = 0
      while (
        rest[index]![0] &&
        (items.length === 0 || used + rest[index]![0].height <= roomBelow - 2 * padding)
      ) {
        const item = rest[index]!.shift()!
        items.push(item)
        used += item.height
      }
      return { ...cell, items, used }
    })
    yield { cells, height: Math.max(...cells.map(({ used }) => used)) + 2 * padding }
  }
}
