type Spec = Readonly<Record<string, unknown>>
type Datasets = Readonly<Record<string, readonly unknown[]>>

/** In rows that are only counted: whoever looks waits for each, and can do nothing else meanwhile. */
const most = 100_000
/** A mark for every row, with its place, its colour and its label. */
const rowsOfMark = 5
/** Each of them has axes and a title of its own. */
const rowsOfFacet = 200

/**
 * Whether a chart would fill the memory of whoever looks at it: every chart in it keeps its rows, and a mark for
 * each that it does not sum up.
 */
export const isTooMuchToDraw = (spec: Spec, datasets: Datasets): boolean =>
  rowsIn(spec, datasets, { rows: 0, folded: 1 }) > most

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
  const all = rows * folded
  const { row, column, facet } = objectOf(spec.encoding)
  const facets = [row, column, facet].filter((one) => one !== undefined)
  const given = typeof name === 'string' ? datasets[name] : undefined
  const cells = facets.reduce<number>((times, one) => times * valuesOf(one, given, all), 1)
  const drawn = all * (isSummedUp(spec) ? 1 : rowsOfMark)
  return drawn + (facets.length > 0 ? Math.min(cells, all) * rowsOfFacet : 0)
}

/** How many values the column of a facet has; one that the report has not is made by the chart. */
function valuesOf(facet: unknown, rows: readonly unknown[] | undefined, most: number): number {
  const { field } = objectOf(facet)
  if (!rows || typeof field !== 'string') return most
  const values = new Set(rows.map((row) => objectOf(row)[field]))
  return values.has(undefined) ? most : values.size
}

const isSummedUp = ({ transform, encoding }: Spec): boolean =>
  [...listOf(transform), ...Object.values(objectOf(encoding))].some(
    (one) => objectOf(one).aggregate !== undefined,
  )

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const objectOf = (value: unknown): Spec =>
  typeof value === 'object' && value !== null ? (value as Spec) : {}
