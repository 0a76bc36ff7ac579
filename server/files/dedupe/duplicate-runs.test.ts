import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseMatch, type Match, runsOf } from './duplicate-runs.ts'

const exact = (page: number, of: number): Match => ({ page, of, kind: 'exact', similarity: 1 })
const near = (page: number, of: number, similarity = 0.8): Match => ({ page, of, kind: 'near', similarity })

describe('runs of pages that repeat others', () => {
  it('go on as long as both sides do, and tell the least similar', () => {
    const matches = [
      near(10, 1, 0.9),
      near(11, 2, 0.7),
      near(12, 3),
      exact(13, 4),
      exact(15, 6),
      exact(16, 2),
    ]
    assert.deepEqual(runsOf(matches), [
      { startPage: 10, endPage: 12, ofStartPage: 1, kind: 'near', similarity: 0.7 },
      { startPage: 13, endPage: 13, ofStartPage: 4, kind: 'exact', similarity: 1 },
      { startPage: 15, endPage: 15, ofStartPage: 6, kind: 'exact', similarity: 1 },
      { startPage: 16, endPage: 16, ofStartPage: 2, kind: 'exact', similarity: 1 },
    ])
  })

  it('go on rather than begin anew', () => {
    assert.deepEqual(chooseMatch([exact(11, 2), exact(11, 5)], exact(10, 4)), exact(11, 5))
    assert.deepEqual(chooseMatch([near(11, 2, 0.95), near(11, 5, 0.7)], near(10, 4)), near(11, 5, 0.7))
    assert.deepEqual(chooseMatch([exact(11, 2), near(11, 5)], near(10, 4)), exact(11, 2))
    assert.deepEqual(chooseMatch([exact(13, 2), exact(13, 5)], exact(10, 4)), exact(13, 2))
    assert.deepEqual(chooseMatch([near(11, 2, 0.7), near(11, 7, 0.9)], undefined), near(11, 7, 0.9))
    assert.equal(chooseMatch([], exact(10, 4)), undefined)
  })
})
