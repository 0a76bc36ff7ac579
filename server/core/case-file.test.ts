import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { given, recorded } from '../test/given.ts'
import { caseFile, type NewDocument, type OpenCase } from './case-file.ts'
import { type Fact, fold } from './kernel.ts'

const newDocument = (documentId: string, pageCount: number): NewDocument => ({
  documentId,
  name: documentId,
  description: '',
  categories: ['other'],
  receiptDate: '2020-01-02',
  content: { sha256: 'b'.repeat(64), bytes: 10, mediaType: 'application/pdf', firstPage: 1, pageCount },
})

const open: OpenCase = {
  type: 'openCase',
  caseId: 'case_1',
  docketNumber: '200102-1',
  caseType: 'appeal',
  veteran: { firstName: 'Ada', lastName: 'Byron' },
  receiptDate: '2020-01-02',
  uploadedAt: '2026-10-01T00:00:00.000Z',
  originalPdfBytes: 20,
  documents: [newDocument('doc_1', 4), newDocument('doc_2', 1)],
}
const { type: _, caseId: __, documents: ___, ...openedData } = open
const opened: Fact = { type: 'case.opened', subject: 'case_1', data: openedData }
const filed = (documentId: string, startPage: number, endPage: number, position: number): Fact => ({
  type: 'document.filed',
  subject: documentId,
  data: { ...newDocument(documentId, endPage - startPage + 1), startPage, endPage, position },
})
const arranged = (...documentIds: string[]): Fact => ({
  type: 'case.documentsArranged',
  subject: 'case_1',
  data: { documentIds },
})
const twoDocuments = [opened, filed('doc_1', 1, 4, 0), filed('doc_2', 5, 5, 1)]

describe('a case file', () => {
  it('opens with its documents in one page space', () => {
    given(caseFile, []).when(open).then(twoDocuments)
  })
  it('opens once', () => {
    given(caseFile, recorded(twoDocuments))
      .when(open)
      .thenRefused('conflict', /open already/)
  })
  it('a document filed later gets the next free pages and the last place', () => {
    given(caseFile, recorded([...twoDocuments, arranged('doc_2', 'doc_1')]))
      .when({ type: 'fileDocuments', caseId: 'case_1', documents: [newDocument('doc_3', 2)] })
      .then([filed('doc_3', 6, 7, 2)])
  })
  it('an arrangement names every document once', () => {
    const when = (...documentIds: string[]) =>
      given(caseFile, recorded(twoDocuments)).when({
        type: 'arrangeDocuments',
        caseId: 'case_1',
        documentIds,
      })
    when('doc_2', 'doc_1').then([arranged('doc_2', 'doc_1')])
    when('doc_1').thenRefused('invalid', /1 missing, doc_2/)
    when('doc_1', 'doc_1').thenRefused('invalid', /more than once/)
    when('doc_1', 'doc_9').thenRefused('invalid', /doc_9 is not in this appeal/)
  })
  it('the same arrangement again changes nothing', () => {
    given(caseFile, recorded(twoDocuments))
      .when({ type: 'arrangeDocuments', caseId: 'case_1', documentIds: ['doc_1', 'doc_2'] })
      .then([])
  })
  it('its state is plain JSON, as a snapshot keeps it', () => {
    const state = fold(caseFile, recorded([...twoDocuments, arranged('doc_2', 'doc_1')]))
    assert.deepEqual(JSON.parse(JSON.stringify(state)), state)
    assert.deepEqual(state, { isOpen: true, lastPage: 5, arrangement: ['doc_2', 'doc_1'] })
  })
})
