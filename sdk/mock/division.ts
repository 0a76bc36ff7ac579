import type { NewPart, ProposedDivision, ProposedPart } from '../types.ts'
import { contentData, filedData, type MockDocumentRecord } from './records.ts'
import { type MockStore, refusal } from './store.ts'

export function proposedDivision({ pages, name, unreadable }: MockDocumentRecord): ProposedDivision {
  if (unreadable !== undefined) return { parts: [], pagesRead: 0 }
  return { parts: proposedParts(pages, name), pagesRead: pages.length }
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

/** The document becomes the first part; the others are filed beside it. */
export function divide(
  store: MockStore,
  { caseId, documentId }: { caseId: string; documentId: string },
  parts: readonly NewPart[],
  newId: () => string,
): MockDocumentRecord[] {
  const { documents } = store.find(caseId)
  const document = store.findDocument(caseId, documentId)
  refuseDivided(document, parts)
  const whole = { ...document }
  const labels = { description: '', categories: ['other'], receiptDate: whole.receiptDate }
  let before = 0
  const placed = parts.map(({ pageCount, ...given }) => {
    const place = {
      ...labels,
      ...given,
      startPage: whole.startPage + before,
      endPage: whole.startPage + before + pageCount - 1,
      firstPage: whole.firstPage + before,
      pages: whole.pages.slice(before, before + pageCount),
      content: undefined,
    }
    before += pageCount
    return place
  })
  Object.assign(document, placed[0])
  const readState = { read: false, at: store.clock() }
  const made = placed
    .slice(1)
    .map((place) => ({ ...whole, ...place, id: newId(), tags: [], annotations: [], earlier: [], readState }))
  const position = documents.indexOf(document)
  documents.splice(position + 1, 0, ...made)
  const { name, description, categories, receiptDate, endPage } = document
  store.append(caseId, 'document.divided', {
    documentId,
    endPage,
    content: contentData(document),
    ...{ name, description, categories, receiptDate },
    into: made.map(({ id }) => id),
  })
  for (const part of made) {
    store.append(caseId, 'document.filed', { ...filedData(part, position), dividedFrom: documentId })
  }
  return [document, ...made]
}

function refuseDivided(
  { status, version, tags, annotations }: MockDocumentRecord,
  parts: readonly NewPart[],
) {
  if (parts.length < 2) throw refusal(400, 'badRequest', 'A document is divided into two parts or more.')
  if (tags.length + annotations.length > 0) {
    const sentence = 'The document has tags or annotations: it is divided before people work on it.'
    throw refusal(422, 'stateForbids', sentence)
  }
  if (status !== 'current' || version > 1) {
    throw refusal(422, 'stateForbids', 'A document that is held, removed or revised is not divided.')
  }
}
