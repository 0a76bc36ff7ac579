import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Operation } from '@portico/contract/operations'
import type { Text } from '../../core/decision/operations.ts'
import { acceptInTurn, excerptOf } from '../../core/decision/proposals.ts'
import { acceptBetweenTurns } from './accept-proposals.ts'

const draft: Text = {
  title: 'Decision',
  content: {
    opening: [{ type: 'paragraph', id: 'blk_a', content: [{ type: 'text', text: 'The knee gave way.' }] }],
    issues: [],
    closing: [],
  },
}
const inserted = (number: number): Operation => ({
  type: 'insertAfter',
  section: { part: 'opening' },
  after: 'blk_a',
  block: { type: 'paragraph', id: `blk_${number % 15}n`, content: [{ type: 'text', text: `${number}` }] },
})
const proposals = Array.from({ length: 20 }, (_, number) => {
  const operations = [inserted(number)]
  return { id: `prop_${number}`, base: excerptOf(draft, operations), operations }
})

describe('accepting many proposals', () => {
  it('lets others run after each of them', async () => {
    let turns = 0
    let isDone = false
    const count = () => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await acceptBetweenTurns(draft, proposals, undefined)
    isDone = true
    assert.ok(turns >= proposals.length, `${turns} turns`)
  })

  it('accepts what the core accepts in one go, and leaves the same open', async () => {
    const { accepted, open } = acceptInTurn(draft, proposals)
    assert.deepEqual([accepted.length, open.length], [15, 5])
    assert.deepEqual(await acceptBetweenTurns(draft, proposals, undefined), { accepted, open })
  })
})
