import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gather } from './gather.ts'

describe('what is asked for in one turn of the event loop', () => {
  it('is done together, at most so many at once, and each has its own answer', async () => {
    const groups: number[][] = []
    const double = gather<number, number>(async (asked) => {
      groups.push([...asked])
      return asked.map((one) => one * 2)
    }, 2)
    assert.deepEqual(await Promise.all([1, 2, 3].map(double)), [2, 4, 6])
    assert.equal(await double(4), 8)
    assert.deepEqual(groups, [[1, 2], [3], [4]])
  })

  it('fails together, or each as its own answer does', async () => {
    const fail = gather<number, number>(async () => {
      throw new Error('all')
    })
    const all = await Promise.allSettled([fail(1), fail(2)])
    assert.deepEqual(
      all.map((one) => (one as PromiseRejectedResult).reason.message),
      ['all', 'all'],
    )
    const odd = gather<number, number>(async (asked) =>
      asked.map(async (one) => {
        if (one % 2 === 0) throw new Error(`${one}`)
        return one
      }),
    )
    const each = await Promise.allSettled([odd(1), odd(2), odd(3)])
    assert.deepEqual(
      each.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
  })
})
