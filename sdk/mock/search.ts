import { listOf } from '../calls.ts'
import type { Portico } from '../portico.ts'
import { listed } from './records.ts'
import { type MockStore, refusal } from './store.ts'

const before = 60
const behind = 100
const mostRemarks = 50

/** By plain containment, like the mock's other search. */
export function mockCaseSearch(store: MockStore): Portico['cases']['search'] {
  return (caseId, query, { signal, after: first, limit = 50, ...filter } = {}) =>
    listOf('hits', (after = String(first ?? 0)) =>
      store.read({ signal }, () => {
        const documents = listed(store.find(caseId))
        const wanted = query.trim().toLowerCase()
        if (wanted === '') throw refusal(400, 'badRequest', 'Say what to search for.')
        const searched = documents
          .filter(
            ({ id, categories, tags, receiptDate, readState }) =>
              (filter.documentId === undefined || filter.documentId === id) &&
              (filter.category === undefined || categories.includes(filter.category)) &&
              (filter.tag === undefined || tags.some(({ text }) => text === filter.tag)) &&
              (filter.read === undefined || filter.read === readState.read) &&
              (filter.receivedFrom === undefined || filter.receivedFrom <= receiptDate) &&
              (filter.receivedTo === undefined || receiptDate <= filter.receivedTo),
          )
          .sort((a, b) => a.startPage - b.startPage)
        const hits = searched.flatMap(({ id, name, startPage, pages }) =>
          pages.flatMap((text, index) => {
            const found = findIn(text, wanted)
            return found ? [{ page: startPage + index, document: { id, name }, ...found, boxes: [] }] : []
          }),
        )
        const annotations = searched.flatMap(({ id: documentId, annotations }) =>
          annotations.flatMap(({ id: annotationId, page, comment = '' }) => {
            const found = findIn(comment, wanted)
            return found ? [{ documentId, annotationId, page, ...found }] : []
          }),
        )
        const tags = searched.flatMap(({ id: documentId, tags }) =>
          tags.filter(({ text }) => findIn(text, wanted)).map(({ text }) => ({ documentId, text })),
        )
        const behindAfter = hits.filter(({ page }) => page > Number(after))
        const shown = behindAfter.slice(0, limit)
        const pages = documents.reduce((sum, document) => sum + document.pages.length, 0)
        return {
          query,
          total: hits.length,
          isExact: true,
          hits: shown,
          documents: searched.flatMap(({ id, name }) => {
            const count = hits.filter(({ document }) => document.id === id).length
            return count > 0 ? [{ id, name, count }] : []
          }),
          annotations: annotations.slice(0, mostRemarks),
          tags: tags.slice(0, mostRemarks),
          text: { pagesRead: pages, pages, pagesToRecognise: 0, unreadablePages: 0 },
          ...(shown.length < behindAfter.length ? { next: String(shown.at(-1)?.page) } : {}),
        }
      }),
    )
}

function findIn(text: string, wanted: string) {
  const line = text.replace(/\s+/g, ' ')
  const at = line.toLowerCase().indexOf(wanted)
  if (at < 0) return undefined
  const from = Math.max(0, at - before)
  const start = at - from
  return { snippet: line.slice(from, at + behind), matches: [{ start, end: start + wanted.length }] }
}
