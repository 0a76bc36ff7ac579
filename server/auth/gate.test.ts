import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openGate } from './gate.ts'

describe('a gate', () => {
  it('lets through as many as it is wide, in order, and refuses those who cannot wait', async () => {
    const gate = openGate({ width: 2, waiting: 3 })
    const ends: (() => void)[] = []
    const started: number[] = []
    const enter = (number: number) =>
      gate(() => {
        started.push(number)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
    const five = [1, 2, 3, 4, 5].map(enter)
    await assert.rejects(enter(6), { code: 'tooMany', retryAfterSeconds: 5 })
    assert.deepEqual(started, [1, 2])
    ends[0]?.()
    await five[0]
    await new Promise(setImmediate)
    assert.deepEqual(started, [1, 2, 3])
    while (ends.length < 5) {
      for (const end of ends) end()
      await new Promise(setImmediate)
    }
    for (const end of ends) end()
    await Promise.all(five)
    assert.deepEqual(started, [1, 2, 3, 4, 5])
  })

  it('a piece of work that fails makes room for the next', async () => {
    const gate = openGate({ width: 1, waiting: 1 })
    const failing = gate(async () => {
      throw new Error('no')
    })
    const next = gate(async () => 'yes')
    await assert.rejects(failing, /no/)
    assert.equal(await next, 'yes')
    assert.equal(await gate(async () => 'again'), 'again')
  })
})
