import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inBatches } from './in-batches.ts'

describe('looking things up by name', () => {
  const asked: string[][] = []
  const due: (() => void)[] = []
  const length = inBatches(
    async (names) => {
      asked.push(names)
      if (names.includes('bad')) throw new Error('No.')
      return new Map(names.filter((name) => name !== 'nobody').map((name) => [name, name.length]))
    },
    { most: 3, soon: (run) => void due.push(run) },
  )
  const all = async (...names: string[]) => {
    asked.length = 0
    const found = Promise.allSettled(names.map(length))
    for (const run of due.splice(0)) run()
    return (await found).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))
  }

  it('is one request for many, and asks for each once', async () => {
    assert.deepEqual(await all('ada', 'grace', 'ada', 'nobody'), [3, 5, 3, null])
    assert.deepEqual(asked, [['ada', 'grace', 'nobody']])
    assert.deepEqual(await all('ada'), [3], 'what comes later is asked for anew')
    assert.deepEqual(asked, [['ada']])
  })

  it('is another request where there are too many for one, and one that fails leaves the others alone', async () => {
    assert.deepEqual(await all('a', 'bad', 'ab', 'abc', 'abcd'), [
      'Error: No.',
      'Error: No.',
      'Error: No.',
      3,
      4,
    ])
    assert.deepEqual(asked, [
      ['a', 'bad', 'ab'],
      ['abc', 'abcd'],
    ])
  })
})
