import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pagesOf, runsOf } from './runs.ts'

describe('the pages that were seen', () => {
  it('are kept as runs, and restored from them', () => {
    const pages = new Set([3, 1, 2, 9, 11, 10])
    assert.deepEqual(runsOf(pages), [
      [1, 3],
      [9, 11],
    ])
    assert.deepEqual(pagesOf(runsOf(pages)), new Set([1, 2, 3, 9, 10, 11]))
    assert.deepEqual(runsOf(new Set()), [])
  })
})
