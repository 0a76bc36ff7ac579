import { mockAppeals, mockSearch } from './mock/appeals.ts'
import { mockCases, mockEvents } from './mock/cases.ts'
import { mockAnnotations, mockDocuments, mockReadState, mockTags } from './mock/documents.ts'
import { mockImports } from './mock/imports.ts'
import { mockIntake } from './mock/intake.ts'
import { createMockStore } from './mock/store.ts'
import { type MockParts, unplayedCases, unplayedParts } from './mock/unplayed.ts'
import { mockUploads } from './mock/uploads.ts'
import type { Portico } from './portico.ts'
import type { Case, CaseState, Document } from './types.ts'

/** Only `id` is needed; what a test does not care about is filled in. */
export type MockAppeal = { id: string; state?: Partial<CaseState> } & Partial<
  Pick<Case, 'docketNumber' | 'caseType' | 'veteran' | 'receiptDate' | 'uploadedAt' | 'originalPdfBytes'>
>

/** Only `id` is needed. `pages` is the text of each page, `content` the bytes of the PDF. */
export type MockDocument = { id: string; pages?: readonly string[]; content?: Uint8Array } & Partial<
  Pick<Document, 'name' | 'description' | 'receiptDate' | 'categories' | 'tags' | 'read' | 'annotations'>
>

export type MockOptions = MockParts & {
  /** Who the mock's writes are `createdBy`. */
  username?: string
  appeals?: readonly MockAppeal[]
  /** The documents of each appeal, by its id, in page order. */
  documents?: Readonly<Record<string, readonly MockDocument[]>>
  now?: () => Date
}

/**
 * A client over data in memory, for tests of your own code. It does what the service does, as far as one
 * person without special roles can see: a write shows in later reads and in the events, what is not there
 * is `notFound`. Its search is plain containment, and its PDFs are blank unless you give bytes. A text that is
 * filed has a page for each form feed; of a PDF that is filed the pages are counted, not read.
 *
 * It does not play the work on a case, whose rules only the service has: tasks, parties, issues, decisions and what
 * belongs to them. There each call fails, unless you give a method of your own.
 *
 * @example
 * ```ts
 * import { createMockClient } from '@portico/sdk/mock'
 *
 * const mock = createMockClient({
 *   username: 'ada',
 *   appeals: [{ id: 'case_1' }],
 *   documents: { case_1: [{ id: 'doc_1', pages: ['Tinnitus since service.'] }] },
 * })
 * await mock.documents.addTag('case_1', 'doc_1', 'hearing loss')
 * console.log((await mock.search('case_1', 'tinnitus')).hits)
 *
 * const withoutWork = createMockClient({ tasks: { list: async () => [] } })
 * console.log(await withoutWork.tasks.list('case_1'))
 * ```
 */
export function createMockClient(options: MockOptions = {}): Portico {
  const store = createMockStore(options)
  const { bytesOf, ...uploads } = mockUploads(store)
  const { open, ...intake } = mockIntake(store, bytesOf)
  return {
    appeals: mockAppeals(store),
    documents: {
      ...mockDocuments(store),
      ...mockTags(store),
      ...mockAnnotations(store),
      ...mockReadState(store),
      ...intake,
    },
    search: mockSearch(store),
    ...unplayedParts(options),
    cases: { ...unplayedCases(), ...mockCases(store), open, ...options.cases },
    uploads,
    events: mockEvents(store),
    imports: mockImports(store),
    signOut: (call) => store.read(call, () => store.signOut()),
  }
}
