import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DocumentSummary } from '@portico/sdk'
import { type DocumentFilter, filterDocuments, isFiltered, noFilter } from './filter.ts'

const document = (given: Partial<DocumentSummary> & { id: string }) =>
  ({
    name: given.id,
    description: '',
    startPage: 1,
    endPage: 1,
    receiptDate: '2020-01-01',
    categories: ['medical'],
    tags: [],
    read: false,
    ...given,
  }) as unknown as DocumentSummary

const all = [
  document({ id: 'knee', name: 'Knee examination', tags: ['nexus'], receiptDate: '2021-05-01', endPage: 9 }),
  document({ id: 'brief', name: 'Brief', categories: ['procedural'], read: true, documentType: 'brief' }),
  document({ id: 'xray', name: 'Radiology report', description: 'left knee', receiptDate: '2019-03-02' }),
]
const ids = (change: Partial<DocumentFilter>, commenters?: Map<string, Set<string>>) =>
  filterDocuments(all, { ...noFilter, ...change }, commenters).map(({ id }) => id)

describe('the filter of documents', () => {
  it('finds all words, in any order, in names, descriptions and tags', () => {
    assert.deepEqual(ids({ text: 'KNEE' }), ['knee', 'xray'])
    assert.deepEqual(ids({ text: 'nexus knee' }), ['knee'])
    assert.deepEqual(ids({ text: 'hip' }), [])
  })

  it('narrows by every column', () => {
    assert.deepEqual(ids({ category: 'procedural' }), ['brief'])
    assert.deepEqual(ids({ tag: 'nexus' }), ['knee'])
    assert.deepEqual(ids({ documentType: 'brief' }), ['brief'])
    assert.deepEqual(ids({ shown: 'unread' }), ['knee', 'xray'])
    assert.deepEqual(ids({ shown: 'read' }), ['brief'])
    assert.deepEqual(ids({ receivedFrom: '2020-01-01', receivedTo: '2020-12-31' }), ['brief'])
    const commenters = new Map([['xray', new Set(['ann'])]])
    assert.deepEqual(ids({ shown: 'noted' }, commenters), ['xray'])
    assert.deepEqual(ids({ commentedBy: 'bob' }, commenters), [])
  })

  it('sorts, and keeps the arranged order otherwise', () => {
    assert.deepEqual(ids({}), ['knee', 'brief', 'xray'])
    assert.deepEqual(ids({ sort: 'receiptDate' }), ['xray', 'brief', 'knee'])
    assert.deepEqual(ids({ sort: 'name', isDescending: true }), ['xray', 'knee', 'brief'])
    assert.deepEqual(ids({ sort: 'pages', isDescending: true })[0], 'knee')
    assert.equal(isFiltered({ ...noFilter, sort: 'name' }), false)
    assert.equal(isFiltered({ ...noFilter, tag: 'nexus' }), true)
  })
})
