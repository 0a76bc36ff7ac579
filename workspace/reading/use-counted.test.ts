import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { counted } from './use-counted.ts'

const pause = () => new Promise((resolve) => setTimeout(resolve, 40))

describe('a count of what comes in quick succession', () => {
  it('is reported once, and starts anew', async () => {
    const reported: number[] = []
    const counter = counted((count) => reported.push(count), 5)
    for (let index = 0; index < 3; index++) counter.add()
    await pause()
    counter.add()
    await pause()
    counter.add()
    counter.stop()
    await pause()
    assert.deepEqual(reported, [3, 1])
  })
})
