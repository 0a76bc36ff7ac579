import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Execute } from '../engine/execute.ts'
import { createSettleDuplicates } from './settle-duplicates.ts'

const found = { caseId: 'case_1', documentId: 'doc_1', version: 1, duplicates: [] }

describe('duplicates that were found', () => {
  it('are written when the last event of the case happened, also when another one overtakes them', async () => {
    const past = [
      { at: new Date('2026-01-02'), expectedVersion: 7 },
      { at: new Date('2026-01-14'), expectedVersion: 9 },
    ]
    const written: Date[] = []
    const execute = (async (_decider, { at, expectedVersion }) => {
      if (expectedVersion !== 9)
        throw new Refusal('conflict', 'The case is at version 9, not 7: read it again.')
      written.push(at)
    }) as Execute
    const settle = createSettleDuplicates({
      execute,
      foundAt: async () => past.shift() ?? assert.fail('asked too often'),
      onDuplicate: 'link',
    })
    await settle(found)
    assert.deepEqual(written, [new Date('2026-01-14')])
  })

  it('are not tried again where it is not the version that is in the way', async () => {
    let tried = 0
    const execute = (async () => {
      tried += 1
      throw new Refusal('conflict', 'no')
    }) as Execute
    const settle = createSettleDuplicates({
      execute,
      foundAt: async () => ({ at: new Date(0) }),
      onDuplicate: 'link',
    })
    await assert.rejects(settle(found), { message: 'no' })
    assert.equal(tried, 1)
  })
})
