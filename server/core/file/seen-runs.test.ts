import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { visibleRuns } from './seen-runs.ts'

describe('the duplicate runs that a reader sees', () => {
  const span = (startPage: number, endPage: number) => ({ startPage, endPage })
  const isSeen = (first: number, last: number, ...spans: ReturnType<typeof span>[]) =>
    visibleRuns([{ startPage: 20, endPage: 20 + last - first, ofStartPage: first }], spans).length === 1

  it('repeat pages of documents that they see, also across several of these', () => {
    assert.ok(isSeen(2, 3, span(1, 4)))
    assert.ok(isSeen(2, 8, span(1, 4), span(5, 6), span(7, 9)))
    assert.ok(isSeen(4, 4, span(1, 4), span(5, 6)))
  })

  it('repeat nothing of a document between them that they do not see', () => {
    assert.ok(!isSeen(2, 8, span(1, 4), span(7, 9)))
    assert.ok(!isSeen(5, 6, span(1, 4), span(7, 9)))
    assert.ok(!isSeen(4, 5, span(1, 4)))
    assert.ok(!isSeen(1, 1))
  })
})
