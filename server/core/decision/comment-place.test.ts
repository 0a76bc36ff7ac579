import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { WorkProductContent } from '@portico/contract/work-products'
import { placeInText } from './comment-place.ts'

const paragraph = (id: string): WorkProductContent['opening'][number] => ({
  type: 'paragraph',
  id,
  content: [{ type: 'text', text: id }],
})

describe('the place of a comment', () => {
  const content: WorkProductContent = {
    opening: [paragraph('blk_a')],
    issues: [{ issueId: 'issue_1', content: [paragraph('blk_b'), paragraph('blk_c')] }],
    closing: [],
  }
  const inIssue = { part: 'issue', issueId: 'issue_1' } as const

  it('has both names of its block, whichever came', () => {
    const both = { ...inIssue, block: 1, blockId: 'blk_c' }
    assert.deepEqual(placeInText({ ...inIssue, block: 1 }, content), both)
    assert.deepEqual(placeInText({ ...inIssue, blockId: 'blk_c' }, content), both)
    assert.deepEqual(placeInText(both, content), both)
  })

  it('is refused where the names are those of two blocks, or of none in its section', () => {
    assert.throws(() => placeInText({ ...inIssue, block: 0, blockId: 'blk_c' }, content), /the same block/)
    assert.throws(() => placeInText({ ...inIssue, blockId: 'blk_a' }, content), /is not in it/)
  })
})
