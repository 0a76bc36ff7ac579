type Spec = Readonly<Record<string, unknown>>
type Datasets = Readonly<Record<string, readonly unknown[]>>

const mostRows = 100_000
/** Each of them has axes and a title of its own. */
const rowsOfFacet = 20

/** Whether a chart would fill the memory of whoever looks at it: every chart in it keeps its rows, and a mark for each. */
export const isTooMuchToDraw = (spec: Spec, datasets: Datasets): boolean =>
  rowsIn(spec, datasets, { rows: 0, folded: 1 }) > mostRows

function rowsIn(spec: Spec, datasets: Datasets, outer: { rows: number; folded: number }): number {
  const { name } = objectOf(spec.data)
  const rows = typeof name === 'string' ? (datasets[name]?.length ?? 0) : outer.rows
  const folded = listOf(spec.transform).reduce<number>(
    (times, one) => times * Math.max(1, listOf(objectOf(one).fold).length),
    outer.folded,
  )
  const inside = ['layer', 'concat', 'hconcat', 'vconcat'].flatMap((several) => listOf(spec[several]))
  if (inside.length > 0)
    return inside.reduce<number>((sum, one) => sum + rowsIn(objectOf(one), datasets, { rows, folded }), 0)
  const { row, column, facet } = objectOf(spec.encoding)
  return rows * folded * (row || column || facet ? rowsOfFacet : 1)
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const objectOf = (value: unknown): Spec =>
  typeof value === 'object' && value !== null ? (value as Spec) : {}
