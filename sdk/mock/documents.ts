import * as rules from '../generated/rules.js'
import type {
  Annotation,
  CaseDocument,
  CaseDocumentDetail,
  Content,
  NewPart,
  ProposedPart,
} from '../generated/types.ts'
import { dayOf, isCalendarDate } from '../time.ts'
import { defined, type Loose, refusal } from './engine.ts'
import { type MockFile, pdfOf, receive, served } from './file.ts'
import {
  caseDocumentOf,
  caseOf,
  type DocumentRecord,
  documentsOf,
  isCurrent,
  pagesOf,
  summaryOf,
} from './records.ts'
import type { Handlers, World } from './world.ts'

type Kept = Pick<CaseDocument, 'original' | 'unreadable'> & { content: Content }

/** A ZIP without entries. */
const emptyZip = Uint8Array.from([0x50, 0x4b, 0x05, 0x06, ...Array.from({ length: 18 }, () => 0)])

/** The documents of cases, read and written; `uploaded` gives the bytes of an upload. */
export function documentHandlers(world: World, uploaded: (uploadId: string) => Blob): Handlers {
  const { document, caseFile } = rules

  function found(caseId: string, documentId: string): DocumentRecord {
    const one = documentsOf(world, caseId).find(({ id }) => id === documentId)
    if (!one) throw refusal('notFound', 'There is no such document in this case.')
    return one
  }
  function current(caseId: string, documentId: string): DocumentRecord {
    const one = found(caseId, documentId)
    if (!isCurrent(one)) throw refusal('notFound', 'There is no such document in this case.')
    return one
  }
  const list = (caseId: string) => {
    const all = documentsOf(world, caseId)
    return all.filter(isCurrent).map((one) => summaryOf(world, all, one))
  }
  const versionsOf = (one: DocumentRecord) => [...one.earlier, one]
  const detail = (caseId: string, documentId: string): CaseDocumentDetail => {
    const all = documentsOf(world, caseId)
    const one = found(caseId, documentId)
    const versions = versionsOf(one).map(({ version, startPage, endPage, content, filedBy, filedAt }) => ({
      ...{ version, startPage, endPage, sha256: content.sha256, filedBy, filedAt },
    }))
    const shown = caseDocumentOf(world, all, all.find(({ id }) => id === documentId) ?? one)
    return { document: { ...shown, versions } }
  }
  const change = (command: Loose<rules.DocumentCommand>) => {
    found(command.caseId, command.documentId)
    return world.change(document, command)
  }
  const pdfFor = (
    caseId: string,
    one: DocumentRecord,
    version = one.version,
    range?: { start: number; end?: number | undefined },
  ) => {
    const wanted = versionsOf(one).find((each) => each.version === version)
    if (!wanted) throw refusal('notFound', `The document has no version ${version}.`)
    const content = world.files.get(wanted.content.sha256)?.content ?? pdfOf(one.id)
    const answer = served(content, { name: `${one.name}.pdf`, contentType: 'application/pdf', range })
    world.downloaded(caseId, { of: 'document', documentId: one.id, ...(range ? { isPartial: true } : {}) })
    return answer
  }

  function keep(file: MockFile): Kept {
    world.files.set(file.sha256, file)
    const { sha256, content: bytes, pages, original, unreadable } = file
    const facts = { sha256, bytes: bytes.length, mediaType: 'application/pdf' }
    const content = { ...facts, firstPage: 1, pageCount: pages.length }
    return defined<Kept>({ content, original: original?.facts, unreadable })
  }
  async function received(file: Blob | Uint8Array<ArrayBuffer> | undefined, uploadId: string | undefined) {
    if (file && uploadId !== undefined) {
      throw refusal('invalid', 'Send either a file or uploadId, not both.')
    }
    const bytes = uploadId === undefined ? file : uploaded(uploadId)
    return bytes && receive(bytes)
  }
  function labelled(part: Omit<NewPart, 'pageCount'>, receiptDate: string) {
    const { description = '' } = part
    const name = part.name.trim()
    if (name === '') throw refusal('invalid', 'name must not be blank: a document needs a name.')
    const sorting = rules.labelsFrom(part, world.profile, [world.profile.unsortedCategory])
    return { name, description, ...sorting, receiptDate: part.receiptDate ?? receiptDate }
  }
  const today = () => dayOf(world.clock())

  return {
    listDocuments: ({ appealId }) => list(appealId),
    getDocument({ appealId, documentId }) {
      const one = current(appealId, documentId)
      const all = documentsOf(world, appealId)
      const summary = summaryOf(world, all, all.find(({ id }) => id === documentId) ?? one)
      const annotations = one.annotations.map((annotation) => defined(annotation))
      return { document: { ...summary, annotations }, permissions: [] }
    },
    getContent: ({ appealId, documentId }, { range }) =>
      pdfFor(appealId, current(appealId, documentId), undefined, range),
    getVersionContent: ({ caseId, documentId, version }, { range }) =>
      pdfFor(caseId, found(caseId, documentId), version, range),
    getOriginal({ caseId, documentId }, { range }) {
      const one = found(caseId, documentId)
      const { original, content } = world.files.get(one.content.sha256) ?? { content: pdfOf(one.id) }
      world.downloaded(caseId, { of: 'document', documentId, ...(range ? { isPartial: true } : {}) })
      return served(original?.content ?? content, {
        name: one.name,
        contentType: 'application/octet-stream',
        range,
      })
    },
    getFile({ appealId }, { format = 'pdf', annotations = false }) {
      const { docketNumber } = world.opening(appealId).data
      const isZip = format === 'zip'
      world.downloaded(appealId, {
        of: 'caseFile',
        format,
        annotations,
      })
      const contentType = isZip ? 'application/zip' : 'application/pdf'
      return served(isZip ? emptyZip : pdfOf(appealId), { name: `${docketNumber}.${format}`, contentType })
    },
    arrangeDocuments({ appealId, body: { documentIds } }) {
      world.change(caseFile, { type: 'arrangeDocuments', caseId: appealId, documentIds })
      return list(appealId)
    },
    moveDocuments({ caseId, body }) {
      world.change(caseFile, { type: 'moveDocuments', caseId, ...body })
      return list(caseId)
    },

    addTag({ appealId, documentId, body: { text, visibility = 'staff' } }) {
      if (visibility !== 'staff' && visibility !== 'case')
        throw refusal('invalid', 'visibility must be staff or case.')
      change({ type: 'tag', caseId: appealId, documentId, text: text.trim(), visibility })
      const { tags } = found(appealId, documentId)
      return tags.find((tag) => tag.text === text.trim()) as (typeof tags)[number]
    },
    createAnnotation({ appealId, documentId, body: { visibility = 'staff', ...marked } }) {
      for (const axis of ['x', 'y'] as const) {
        const value = marked[axis] ?? 0
        if (value < 0) throw refusal('invalid', `${axis} must be at least 0.`)
        if (value > 1) throw refusal('invalid', `${axis} must be at most 1.`)
      }
      const { relevantDate: date } = marked
      if (date !== undefined && !isCalendarDate(date)) {
        throw refusal('invalid', 'relevantDate must be a real date as YYYY-MM-DD.')
      }
      const annotationId = world.newId('ann')
      change({ type: 'annotate', caseId: appealId, documentId, annotationId, ...marked, visibility })
      const { annotations } = found(appealId, documentId)
      return annotations.find(({ id }) => id === annotationId) as (typeof annotations)[number]
    },
    removeAnnotation({ appealId, documentId, annotationId }) {
      const mayRemoveOthers = world.isAdministrator
      change({ type: 'removeAnnotation', caseId: appealId, documentId, annotationId, mayRemoveOthers })
    },
    setReadState({ appealId, documentId, body: { read } }) {
      change({ type: 'setRead', caseId: appealId, documentId, read })
      const mark = found(appealId, documentId).readBy.get(world.me.actor.id)
      return { read, at: mark?.at ?? world.clock().toISOString() }
    },

    async openCase({ body, file }) {
      const sent = await received(file, body.uploadId)
      if (body.documents && !sent) {
        throw refusal(
          'invalid',
          'documents must come with a file to divide: send it as the part file, or name an upload.',
        )
      }
      const name = file instanceof Blob && 'name' in file ? String(file.name).replace(/\.[^.]{1,5}$/, '') : ''
      const parts =
        body.documents ?? (sent ? [{ name: name || 'Case file', pageCount: sent.pages.length }] : [])
      const caseTypes = rules.namesOf(world.profile.caseTypes)
      const { docketNumber, veteran, receiptDate, alias, caseType = caseTypes[0] ?? '' } = body
      rules.refuseUnknownWord('case type', caseType, caseTypes)
      const pages = parts.reduce((sum, { pageCount }) => sum + pageCount, 0)
      if (sent && pages !== sent.pages.length) {
        throw refusal(
          'invalid',
          `The documents have ${pages} pages together, but the file has ${sent.pages.length}: every page must belong to one.`,
        )
      }
      const bytes = sent && keep(sent)
      let firstPage = 1
      const documents = parts.flatMap(({ pageCount, ...part }) => {
        if (!bytes) return []
        const content = { ...bytes.content, firstPage, pageCount }
        firstPage += pageCount
        return [{ documentId: world.newId('doc'), ...labelled(part, receiptDate), ...bytes, content }]
      })
      const caseId = world.newId('case')
      world.execute(caseFile, {
        type: 'openCase',
        ...{ caseId, caseType, veteran, receiptDate, documents },
        docketNumber:
          docketNumber ?? `${receiptDate.slice(2).replaceAll('-', '')}-${world.caseIds().length + 1}`,
        uploadedAt: world.clock().toISOString(),
        originalPdfBytes: sent ? (sent.original?.facts.bytes ?? sent.content.length) : 0,
        alias,
      })
      const all = documentsOf(world, caseId)
      return { case: caseOf(world, caseId), documents: all.map((one) => caseDocumentOf(world, all, one)) }
    },
    async fileDocument({ caseId, body: { uploadId, onDuplicate = 'hold', ...labels }, file }) {
      world.opening(caseId)
      const sent = await received(file, uploadId)
      if (!sent) throw refusal('invalid', 'The file is missing: send it as the part file, or send uploadId.')
      const documentId = world.newId('doc')
      const documents = [
        { documentId, ...labelled(defined<Omit<NewPart, 'pageCount'>>(labels), today()), ...keep(sent) },
      ]
      const events = world.change(caseFile, { type: 'fileDocuments', caseId, documents, onDuplicate })
      const refused = events.find((event) => event.type === 'document.refused')
      if (!refused) return detail(caseId, documentId)
      throw refusal(
        'conflict',
        `The same bytes are in the file already, as the document ${refused.data.duplicateOf}: this copy was not filed.`,
      )
    },
    listCaseDocuments({ caseId }, { status }) {
      const all = documentsOf(world, caseId)
      return all
        .filter((one) => status === undefined || one.status === status)
        .map((one) => caseDocumentOf(world, all, one))
    },
    getCaseDocument({ caseId, documentId }) {
      const all = documentsOf(world, caseId)
      if (!all.some(({ id }) => id === documentId))
        throw refusal('notFound', 'There is no such document in this case.')
      return detail(caseId, documentId)
    },
    async reviseDocument({ caseId, documentId, file }, { uploadId }) {
      found(caseId, documentId)
      const sent = await received(file, uploadId)
      if (!sent) throw refusal('invalid', 'The body is empty: send the bytes of the file.')
      const { version } = found(caseId, documentId)
      world.change(caseFile, { type: 'reviseDocument', caseId, documentId, ...keep(sent) })
      const revised = found(caseId, documentId)
      if (revised.version > version && revised.annotations.length > 0) reanchor(caseId, revised)
      return detail(caseId, documentId)
    },

    proposeDivision({ caseId, documentId }) {
      const one = found(caseId, documentId)
      if (one.unreadable !== undefined) return { parts: [], pagesRead: 0 }
      const pages = pagesOf(world, one)
      return { parts: proposedParts(pages, one.name), pagesRead: pages.length }
    },
    divideDocument({ caseId, documentId, body: { parts } }) {
      const { receiptDate, tags, annotations } = found(caseId, documentId)
      const divided = parts.map(({ pageCount, ...part }, index) => ({
        documentId: index === 0 ? documentId : world.newId('doc'),
        ...{ pageCount, ...labelled(part, receiptDate) },
      }))
      if (tags.length + annotations.length > 0) {
        throw refusal(
          'stateForbids',
          'The document has tags or annotations: it can only be divided before people work on it.',
        )
      }
      world.change(caseFile, { type: 'divideDocument', caseId, documentId, parts: divided })
      const all = documentsOf(world, caseId)
      return divided.map((part) =>
        caseDocumentOf(world, all, all.find(({ id }) => id === part.documentId) as DocumentRecord),
      )
    },
  }

  /** At once, and only by the quote; the service does it in the background, and finds words that have moved. */
  function reanchor(caseId: string, one: DocumentRecord) {
    const pages = pagesOf(world, one)
    const anchors = one.annotations.map(({ id: annotationId, quote, x, y, rects }) => {
      const at = quote === undefined ? -1 : pages.findIndex((text) => rules.hasQuote(text, quote))
      const place = defined<{ page: number } & Pick<Annotation, 'x' | 'y' | 'rects'>>({
        page: one.startPage + at,
        x,
        y,
        rects,
      })
      return { annotationId, ...(at < 0 ? {} : { found: place }) }
    })
    world.asTheService(document, {
      type: 'reanchor',
      caseId,
      documentId: one.id,
      version: one.version,
      anchors,
    })
  }
}

/** By footers like “Page 1 of 4” alone. */
function proposedParts(pages: readonly string[], name: string): ProposedPart[] {
  const starts = pages.flatMap((text, index) => {
    const footer = /page 1 of \d+/i.exec(text)?.[0]
    return footer === undefined && index > 0 ? [] : [{ index, text, footer }]
  })
  return starts.map(({ index, text, footer }, place) => ({
    name: text.split('\n', 1)[0]?.trim() || name,
    firstPage: index + 1,
    pageCount: (starts[place + 1]?.index ?? pages.length) - index,
    reasons: footer === undefined ? ['The file begins here.'] : [`${footer} begins here.`],
    confidence: footer === undefined ? 1 : 0.9,
  }))
}
