import type { DocumentSummary } from '@portico/sdk'

export type Sort = 'arranged' | 'receiptDate' | 'name' | 'category' | 'type' | 'pages'

/** Which documents are listed, and in which order. An empty field does not narrow the list. */
export type DocumentFilter = {
  text: string
  category: string
  tag: string
  documentType: string
  shown: 'all' | 'unread' | 'read' | 'noted'
  receivedFrom: string
  receivedTo: string
  commentedBy: string
  /** Hides documents that only repeat others. */
  foldsCopies: boolean
  sort: Sort
  isDescending: boolean
}

export const noFilter: DocumentFilter = {
  text: '',
  category: '',
  tag: '',
  documentType: '',
  shown: 'all',
  receivedFrom: '',
  receivedTo: '',
  commentedBy: '',
  foldsCopies: false,
  sort: 'arranged',
  isDescending: false,
}

/** Only in this order can documents be moved. */
export const isArranged = ({ sort, isDescending }: DocumentFilter) => sort === 'arranged' && !isDescending

/** The usernames of those who commented on a document, by its ID. */
export type Commenters = ReadonlyMap<string, ReadonlySet<string>>

export function isFiltered(filter: DocumentFilter): boolean {
  return Object.entries(noFilter).some(
    ([name, usual]) =>
      !['sort', 'isDescending', 'foldsCopies'].includes(name) &&
      filter[name as keyof DocumentFilter] !== usual,
  )
}

export function filterDocuments(
  documents: readonly DocumentSummary[],
  filter: DocumentFilter,
  commenters: Commenters = new Map(),
): DocumentSummary[] {
  const terms = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = documents.filter((document) => {
    const { categories, tags, documentType, read, receiptDate } = document
    if (filter.category && !categories.includes(filter.category)) return false
    if (filter.tag && !tags.includes(filter.tag)) return false
    if (filter.documentType && documentType !== filter.documentType) return false
    if (filter.shown === 'unread' && read) return false
    if (filter.shown === 'read' && !read) return false
    if (filter.shown === 'noted' && !commenters.get(document.id)?.size) return false
    if (filter.receivedFrom && receiptDate < filter.receivedFrom) return false
    if (filter.receivedTo && receiptDate > filter.receivedTo) return false
    if (filter.commentedBy && !commenters.get(document.id)?.has(filter.commentedBy)) return false
    if (terms.length === 0) return true
    const text = textOf(document)
    return terms.every((word) => text.includes(word))
  })
  return inOrder(found, filter)
}

function inOrder(documents: DocumentSummary[], { sort, isDescending }: DocumentFilter): DocumentSummary[] {
  if (sort === 'arranged') return isDescending ? documents.toReversed() : documents
  const by: Record<Exclude<Sort, 'arranged'>, (a: DocumentSummary, b: DocumentSummary) => number> = {
    receiptDate: (a, b) => compare(a.receiptDate, b.receiptDate),
    name: (a, b) => a.name.localeCompare(b.name),
    type: (a, b) => compare(a.documentType ?? '', b.documentType ?? ''),
    category: (a, b) => compare(a.categories[0] ?? '', b.categories[0] ?? ''),
    pages: (a, b) => a.endPage - a.startPage - (b.endPage - b.startPage),
  }
  const sorted = documents.toSorted(by[sort])
  return isDescending ? sorted.reverse() : sorted
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const texts = new WeakMap<DocumentSummary, string>()

/** Made once per document, so that a keystroke over thousands of them stays within a frame. */
function textOf(document: DocumentSummary): string {
  let text = texts.get(document)
  if (text === undefined) {
    const { name, description, tags, receiptDate, documentType = '' } = document
    text = [name, description, ...tags, receiptDate, documentType].join(' ').toLowerCase()
    texts.set(document, text)
  }
  return text
}
