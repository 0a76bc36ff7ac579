import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { laterSubject } from './later.ts'

describe('a subject that is loaded later', () => {
  it('is loaded once, by the first call, and not by whoever holds or awaits it', async () => {
    let loads = 0
    const subject = laterSubject(async () => {
      loads += 1
      return { double: async (number: number) => number * 2, fail: async () => assert.fail('as it is') }
    })
    const held = await subject
    assert.equal(`${Object.keys(held)} ${loads}`, ' 0')
    assert.deepEqual(await Promise.all([held.double(2), subject.double(3)]), [4, 6])
    await assert.rejects(held.fail(), /as it is/)
    assert.equal(loads, 1)
    assert.equal(held.double, subject.double)
  })
})
