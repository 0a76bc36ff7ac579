import { randomBytes } from 'node:crypto'
import type { Actor } from '@portico/contract/envelope'
import type { WorkFor } from '../app/engine/commit.ts'
import type { Reactions } from '../app/engine/decide-and-react.ts'
import { createExecute, type Execute, type Request } from '../app/engine/execute.ts'
import { caseFile, type NewDocument, type OpenCase } from '../core/file/case-file.ts'
import { document } from '../core/file/document.ts'
import { newId } from '../core/kernel/ids.ts'
import { allProjections } from '../projections/all.ts'
import type { Database } from '../store/db.ts'
import { alice, noon } from './given.ts'

/** A case here is its documents alone: nothing follows from its opening. */
export const noReactions: Reactions = { to: () => [], atLast: () => [] }

export const noWork: WorkFor = () => ({ jobs: [], obligations: [] })

export function requestBy(actor: Actor = alice, at = noon): Request {
  return { at, actor, correlationId: 'req_test' }
}

export function newDocument(pageCount: number, name = 'Treatment record'): NewDocument {
  return {
    documentId: newId('doc', noon, randomBytes(10)),
    name,
    description: 'made by a test',
    categories: ['medical'],
    receiptDate: '2020-01-02',
    content: { sha256: 'c'.repeat(64), bytes: 1234, mediaType: 'application/pdf', firstPage: 1, pageCount },
  }
}

export function newCase(documents: NewDocument[], given: Partial<OpenCase> = {}): OpenCase {
  return {
    type: 'openCase',
    caseId: newId('case', noon, randomBytes(10)),
    docketNumber: '200102-1',
    caseType: 'appeal',
    veteran: { firstName: 'Ada', middleName: 'King', lastName: 'Byron' },
    receiptDate: '2020-01-02',
    uploadedAt: noon.toISOString(),
    originalPdfBytes: 1234,
    documents,
    ...given,
  }
}

/** The store and the deciders without HTTP: what tests of the log itself need. */
export function openDesk(
  db: Database,
  execute: Execute = createExecute({
    db,
    projections: allProjections,
    reactions: noReactions,
    workFor: noWork,
  }),
) {
  return {
    execute,
    async open(documents = [newDocument(3)], given: Partial<OpenCase> = {}) {
      const command = newCase(documents, given)
      await execute(caseFile, requestBy(), command, () => null)
      return { caseId: command.caseId, documentIds: documents.map(({ documentId }) => documentId) }
    },
    tag(caseId: string, documentId: string, text: string, request = requestBy()) {
      return execute(document, request, { type: 'tag', caseId, documentId, text }, ({ version }) => ({
        version,
      }))
    },
    untag(caseId: string, documentId: string, text: string, request = requestBy()) {
      return execute(document, request, { type: 'untag', caseId, documentId, text }, ({ version }) => ({
        version,
      }))
    },
  }
}
