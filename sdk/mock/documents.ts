import type { Documents } from '../documents.ts'
import type { DocumentSummary, NewAnnotation } from '../types.ts'
import { mockPdf } from './content.ts'
import { listed, type MockDocumentRecord } from './records.ts'
import { type MockStore, refusal } from './store.ts'

export function mockDocuments(store: MockStore): Pick<Documents, 'list' | 'get' | 'content' | 'arrange'> {
  const list = (appealId: string) => listed(store.find(appealId)).map(summaryOf)
  return {
    list: (appealId, call) => store.read(call, () => list(appealId)),
    get: (appealId, documentId, call) =>
      store.read(call, () => {
        const document = store.findListed(appealId, documentId)
        const position = listed(store.find(appealId)).indexOf(document)
        return { ...summaryOf(document, position), annotations: document.annotations }
      }),
    async content(appealId, documentId, { range, version, ...call } = {}) {
      const content = await store.read(call, () => {
        if (version === undefined) return store.findListed(appealId, documentId).content
        const document = store.findDocument(appealId, documentId)
        const one = [...document.earlier, document].find((each) => each.version === version)
        if (!one) throw refusal(404, 'notFound', `The document has no version ${version}.`)
        return one.content
      })
      const served = mockPdf(content, range)
      store.downloaded(appealId, { of: 'document', documentId, ...(range ? { isPartial: true } : {}) })
      return served
    },
    arrange: (appealId, documentIds, call) =>
      store.write(appealId, ['arrange', documentIds], call, () => {
        const found = store.find(appealId)
        const shown = listed(found)
        const places = new Map(documentIds.map((id, place) => [id, place]))
        const isWhole = shown.length === documentIds.length && shown.every(({ id }) => places.has(id))
        if (!isWhole) throw refusal(400, 'badRequest', 'Name every document of the appeal, once.')
        if (shown.some(({ id }, place) => places.get(id) !== place)) {
          const behind = shown.length
          found.documents.sort((a, b) => (places.get(a.id) ?? behind) - (places.get(b.id) ?? behind))
          const ids = found.documents.map(({ id }) => id)
          store.append(appealId, 'case.documentsArranged', { documentIds: ids })
        }
        return list(appealId)
      }),
  }
}

export function mockTags(store: MockStore): Pick<Documents, 'addTag' | 'removeTag'> {
  return {
    addTag: (appealId, documentId, text, { visibility = 'staff', ...call } = {}) =>
      store.write(appealId, ['addTag', documentId, text, visibility], call, () => {
        const { tags } = store.findInFile(appealId, documentId)
        const wanted = text.trim()
        if (wanted === '' || wanted.length > 200) {
          throw refusal(400, 'badRequest', 'A tag has 1 to 200 characters.')
        }
        if (wanted === '.' || wanted === '..') {
          throw refusal(400, 'badRequest', 'A tag needs more than dots for a text.')
        }
        if (visibility !== 'staff' && visibility !== 'case') {
          throw refusal(400, 'badRequest', 'visibility must be staff or case.')
        }
        const existing = tags.find((tag) => tag.text === wanted)
        if (existing) return existing
        const { actor, at } = store.append(appealId, 'document.tagged', {
          documentId,
          text: wanted,
          visibility,
        })
        const tag = { text: wanted, createdBy: actor.name, createdAt: at }
        tags.push(tag)
        return tag
      }),
    removeTag: (appealId, documentId, text, call) =>
      store.write(appealId, ['removeTag', documentId, text], call, () => {
        const { tags } = store.findDocument(appealId, documentId)
        if (text.trim() === '') throw refusal(400, 'badRequest', 'A tag needs a text.')
        const place = tags.findIndex((tag) => tag.text === text.trim())
        if (place < 0) return
        tags.splice(place, 1)
        store.append(appealId, 'document.untagged', { documentId, text: text.trim() })
      }),
  }
}

export function mockAnnotations(store: MockStore): Pick<Documents, 'annotate' | 'removeAnnotation'> {
  let created = 0
  return {
    annotate: (appealId, documentId, annotation, call) =>
      store.write(appealId, ['annotate', documentId, annotation], call, () => {
        const document = store.findInFile(appealId, documentId)
        check(annotation, document)
        created += 1
        const annotationId = `ann_mock_${created}`
        const data = { documentId, annotationId, ...annotation }
        const { actor, at } = store.append(appealId, 'document.annotated', data)
        const stamped = { id: annotationId, ...annotation, createdBy: actor.name, createdAt: at }
        document.annotations.push(stamped)
        return stamped
      }),
    removeAnnotation: (appealId, documentId, annotationId, call) =>
      store.write(appealId, ['removeAnnotation', documentId, annotationId], call, () => {
        const { annotations } = store.findDocument(appealId, documentId)
        const place = annotations.findIndex(({ id }) => id === annotationId)
        if (place < 0) return
        if (annotations[place]?.createdBy !== store.username) {
          throw refusal(403, 'forbidden', 'Only its author may remove an annotation.')
        }
        annotations.splice(place, 1)
        store.append(appealId, 'document.annotationRemoved', { documentId, annotationId })
      }),
  }
}

export function mockReadState(store: MockStore): Pick<Documents, 'setRead'> {
  return {
    setRead: (appealId, documentId, read, call) =>
      store.write(appealId, ['read', documentId, read], call, () => {
        const document = store.findInFile(appealId, documentId)
        if (document.readState.read !== read) {
          const type = read ? 'document.markedRead' : 'document.markedUnread'
          document.readState = { read, at: store.append(appealId, type, { documentId }).at }
        }
        return document.readState
      }),
  }
}

export function summaryOf(document: MockDocumentRecord, position: number): DocumentSummary {
  const { id, name, startPage, endPage, version, receiptDate, description, categories, unreadable } = document
  const tags = document.tags.map(({ text }) => text)
  const { read } = document.readState
  return {
    id,
    name,
    startPage,
    endPage,
    version,
    position,
    receiptDate,
    description,
    ...(document.documentType === undefined ? {} : { documentType: document.documentType }),
    categories,
    tags,
    read,
    ...(unreadable === undefined ? {} : { unreadable }),
  }
}

function check(
  { page, x = 0, y = 0, comment = '', relevantDate }: NewAnnotation,
  document: MockDocumentRecord,
) {
  const { startPage, endPage } = document
  if (!Number.isInteger(page) || page < startPage || page > endPage) {
    throw refusal(400, 'badRequest', `The page must lie within ${startPage} to ${endPage}.`)
  }
  if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) throw refusal(400, 'badRequest', 'x and y run from 0 to 1.')
  if (comment.length > 10_000) throw refusal(400, 'badRequest', 'A comment has at most 10,000 characters.')
  if (relevantDate !== undefined && !isCalendarDate(relevantDate)) {
    throw refusal(400, 'badRequest', 'relevantDate must be a real date, YYYY-MM-DD.')
  }
}

function isCalendarDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  )
}
