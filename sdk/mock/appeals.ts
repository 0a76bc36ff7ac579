import type { Portico } from '../portico.ts'
import { mockPdf, mockZip } from './content.ts'
import { listed, type MockCaseRecord } from './records.ts'
import { type MockStore, refusal } from './store.ts'

const mostHits = 50

export function mockAppeals(store: MockStore): Portico['appeals'] {
  return {
    list: (call) =>
      store.read(call, () =>
        store
          .cases()
          .sort((a, b) => b.uploadedAt.localeCompare(a.uploadedAt))
          .map(summaryOf),
      ),
    get: (appealId, call) =>
      store.read(call, () => {
        const found = store.find(appealId)
        const appeal = { ...summaryOf(found), originalPdfBytes: found.originalPdfBytes }
        return { appeal, documentCount: listed(found).length }
      }),
    async file(appealId, { format = 'pdf', annotations = false, ...call } = {}) {
      await store.read(call, () => store.find(appealId).id)
      store.downloaded(appealId, { of: 'caseFile', format, annotations })
      return format === 'zip' ? mockZip() : mockPdf(undefined)
    },
  }
}

export function mockSearch(store: MockStore): Portico['search'] {
  return (appealId, query, call) =>
    store.read(call, () => {
      const documents = listed(store.find(appealId))
      const wanted = query.trim().toLowerCase()
      if (wanted === '') throw refusal(400, 'badRequest', 'Say what to search for.')
      const pages = documents.flatMap(({ startPage, pages }) =>
        pages.map((text, index) => ({ page: startPage + index, text: text.replace(/\s+/g, ' ') })),
      )
      const hits = pages
        .sort((a, b) => a.page - b.page)
        .flatMap(({ page, text }) => {
          const at = text.toLowerCase().indexOf(wanted)
          return at < 0 ? [] : [{ page, snippet: text.slice(Math.max(0, at - 60), at + 100) }]
        })
      return { query, hits: hits.slice(0, mostHits) }
    })
}

function summaryOf({ id, docketNumber, veteran, uploadedAt }: MockCaseRecord) {
  return { id, docketNumber, veteran, uploadedAt }
}
