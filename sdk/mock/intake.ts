import type { Cases } from '../cases.ts'
import type { Documents } from '../documents.ts'
import type { NewPart } from '../types.ts'
import { mockCase } from './cases.ts'
import { mockBytes, mockPdf } from './content.ts'
import { divide, proposedDivision } from './division.ts'
import { summaryOf } from './documents.ts'
import { type MockFile, receive, receivedHash } from './received.ts'
import {
  contentData,
  lastPage,
  type MockCaseRecord,
  type MockDocumentRecord,
  type MockVersion,
} from './records.ts'
import { type MockStore, refusal } from './store.ts'

const categories = ['medical', 'procedural', 'other', 'index']
const statusEvents = {
  current: 'document.admitted',
  held: 'document.held',
  removed: 'document.removed',
} as const

/** `uploaded` gives the bytes of an upload. */
export function mockIntake(
  store: MockStore,
  uploaded: (uploadId: string) => Blob,
): Pick<Cases, 'open'> &
  Pick<
    Documents,
    | 'add'
    | 'listAll'
    | 'withVersions'
    | 'revise'
    | 'original'
    | 'proposeDivision'
    | 'divide'
    | 'edit'
    | 'setStatus'
    | 'setLinked'
  > {
  let made = 0
  const newId = (prefix: string) => `${prefix}_mock_${++made}`

  async function received(file: Blob | undefined, uploadId: string | undefined) {
    if (file && uploadId !== undefined) {
      throw refusal(
        400,
        'badRequest',
        'There are two files: the one that is sent, and the upload that is named.',
      )
    }
    const bytes = uploadId === undefined ? file : uploaded(uploadId)
    return bytes && receive(bytes)
  }

  const positionOf = ({ documents }: MockCaseRecord, document: MockDocumentRecord) =>
    documents.slice(0, documents.indexOf(document)).filter(({ status }) => status === 'current').length

  function factsOf(caseId: string, document: MockDocumentRecord) {
    const { status, why, duplicates, original, sha256, bytes } = document
    return {
      ...summaryOf(document, positionOf(store.find(caseId), document)),
      status,
      ...(why === undefined ? {} : { why }),
      sha256,
      bytes,
      ...(original ? { original: original.facts } : {}),
      ...(duplicates ? { duplicates } : {}),
    }
  }

  function detail(caseId: string, document: MockDocumentRecord) {
    return { ...factsOf(caseId, document), versions: [...document.earlier, document].map(versionFacts) }
  }

  /** What the file has already under these bytes. */
  const sameAs = (inCase: MockCaseRecord, file: MockFile) =>
    inCase.documents.find(
      (filed) =>
        filed.status !== 'removed' &&
        receivedHash(filed) === receivedHash(file) &&
        filed.pages.length === file.pages.length,
    )

  return {
    async open(given, file, call) {
      const sent = await received(file, given.uploadId)
      return store.write(undefined, ['openCase', given, sent ? receivedHash(sent) : null], call, () => {
        if (given.documents && !sent) {
          throw refusal(400, 'badRequest', 'Documents are parts of a file, and there is none.')
        }
        const name =
          (file && 'name' in file ? String(file.name).replace(/\.[^.]{1,5}$/, '') : '') || 'Case file'
        const parts = given.documents ?? (sent ? [{ name, pageCount: sent.pages.length }] : [])
        if (sent) checkParts(parts, sent.pages.length)
        const { docketNumber, veteran, receiptDate } = given
        const opened = store.open({
          id: newId('case'),
          veteran,
          receiptDate,
          originalPdfBytes: sent ? (sent.original?.facts.bytes ?? sent.bytes) : 0,
          ...(docketNumber === undefined ? {} : { docketNumber }),
        })
        let firstPage = 1
        for (const { pageCount, ...labels } of parts) {
          if (!sent) break
          const pages = sent.pages.slice(firstPage - 1, firstPage - 1 + pageCount)
          const part = { ...sent, pages, content: parts.length > 1 ? undefined : sent.content }
          store.file(opened, { id: newId('doc'), ...labels }, part).firstPage = firstPage
          firstPage += pageCount
        }
        const documents = opened.documents.map((document) => factsOf(opened.id, document))
        return { case: mockCase(store, opened.id), documents }
      })
    },

    async add(caseId, { uploadId, onDuplicate = 'hold', ...labels }, file, call) {
      const sent = await received(file, uploadId)
      if (!sent) {
        throw refusal(400, 'badRequest', 'There is no file: send it as the part file, or name an upload.')
      }
      const request = ['fileDocument', labels, uploadId, onDuplicate, receivedHash(sent)]
      return store.write(caseId, request, call, () => {
        checkCategories(labels)
        const inCase = store.find(caseId)
        const same = sameAs(inCase, sent)
        if (same && onDuplicate === 'refuse') {
          const { sha256, bytes } = sent.original?.facts ?? sent
          store.append(caseId, 'document.refused', {
            name: labels.name,
            sha256,
            bytes,
            duplicateOf: same.id,
          })
          const sentence = `The same bytes are in the file already, as the document ${same.id}.`
          throw refusal(409, 'conflict', sentence)
        }
        const receiptDate = store.clock().slice(0, 10)
        const filed = store.file(inCase, { id: newId('doc'), receiptDate, ...labels }, sent)
        if (!same) return detail(caseId, filed)
        const { startPage, endPage, id: documentId } = filed
        const ofStartPage = same.startPage
        const runs = [{ startPage, endPage, ofStartPage, kind: 'exact' as const, similarity: 1 }]
        filed.duplicates = { linked: true, runs }
        store.append(caseId, 'document.linked', { documentId, duplicates: runs })
        if (onDuplicate === 'hold') {
          const why = `The same bytes are in the file already, on pages ${same.startPage} to ${same.endPage}.`
          Object.assign(filed, { status: 'held', why })
          store.append(caseId, 'document.held', { documentId, why })
        }
        return detail(caseId, filed)
      })
    },

    listAll: (caseId, { status, ...call } = {}) =>
      store.read(call, () =>
        store
          .find(caseId)
          .documents.filter((document) => status === undefined || document.status === status)
          .map((document) => factsOf(caseId, document)),
      ),
    withVersions: (caseId, documentId, call) =>
      store.read(call, () => detail(caseId, store.findDocument(caseId, documentId))),

    async revise(caseId, documentId, file, call) {
      const sent = file instanceof Blob ? await receive(file) : await received(undefined, file.uploadId)
      if (!sent) throw refusal(400, 'badRequest', 'There are no bytes: send them as the body.')
      return store.write(caseId, ['revise', documentId, receivedHash(sent)], call, () => {
        const document = store.findDocument(caseId, documentId)
        if (document.status === 'removed') {
          const sentence = 'The document was removed from the file: admit it before it is revised.'
          throw refusal(422, 'stateForbids', sentence)
        }
        if (receivedHash(document) === receivedHash(sent)) return detail(caseId, document)
        document.earlier.push(versionOf(document))
        const startPage = lastPage(store.find(caseId)) + 1
        const endPage = startPage + sent.pages.length - 1
        Object.assign(document, { original: undefined, unreadable: undefined, duplicates: undefined }, sent, {
          version: document.version + 1,
          startPage,
          endPage,
          firstPage: 1,
          filedBy: store.username,
          filedAt: store.clock(),
        })
        const { version, original, unreadable } = document
        store.append(caseId, 'document.revised', {
          documentId,
          version,
          startPage,
          endPage,
          content: contentData(document),
          ...(original ? { original: original.facts } : {}),
          ...(unreadable === undefined ? {} : { unreadable }),
        })
        reanchor(caseId, document)
        return detail(caseId, document)
      })
    },

    async original(caseId, documentId, { range, ...call } = {}) {
      const bytes = await store.read(call, () => {
        const { original, content } = store.findDocument(caseId, documentId)
        return original?.content ?? content
      })
      store.downloaded(caseId, { of: 'document', documentId, ...(range ? { isPartial: true } : {}) })
      return bytes ? mockBytes(bytes, range) : mockPdf(undefined, range)
    },

    proposeDivision: (caseId, documentId, call) =>
      store.read(call, () => proposedDivision(store.findDocument(caseId, documentId))),
    divide: (caseId, documentId, parts, call) =>
      store.write(caseId, ['divide', documentId, parts], call, () => {
        checkParts(parts, store.findDocument(caseId, documentId).pages.length)
        const divided = divide(store, { caseId, documentId }, parts, () => newId('doc'))
        return divided.map((part) => factsOf(caseId, part))
      }),
    edit: (caseId, documentId, changes, call) =>
      store.write(caseId, ['edit', documentId, changes], call, () => {
        checkCategories(changes)
        const document = store.findDocument(caseId, documentId)
        Object.assign(document, changes)
        const { name, documentType, description, categories, receiptDate } = document
        const type = documentType === undefined ? {} : { documentType }
        store.append(caseId, 'document.edited', {
          documentId,
          ...{ name, ...type, description, categories, receiptDate },
        })
        return detail(caseId, document)
      }),
    setStatus: (caseId, documentId, { status, why }, call) =>
      store.write(caseId, ['setStatus', documentId, status, why], call, () => {
        const document = store.findDocument(caseId, documentId)
        if (why.trim() === '') throw refusal(400, 'badRequest', 'Say why.')
        if (document.status !== status) {
          Object.assign(document, { status, why: why.trim() })
          store.append(caseId, statusEvents[status], { documentId, why: why.trim() })
        }
        return detail(caseId, document)
      }),
    setLinked: (caseId, documentId, linked, call) =>
      store.write(caseId, ['setLinked', documentId, linked], call, () => {
        const document = store.findDocument(caseId, documentId)
        const { duplicates } = document
        if (!duplicates) {
          throw refusal(422, 'stateForbids', 'Nothing in the file is known to repeat this document.')
        }
        if (duplicates.linked !== linked) {
          document.duplicates = { ...duplicates, linked }
          if (linked) store.append(caseId, 'document.linked', { documentId, duplicates: duplicates.runs })
          else store.append(caseId, 'document.unlinked', { documentId })
        }
        return detail(caseId, document)
      }),
  }

  /** At once, and only by the quote; the service does it in the background, and finds words that have moved. */
  function reanchor(caseId: string, document: MockDocumentRecord) {
    const { id: documentId, startPage, pages } = document
    for (const annotation of document.annotations) {
      const { id: annotationId, quote } = annotation
      const at = quote === undefined ? -1 : pages.findIndex((text) => text.includes(quote))
      if (at < 0) {
        annotation.orphaned = true
        store.append(caseId, 'document.annotationOrphaned', { documentId, annotationId })
      } else {
        annotation.page = startPage + at
        const { page, x, y, rects } = annotation
        const place = { ...(x === undefined ? {} : { x }), ...(y === undefined ? {} : { y }) }
        const moved = { documentId, annotationId, page, ...place, ...(rects ? { rects } : {}) }
        store.append(caseId, 'document.annotationMoved', moved)
      }
    }
  }
}

function versionOf(document: MockDocumentRecord): MockVersion {
  const { version, startPage, endPage, firstPage, filedBy, filedAt, sha256, bytes } = document
  const { pages, content, original, unreadable } = document
  const file = { sha256, bytes, pages, content, original, unreadable }
  return { ...file, version, startPage, endPage, firstPage, filedBy, filedAt }
}

function versionFacts({ version, startPage, endPage, sha256, filedBy, filedAt }: MockVersion) {
  return { version, startPage, endPage, sha256, filedBy, filedAt }
}

function checkParts(parts: readonly NewPart[], pageCount: number) {
  const pages = parts.reduce((sum, part) => sum + part.pageCount, 0)
  if (pages !== pageCount) {
    const sentence = `The parts have ${pages} pages together, but there are ${pageCount}: every page belongs to one.`
    throw refusal(400, 'badRequest', sentence)
  }
  for (const part of parts) checkCategories(part)
}

function checkCategories({ categories: given = [] }: { categories?: string[] }) {
  const unknown = given.find((category) => !categories.includes(category))
  if (unknown !== undefined) throw refusal(400, 'badRequest', `There is no category ${unknown}.`)
}
