import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { WorkProductContent } from '@portico/contract/work-products'
import { commentNow, placeInText } from './comment-place.ts'

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
    assert.deepEqual(placeInText({ ...inIssue, block: 1 }, content).place, both)
    assert.deepEqual(placeInText({ ...inIssue, blockId: 'blk_c' }, content).place, both)
    assert.deepEqual(placeInText(both, content).place, both)
  })

  it('is refused where the names are those of two blocks, or of none in its section', () => {
    assert.throws(() => placeInText({ ...inIssue, block: 0, blockId: 'blk_c' }, content), /the same block/)
    assert.throws(
      () => placeInText({ ...inIssue, blockId: 'blk_a' }, content),
      /must be the ID of a block in its section: blk_a is not/,
    )
  })
})

describe('a comment', () => {
  const words = (id: string, text: string): WorkProductContent['opening'][number] => ({
    type: 'paragraph',
    id,
    content: [{ type: 'text', text }],
  })
  const textOf = (
    opening: WorkProductContent['opening'],
    issue: WorkProductContent['opening'] = [],
  ): WorkProductContent => ({ opening, issues: [{ issueId: 'issue_1', content: issue }], closing: [] })
  const sentence = 'The knee gave way in service, and the knee hurts.'
  const then = textOf([words('blk_a', sentence), words('blk_b', 'Another.')])
  const made = (quote?: { exact: string; prefix?: string; suffix?: string }) =>
    placeInText({ part: 'opening', blockId: 'blk_a', ...(quote ? { quote } : {}) }, then)
  const stateIn = (content: WorkProductContent, { place, on }: ReturnType<typeof made>) =>
    commentNow(place, on, content)

  it('on a block says that it moved, was changed or is gone', () => {
    const comment = made()
    const place = { part: 'opening' as const, block: 0, blockId: 'blk_a' }
    assert.deepEqual(stateIn(then, comment), { state: 'holds', now: place })
    assert.deepEqual(stateIn(textOf([words('blk_b', 'x'), words('blk_a', sentence)]), comment), {
      state: 'holds',
      now: { ...place, block: 1 },
    })
    assert.deepEqual(stateIn(textOf([], [words('blk_a', sentence)]), comment), {
      state: 'moved',
      now: { part: 'issue', issueId: 'issue_1', block: 0, blockId: 'blk_a' },
    })
    assert.deepEqual(stateIn(textOf([words('blk_a', 'Other.')]), comment), { state: 'changed', now: place })
    assert.deepEqual(stateIn(textOf([]), comment), { state: 'gone' })
  })

  it('on words follows them through edits beside them, and to another block', () => {
    const second = made({ exact: 'the knee', prefix: 'and ' })
    const at = (from: number, to: number) => ({ part: 'opening', block: 0, blockId: 'blk_a', from, to })
    assert.deepEqual(stateIn(then, second), { state: 'holds', now: at(34, 42) })
    const edited = textOf([words('blk_a', `Truly: ${sentence.replace('service', 'the navy')}`)])
    assert.deepEqual(stateIn(edited, second), { state: 'holds', now: at(42, 50) })
    const long = made({ exact: 'gave way in service, and' })
    const elsewhere = textOf([words('blk_n', `So it ${sentence.slice(9)}`)])
    assert.deepEqual(stateIn(elsewhere, long), {
      state: 'moved',
      now: { part: 'opening', block: 0, blockId: 'blk_n', from: 6, to: 30 },
    })
  })

  it('on words says that some of them were changed, and that none is left', () => {
    const comment = made({ exact: 'gave way in service' })
    const changed = textOf([words('blk_a', sentence.replace('way', 'out'))])
    assert.deepEqual(stateIn(changed, comment), {
      state: 'changed',
      now: { part: 'opening', block: 0, blockId: 'blk_a', from: 9, to: 28 },
    })
    const without = textOf([words('blk_a', sentence.replace('gave way in service, ', ''))])
    assert.deepEqual(stateIn(without, comment), {
      state: 'gone',
      now: { part: 'opening', block: 0, blockId: 'blk_a' },
    })
    assert.deepEqual(stateIn(textOf([]), comment), { state: 'gone' })
  })

  it('is refused on words that are not there, and on words of no block', () => {
    assert.throws(() => made({ exact: 'the ankle' }), /must be words of the current text of its block/)
    assert.throws(
      () => placeInText({ part: 'opening', quote: { exact: 'knee' } }, then),
      /place\.blockId must be given with place\.quote/,
    )
  })

  it('of a time before its words were kept stands at its block while that is there', () => {
    const place = { part: 'opening' as const, block: 0, blockId: 'blk_a' }
    assert.equal(commentNow(place, undefined, then).state, 'holds')
    assert.deepEqual(commentNow(place, undefined, textOf([])), { state: 'gone' })
    assert.deepEqual(commentNow({ part: 'closing' }, undefined, then), { state: 'holds' })
  })
})
