import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { counted } from './use-counted.ts'

const rest = () => new Promise((resolve) => setTimeout(resolve, 40))

describe('what comes many at a time', () => {
  it('is told once, and begins anew', async () => {
    const told: number[] = []
    const all = counted((count) => told.push(count), 5)
    for (let one = 0; one < 3; one++) all.add()
    await rest()
    all.add()
    await rest()
    all.add()
    all.stop()
    await rest()
    assert.deepEqual(told, [3, 1])
  })
})
