import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askedOf } from './search-filter.ts'

describe('the scope of a search', () => {
  it('“this document” is the one that is read', () => {
    const filter = { isThisDocument: true as const, tag: 'nexus' }
    assert.deepEqual(askedOf(filter, 'd1'), { documentId: 'd1', tag: 'nexus' })
    assert.deepEqual(askedOf(filter, 'd2'), { documentId: 'd2', tag: 'nexus' })
    assert.deepEqual(askedOf({ tag: 'nexus' }, 'd2'), { tag: 'nexus' })
  })
})
