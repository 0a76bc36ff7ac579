import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { later, laterSubject } from './later.ts'

describe('what is loaded later', () => {
  const ways = {
    'a function': (load: () => Promise<{ double: (value: number) => Promise<number> }>) =>
      later(async () => (await load()).double),
    'a subject': (load: () => Promise<{ double: (value: number) => Promise<number> }>) =>
      laterSubject(load).double,
  }

  for (const [name, way] of Object.entries(ways)) {
    it(`${name} is loaded once, by the first who calls it, for all who call meanwhile`, async () => {
      let loads = 0
      const double = way(async () => {
        loads += 1
        return { double: async (value: number) => value * 2 }
      })
      assert.equal(loads, 0)
      assert.deepEqual(await Promise.all([double(1), double(2)]), [2, 4])
      assert.equal(await double(3), 6)
      assert.equal(loads, 1)
    })

    it(`${name} is loaded again after a failure`, async () => {
      let loads = 0
      const double = way(async () => {
        loads += 1
        if (loads === 1) throw new Error('EMFILE: too many open files')
        return { double: async (value: number) => value * 2 }
      })
      await assert.rejects(Promise.all([double(1), double(2)]), /EMFILE/)
      assert.equal(await double(3), 6)
      assert.equal(loads, 2)
    })
  }

  it('a subject is loaded neither by whoever holds it nor by whoever awaits it', async () => {
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
