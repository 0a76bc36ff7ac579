import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inBatches } from './in-batches.ts'

describe('work in batches', () => {
  it('goes together where it is asked for together, and each has its own result', async () => {
    const batches: number[][] = []
    const { promise: first, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const double = inBatches(async (numbers: readonly number[]) => {
      batches.push([...numbers])
      begin()
      await first
      return numbers.map((number) => number * 2)
    })
    const early = [double(1), double(2)]
    await begun
    const late = [double(3), double(4)]
    goOn()
    assert.deepEqual(await Promise.all([...early, ...late]), [2, 4, 6, 8])
    assert.deepEqual(batches, [
      [1, 2],
      [3, 4],
    ])
  })

  it('fails together, and goes on', async () => {
    const share = inBatches(async (numbers: readonly number[]) => {
      if (numbers.includes(0)) throw new Error('no share')
      return numbers
    })
    const outcomes = await Promise.allSettled([share(0), share(1)])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal(await share(2), 2)
  })
})
