import * as rules from './generated/rules.js'
import { mockCalls } from './mock/calls.ts'
import { caseHandlers } from './mock/cases.ts'
import { documentHandlers } from './mock/documents.ts'
import { withEndings } from './mock/endings.ts'
import { givenFile } from './mock/file.ts'
import { forwards } from './mock/forwards.ts'
import type { MockOptions } from './mock/given.ts'
import { importHandlers } from './mock/imports.ts'
import { issueHandlers } from './mock/issues.ts'
import { ownHandlers } from './mock/own.ts'
import { partyHandlers } from './mock/parties.ts'
import { searchHandlers } from './mock/search.ts'
import { mockUploads } from './mock/uploads.ts'
import { playWork } from './mock/work.ts'
import { playWorkProducts } from './mock/work-products.ts'
import { createWorld, type Handlers, type World } from './mock/world.ts'
import { type Portico, porticoOver } from './portico.ts'

export type { MockAppeal, MockDocument, MockMember, MockOptions, MockParts } from './mock/given.ts'

/**
 * A client over data in memory, for tests of your own code. It decides by the rules of the service itself, with the
 * default profile: the same refusals in the same words, the same search, the same work on a case from its docket to a
 * signed decision. You are an administrator, unless you give other `roles`.
 *
 * Its PDFs are blank unless you give bytes: a text that is filed has a page for each form feed; of a PDF that is filed
 * the pages are counted, not read. What it does not play fails and says so, unless you give a method of your own.
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
 * await mock.issues.add('case_1', { issueType: 'serviceConnection', description: 'Tinnitus' })
 * await mock.cases.docket('case_1', { docket: 'directReview' })
 * console.log((await mock.tasks.list('case_1', { open: true })).map(({ label }) => label))
 *
 * const withQueues = createMockClient({ queues: { list: async () => [] } })
 * console.log(await withQueues.queues.list())
 * ```
 */
export function createMockClient(options: MockOptions = {}): Portico {
  const world = createWorld(options)
  openGiven(world, options)
  const uploads = mockUploads(world)
  const { task, ...work } = playWork(world)
  const { workProduct, ...products } = playWorkProducts(world)
  const handlers: Handlers = {
    ...caseHandlers(world),
    ...documentHandlers(world, uploads.bytesOf),
    ...searchHandlers(world),
    ...work.handlers,
    ...issueHandlers(world),
    ...products.handlers,
    ...partyHandlers(world),
    ...importHandlers(world),
    ...ownHandlers(world),
    ...uploads.handlers,
    listSandboxPeople: () => [],
  }
  const played = { ...forwards(world, handlers, { task, workProduct }), ...handlers }
  const client = porticoOver(mockCalls(world, withEndings(world, played)))
  const { appeals: _, documents: __, ...own } = options
  for (const [name, part] of Object.entries(own)) {
    if (name in client) Object.assign(client[name as keyof Portico], part)
  }
  return client
}

function openGiven(world: World, { appeals = [], documents = {} }: MockOptions) {
  const { caseFile, document } = rules
  for (const { id: caseId, state, ...appeal } of appeals) {
    const { docketNumber = `mock-${caseId}`, caseType = world.profile.caseTypes[0]?.name ?? '' } = appeal
    const { veteran = { firstName: 'Pat', lastName: 'Example' }, originalPdfBytes = 0 } = appeal
    const { uploadedAt = world.clock().toISOString(), receiptDate = uploadedAt.slice(0, 10) } = appeal
    const facts = { docketNumber, caseType, veteran, receiptDate, uploadedAt, originalPdfBytes }
    world.execute(caseFile, { type: 'openCase', caseId, ...facts, documents: [] })
    if (state) world.states.set(caseId, state)
    for (const { id: documentId, pages, content, tags = [], annotations = [], read, ...labels } of documents[
      caseId
    ] ?? []) {
      const file = givenFile(documentId, pages, content)
      world.files.set(file.sha256, file)
      const { name = documentId, description = '', categories = [world.profile.unsortedCategory] } = labels
      const bytes = { sha256: file.sha256, bytes: file.content.length, mediaType: 'application/pdf' }
      const filed = {
        ...{ documentId, name, description, categories, receiptDate: labels.receiptDate ?? receiptDate },
        content: { ...bytes, firstPage: 1, pageCount: file.pages.length },
      }
      world.execute(caseFile, { type: 'fileDocuments', caseId, documents: [filed], onDuplicate: 'link' })
      for (const text of tags)
        world.execute(document, { type: 'tag', caseId, documentId, text, visibility: 'staff' })
      if (read) world.execute(document, { type: 'setRead', caseId, documentId, read })
      for (const { id: annotationId, createdBy, createdAt, ...marked } of annotations) {
        const actor = { id: `mem_mock_${createdBy}`, name: createdBy, kind: 'person' as const }
        const data = { documentId, annotationId, ...marked }
        world.record(caseId, [{ type: 'document.annotated', subject: documentId, data }], {
          actor,
          at: new Date(createdAt),
        })
      }
    }
  }
}
