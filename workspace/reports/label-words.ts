import type { ReportRow } from '@portico/sdk'
import type { Report } from './labelled.ts'

/** What people call the words of a column, by the name of the column. */
export type WordsByField = Readonly<Record<string, Readonly<Record<string, string>>>>

type Labels = (column: string, value: ReportRow[string]) => ReportRow[string]

/** Of the words that these reports have; the names of their columns too, for a chart that folds columns into rows. */
export function wordsByField(reports: readonly Report[], labels: Labels): WordsByField {
  const found: Record<string, Record<string, string>> = {}
  for (const { columns, rows } of reports)
    for (const { name, label, type } of columns) {
      found[''] = { ...found[''], [name]: label }
      if (type !== 'text') continue
      const words: Record<string, string> = { ...found[name] }
      for (const row of rows) {
        const word = row[name]
        if (typeof word === 'string') words[word] ??= String(labels(name, word))
      }
      found[name] = words
    }
  return found
}

type Domain = { field?: unknown; fields?: readonly unknown[] } | readonly unknown[] | undefined
type Scale = { name: string; type?: string; domain?: Domain }
type Encoded = { update?: Record<string, unknown> }
type Guide = { encode?: { labels?: Encoded } } & Record<string, unknown>
export type Group = { scales?: Scale[]; axes?: Guide[]; legends?: Guide[]; marks?: Group[] }

const scalesOfLegend = ['fill', 'stroke', 'shape', 'strokeDash', 'opacity', 'size'] as const

/**
 * Axes and legends of a compiled chart say what people call a word. Its data stays as it is, since a chart may pick by
 * the words themselves.
 */
export function sayWords(group: Group, words: WordsByField, outer: ReadonlyMap<string, string> = new Map()) {
  const fieldOf = new Map(outer)
  for (const { name, type, domain } of group.scales ?? []) {
    const field = ['band', 'point', 'ordinal'].includes(type ?? '') ? fieldIn(domain) : undefined
    if (field !== undefined) fieldOf.set(name, field)
  }
  for (const axis of group.axes ?? []) say(axis, [axis.scale])
  for (const legend of group.legends ?? [])
    say(
      legend,
      scalesOfLegend.map((name) => legend[name]),
    )
  for (const inside of group.marks ?? []) sayWords(inside, words, fieldOf)

  function say(guide: Guide, scales: readonly unknown[]) {
    const field = scales.map((scale) => fieldOf.get(String(scale))).find((one) => one !== undefined)
    if (field === undefined || guide.labels === false) return
    const known = words[field] ?? words['']
    const { update } = guide.encode?.labels ?? {}
    if (!known || update?.text) return
    const text = { signal: `(${JSON.stringify(known)})[datum.value] || datum.value` }
    guide.encode = { ...guide.encode, labels: { ...guide.encode?.labels, update: { ...update, text } } }
  }
}

function fieldIn(domain: Domain): string | undefined {
  if (!domain || Array.isArray(domain)) return undefined
  const { field, fields } = domain as { field?: unknown; fields?: readonly unknown[] }
  if (typeof field === 'string') return field
  return fields?.map((one) => fieldIn(one as Domain)).find((one) => one !== undefined)
}
