import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultProfile } from '../../profile/default.ts'
import { given, recorded } from '../../test/given.ts'
import type { Fact } from '../kernel/decider.ts'
import { document } from './document.ts'
import { labelsFrom, mailTypesFor } from './document-labels.ts'

const ids = { caseId: 'case_1', documentId: 'doc_1' }
const labels = { name: 'Letter', description: '', categories: ['other'], receiptDate: '2026-03-02' }
const filed: Fact = {
  type: 'document.filed',
  subject: 'doc_1',
  data: {
    documentId: 'doc_1',
    ...labels,
    position: 0,
    startPage: 1,
    endPage: 2,
    content: { sha256: 'c'.repeat(64), bytes: 9, mediaType: 'application/pdf', firstPage: 1, pageCount: 2 },
  },
}
const edited = (data: object): Fact => ({
  type: 'document.edited',
  subject: 'doc_1',
  data: { documentId: 'doc_1', ...labels, ...data },
})
const edit = (changes: object) => ({ type: 'editDocument' as const, ...ids, ...changes })

describe('the type of a document', () => {
  it('suggests the category where nobody says one, and what mail it is', () => {
    const sort = (given: Parameters<typeof labelsFrom>[0]) => labelsFrom(given, defaultProfile, ['other'])
    assert.deepEqual(sort({ documentType: 'examination' }), {
      documentType: 'examination',
      categories: ['medical'],
    })
    assert.deepEqual(sort({ documentType: 'examination', categories: ['index'] }).categories, ['index'])
    assert.deepEqual(sort({}), { categories: ['other'] })
    assert.throws(
      () => sort({ documentType: 'exam' }),
      /no document type exam: it must be one of noticeOfDisagreement/,
    )
    assert.throws(() => sort({ categories: ['x'] }), /no category x: it must be one of medical, procedural/)
    assert.deepEqual(mailTypesFor('motion', defaultProfile), ['otherMotion'])
    assert.deepEqual(mailTypesFor('examination', defaultProfile), [])
  })

  it('is given later too: what was not sorted follows it, and what was stays as it is', () => {
    given(document, recorded([filed]))
      .when(edit({ documentType: 'examination' }))
      .then([edited({ documentType: 'examination', categories: ['medical'] })])
    given(document, recorded([filed, edited({ categories: ['index'] })]))
      .when(edit({ documentType: 'examination' }))
      .then([edited({ documentType: 'examination', categories: ['index'] })])
    given(document, recorded([filed]))
      .when(edit({ documentType: 'letter' }))
      .thenRefused('invalid', /no document type letter/)
  })

  it('goes with name, description and date, and what is as it was is no event', () => {
    given(document, recorded([filed]))
      .when(edit({ name: ' Brief ', receiptDate: '2026-03-03' }))
      .then([edited({ name: 'Brief', receiptDate: '2026-03-03' })])
    given(document, recorded([filed]))
      .when(edit({ name: 'Letter' }))
      .then([])
    given(document, recorded([filed]))
      .when(edit({ name: '  ' }))
      .thenRefused('invalid', /must not be blank/)
    given(document, [])
      .when(edit({ name: 'Brief' }))
      .thenRefused('notFound', /no such document/)
  })
})
