import type { DocumentSummary } from '@portico/sdk'
import { words } from '../../words/reading.ts'
import { type DocumentFilter, isArranged } from './filter.ts'

type Row = { head: string } | { document: DocumentSummary; position: number }

/** Documents that came since this person was here, shown above the others. */
export type News = { ids: ReadonlySet<string>; since: string }

/** New documents first, if there are any; then the others. */
export function rowsOf(
  shown: readonly DocumentSummary[],
  news: News | undefined,
  filter: DocumentFilter,
): Row[] {
  const { sort, isDescending } = filter
  const fresh = isArranged(filter) ? shown.filter(({ id }) => news?.ids.has(id)) : []
  const others = fresh.length ? shown.filter(({ id }) => !news?.ids.has(id)) : shown
  let position = 0
  const rows = (documents: readonly DocumentSummary[]): Row[] =>
    documents.map((document) => ({ document, position: position++ }))
  if (sort !== 'arranged')
    return [{ head: words.documents.sorted(words.documents.sorts[sort], isDescending) }, ...rows(shown)]
  if (isDescending) return [{ head: words.documents.arrangedReversed }, ...rows(shown)]
  if (fresh.length === 0) return rows(others)
  return [
    { head: words.documents.newSince(fresh.length, news?.since ?? '') },
    ...rows(fresh),
    { head: words.documents.arranged },
    ...rows(others),
  ]
}

/** The order in which the list shows them, which is that of the keys. */
export function listed(
  shown: readonly DocumentSummary[],
  news: News | undefined,
  filter: DocumentFilter,
): DocumentSummary[] {
  return rowsOf(shown, news, filter).flatMap((row) => ('document' in row ? [row.document] : []))
}
