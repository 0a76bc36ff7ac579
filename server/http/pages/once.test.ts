import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { once } from './once.ts'

describe('what is made when it is first asked for', () => {
  it('is made once for all who ask', async () => {
    let count = 0
    const page = once(async () => ++count)
    assert.deepEqual(await Promise.all([page(), page()]), [1, 1])
    assert.equal(await page(), 1)
  })

  it('is tried again where it could not be made', async () => {
    const answers = [() => Promise.reject(new Error('too many open files')), async () => 'the page']
    const page = once(() => answers.shift()!())
    await assert.rejects(page(), /too many open files/)
    assert.equal(await page(), 'the page')
  })
})
