import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { editDistance } from './spelling.ts'

describe('editDistance', () => {
  it('counts letters put in, left out, changed and swapped', () => {
    const pairs: [one: string, another: string, distance: number][] = [
      ['tinnitus', 'tinnitus', 0],
      ['tinitus', 'tinnitus', 1],
      ['tinnnitus', 'tinnitus', 1],
      ['tinnitis', 'tinnitus', 1],
      ['tinintus', 'tinnitus', 1],
      ['titnius', 'tinnitus', 2],
      ['', 'abc', 3],
    ]
    for (const [one, another, distance] of pairs) assert.equal(editDistance(one, another, 5), distance, one)
  })

  it('is past the limit exactly when the whole distance is', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
    fc.assert(
      fc.property(word, word, fc.nat(3), (one, another, limit) => {
        const whole = editDistance(one, another, 100)
        const bounded = editDistance(one, another, limit)
        assert.equal(bounded <= limit, whole <= limit)
        if (whole <= limit) assert.equal(bounded, whole)
        assert.equal(editDistance(another, one, limit) <= limit, whole <= limit)
      }),
    )
  })
})
