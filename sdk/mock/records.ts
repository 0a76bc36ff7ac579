import type { MockAppeal, MockDocument } from '../mock.ts'
import type { Annotation, Case, CaseDocument, CaseState, ReadState, Tag } from '../types.ts'
import type { MockFile } from './received.ts'

/** One version of a document: what came in, and the pages that it got. */
export type MockVersion = MockFile & {
  version: number
  startPage: number
  endPage: number
  /** Where its pages begin in the file. */
  firstPage: number
  filedBy: string
  filedAt: string
}

export type MockDocumentRecord = MockVersion &
  Pick<CaseDocument, 'status' | 'why' | 'duplicates'> & {
    id: string
    name: string
    description: string
    receiptDate: string
    documentType?: string
    categories: string[]
    tags: Tag[]
    annotations: Annotation[]
    readState: ReadState
    /** Those before this one. */
    earlier: MockVersion[]
  }

export type MockCaseRecord = Omit<Case, 'documentCount' | 'pageCount' | 'text' | 'version'> & {
  state: Partial<CaseState>
  /** As arranged, whatever their status. */
  documents: MockDocumentRecord[]
}

export function listed({ documents }: MockCaseRecord): MockDocumentRecord[] {
  return documents.filter(({ status }) => status === 'current')
}

/** Of all documents and versions: a page never moves, and is never given twice. */
export function lastPage({ documents }: MockCaseRecord): number {
  return Math.max(
    0,
    ...documents.flatMap(({ endPage, earlier }) => [endPage, ...earlier.map((one) => one.endPage)]),
  )
}

export function caseRecord(appeal: MockAppeal, at: string): MockCaseRecord {
  const { id, docketNumber = `mock-${id}`, caseType = 'original', state = {} } = appeal
  const { veteran = { firstName: 'Pat', lastName: 'Example' }, originalPdfBytes = 0 } = appeal
  const { uploadedAt = at, receiptDate = uploadedAt.slice(0, 10) } = appeal
  return {
    id,
    docketNumber,
    caseType,
    veteran,
    receiptDate,
    uploadedAt,
    originalPdfBytes,
    state,
    documents: [],
  }
}

export function documentRecord(
  document: MockDocument,
  from: MockFile | undefined,
  inCase: MockCaseRecord,
  { username, at }: { username: string; at: string },
): MockDocumentRecord {
  const {
    id,
    name = id,
    description = '',
    receiptDate = inCase.receiptDate,
    categories = ['other'],
  } = document
  const { tags = [], annotations = [], read = false } = document
  const given = from ?? givenFile(document)
  const startPage = lastPage(inCase) + 1
  return {
    ...given,
    id,
    name,
    description,
    receiptDate,
    categories: [...categories],
    version: 1,
    startPage,
    endPage: startPage + given.pages.length - 1,
    firstPage: 1,
    filedBy: username,
    filedAt: at,
    earlier: [],
    status: 'current',
    tags: tags.map((text) => ({ text, createdBy: username, createdAt: at })),
    annotations: [...annotations],
    readState: { read, at },
  }
}

/** A document that a test gives has no bytes that could be hashed at once, and repeats no other. */
function givenFile({ id, pages = [''], content }: MockDocument): MockFile {
  return {
    sha256: Array.from(id, (letter) => letter.charCodeAt(0).toString(16))
      .join('')
      .padStart(64, '0')
      .slice(-64),
    bytes: content?.length ?? 0,
    pages: pages.length > 0 ? pages : [''],
    content,
  }
}

export function contentData({ sha256, bytes, firstPage, startPage, endPage }: MockVersion) {
  return { sha256, bytes, mediaType: 'application/pdf', firstPage, pageCount: endPage - startPage + 1 }
}

export function filedData(document: MockDocumentRecord, position: number) {
  const { id, name, description, categories, receiptDate, startPage, endPage, original, unreadable } =
    document
  return {
    documentId: id,
    name,
    description,
    categories,
    receiptDate,
    startPage,
    endPage,
    position,
    content: contentData(document),
    ...(original ? { original: original.facts } : {}),
    ...(unreadable === undefined ? {} : { unreadable }),
  }
}
