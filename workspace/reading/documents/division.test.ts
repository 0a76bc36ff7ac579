import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { divideAt, joined, newParts, partsOf } from './division.ts'

const proposed = [
  { name: 'Rating decision', firstPage: 1, pageCount: 4, category: 'procedural', reasons: [], confidence: 1 },
  {
    name: 'Examination',
    firstPage: 5,
    pageCount: 6,
    reasons: ['“Page 1 of 6” begins here'],
    confidence: 0.8,
  },
]

describe('the division of a bundle', () => {
  it('can be accepted as proposed', () => {
    assert.deepEqual(newParts(partsOf(proposed, 'Bundle'), 10), [
      { name: 'Rating decision', pageCount: 4, categories: ['procedural'] },
      { name: 'Examination', pageCount: 6 },
    ])
  })

  it('can be changed; every page stays in exactly one part', () => {
    const more = divideAt(partsOf(proposed, 'Bundle'), 8, 'Letter')
    assert.deepEqual(
      newParts(more, 10).map(({ name, pageCount }) => [name, pageCount]),
      [
        ['Rating decision', 4],
        ['Examination', 3],
        ['Letter', 3],
      ],
    )
    assert.deepEqual(divideAt(more, 8, 'Again'), more)
    assert.deepEqual(
      newParts(joined(more, 1), 10).map(({ name, pageCount }) => [name, pageCount]),
      [
        ['Rating decision', 7],
        ['Letter', 3],
      ],
    )
    assert.deepEqual(joined(more, 0), more)
  })

  it('begins with one part if none is proposed', () => {
    assert.deepEqual(newParts(partsOf([], 'Bundle'), 3), [{ name: 'Bundle', pageCount: 3 }])
  })
})
