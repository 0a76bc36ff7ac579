import type { Cell } from './html-blocks.ts'
import type { Typesetter } from './typeset.ts'

/** Between the edge of a cell and what is in it. */
export const padding = 4

export type PlacedCell = { column: number; cell: Cell }

/** Where columns begin and end: as wide as their text asks for, as far as the page allows. */
export function columnEdges(
  grid: readonly PlacedCell[][],
  width: number,
  typesetter: Pick<Typesetter, 'extent'>,
): number[] {
  const count = Math.max(
    1,
    ...grid.flatMap((cells) => cells.map(({ column, cell }) => column + cell.columns)),
  )
  const natural = new Array<number>(count).fill(10)
  const least = new Array<number>(count).fill(10)
  for (const { column, cell } of grid.flat()) {
    if (cell.columns > 1) continue
    for (const block of cell.blocks) {
      if (block.type !== 'paragraph') natural[column] = Math.max(natural[column]!, width / count)
      else {
        const extent = typesetter.extent(block.runs)
        natural[column] = Math.max(natural[column]!, extent.natural + block.indent)
        const atLeast = Math.max(
          extent.longestWord + block.indent,
          Math.min(extent.natural, width / count / 2),
        )
        least[column] = Math.max(least[column]!, Math.min(atLeast, width / 3))
      }
    }
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const spare = width - count * 2 * padding
  const fits = sum(natural) <= spare
  const share = (spare - sum(least)) / Math.max(1, sum(natural) - sum(least))
  const widths = natural.map((wanted, index) => {
    const given = fits ? (wanted * spare) / sum(natural) : least[index]! + (wanted - least[index]!) * share
    return Math.max(4, sum(least) > spare ? spare / count : given) + 2 * padding
  })
  const edges = [0]
  for (const value of widths) edges.push(edges.at(-1)! + value)
  return edges
}

/** Which column each cell begins in: those that reach down from above take places in the rows below. */
export function columnsOf(rows: readonly Cell[][]): PlacedCell[][] {
  const taken: number[] = []
  return rows.map((cells) => {
    let column = 0
    const placed = cells.map((cell) => {
      while ((taken[column] ?? 0) > 0) column += 1
      const start = column
      for (; column < start + cell.columns; column++) taken[column] = cell.rows
      return { column: start, cell }
    })
    for (let index = 0; index < taken.length; index++) taken[index] = Math.max(0, (taken[index] ?? 0) - 1)
    return placed
  })
}
