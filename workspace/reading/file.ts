import type { DocumentSummary } from '@portico/sdk'

/** The evidence of a case in reading order: documents as arranged, each with its pages. */
export type CaseFile = {
  documents: readonly DocumentSummary[]
  pageCount: number
  /** The highest page number: higher than the page count once a document was revised or removed. */
  lastPage: number
  /** The case page at an index of the reading order. */
  pageAt(index: number): number | undefined
  /** The index of a case page; undefined if it is not in the file, or of an older version. */
  indexOf(page: number): number | undefined
  documentOf(page: number): DocumentSummary | undefined
  document(id: string): DocumentSummary | undefined
}

export function caseFile(documents: readonly DocumentSummary[]): CaseFile {
  const byId = new Map(documents.map((document) => [document.id, document]))
  const byFirstPage = documents.toSorted((a, b) => a.startPage - b.startPage)
  const begins = new Map<string, number>()
  const starts: number[] = []
  let pageCount = 0
  for (const { id, startPage, endPage } of documents) {
    begins.set(id, pageCount)
    starts.push(pageCount)
    pageCount += endPage - startPage + 1
  }

  const documentOf = (page: number) => {
    const found = lastWhere(byFirstPage, ({ startPage }) => startPage <= page)
    return found && page <= found.endPage ? found : undefined
  }
  return {
    documents,
    pageCount,
    lastPage: byFirstPage.at(-1)?.endPage ?? 0,
    documentOf,
    document: (id) => byId.get(id),
    pageAt(index) {
      if (index < 0 || index >= pageCount) return undefined
      const position = lastIndexWhere(starts, (start) => start <= index)
      return (documents[position]?.startPage ?? 0) + index - (starts[position] ?? 0)
    },
    indexOf(page) {
      const document = documentOf(page)
      return document && (begins.get(document.id) ?? 0) + page - document.startPage
    },
  }
}

export type Moved = {
  /** The page that has left the file. */
  from: number
  page: number
  document: DocumentSummary
  why: 'revised' | 'removed'
}

/**
 * Where to read on when the page that is read has left the file: the same place of the new version, or else the page at
 * its index. Undefined if the page is still there, or the file is empty.
 */
export function movedFrom(page: number, before: CaseFile, after: CaseFile): Moved | undefined {
  const document = before.documentOf(page)
  if (!document || after.indexOf(page) !== undefined || after.pageCount === 0) return undefined
  const revised = after.document(document.id)
  if (revised) {
    const to = Math.min(revised.startPage + page - document.startPage, revised.endPage)
    return { from: page, page: to, document, why: 'revised' }
  }
  const index = before.indexOf(document.startPage) ?? 0
  const to = after.pageAt(Math.min(index, after.pageCount - 1))
  return to === undefined ? undefined : { from: page, page: to, document, why: 'removed' }
}

const lastWhere = <Item>(items: readonly Item[], holds: (item: Item) => boolean) =>
  items[lastIndexWhere(items, holds)]

/** In a list whose matching items come first. */
function lastIndexWhere<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(items[middle] as Item)) low = middle + 1
    else high = middle
  }
  return low - 1
}
