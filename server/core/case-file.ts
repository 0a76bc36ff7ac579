import type { PersonName } from '@portico/contract/appeals'
import type { Content } from '@portico/contract/events'
import { type Decider, type Fact, Refusal } from './kernel.ts'

export type NewDocument = {
  documentId: string
  name: string
  description: string
  categories: string[]
  receiptDate: string
  content: Content
}

export type OpenCase = {
  type: 'openCase'
  caseId: string
  docketNumber: string
  caseType: string
  veteran: PersonName
  receiptDate: string
  uploadedAt: string
  originalPdfBytes: number
  alias?: { source: string; externalId: string }
  documents: NewDocument[]
}

export type CaseFileCommand =
  | OpenCase
  | { type: 'fileDocuments'; caseId: string; documents: NewDocument[] }
  | { type: 'arrangeDocuments'; caseId: string; documentIds: string[] }

export type CaseFileState = {
  isOpen: boolean
  lastPage: number
  arrangement: string[]
}

/** The case as a file: its one page space, which only grows, and the arrangement of its documents. */
export const caseFile: Decider<CaseFileCommand, CaseFileState> = {
  name: 'caseFile',
  stateVersion: 1,
  reads: () => ({ types: ['case.opened', 'document.filed', 'case.documentsArranged'] }),
  opens: (command) => command.type === 'openCase',
  initial: { isOpen: false, lastPage: 0, arrangement: [] },

  evolve(state, event) {
    switch (event.type) {
      case 'case.opened':
        return { ...state, isOpen: true }
      case 'document.filed':
        return {
          ...state,
          lastPage: event.data.endPage,
          arrangement: [...state.arrangement, event.data.documentId],
        }
      case 'case.documentsArranged':
        return { ...state, arrangement: event.data.documentIds }
      default:
        return state
    }
  },

  decide(command, state) {
    switch (command.type) {
      case 'openCase':
        return open(command, state)
      case 'fileDocuments':
        return file(command.documents, state)
      case 'arrangeDocuments':
        return arrange(command, state)
    }
  },
}

function open(command: OpenCase, state: CaseFileState): Fact[] {
  if (state.isOpen) throw new Refusal('conflict', 'A case with this id is open already.')
  const { type: _, caseId, documents, ...data } = command
  return [{ type: 'case.opened', subject: caseId, data }, ...file(documents, state)]
}

function file(documents: NewDocument[], state: CaseFileState): Fact[] {
  let { lastPage } = state
  return documents.map((document, index) => {
    const startPage = lastPage + 1
    lastPage += document.content.pageCount
    return {
      type: 'document.filed',
      subject: document.documentId,
      data: { ...document, startPage, endPage: lastPage, position: state.arrangement.length + index },
    }
  })
}

function arrange(
  { caseId, documentIds }: CaseFileCommand & { type: 'arrangeDocuments' },
  state: CaseFileState,
): Fact[] {
  const known = new Set(state.arrangement)
  const named = new Set(documentIds)
  const stranger = documentIds.find((id) => !known.has(id))
  if (stranger !== undefined) throw new Refusal('invalid', `The document ${stranger} is not in this appeal.`)
  if (named.size < documentIds.length) throw new Refusal('invalid', 'A document is named more than once.')
  if (named.size < known.size) {
    const missing = state.arrangement.filter((id) => !named.has(id))
    throw new Refusal(
      'invalid',
      `Every document must be named once; ${missing.length} missing, ${missing[0]} among them.`,
    )
  }
  if (documentIds.every((id, index) => id === state.arrangement[index])) return []
  return [{ type: 'case.documentsArranged', subject: caseId, data: { documentIds } }]
}
