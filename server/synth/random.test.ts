import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { seeded } from './random.ts'

const first = (count: number, ...key: (string | number)[]) => {
  const random = seeded(...key)
  return Array.from({ length: count }, () => random.int(0, 999))
}

describe('a seeded stream', () => {
  it('is the same on every machine', () => {
    assert.deepEqual(first(6, 'portico', 1), [606, 150, 193, 68, 981, 341])
  })

  it('differs when any part of the key does', () => {
    assert.notDeepEqual(first(8, 'a', 1), first(8, 'a', 2))
    assert.notDeepEqual(first(8, 'a', 11), first(8, 'a1', 1))
  })

  it('keeps to its bounds and reaches both', () => {
    const random = seeded('bounds')
    const rolls = new Set(Array.from({ length: 600 }, () => random.int(1, 6)))
    assert.deepEqual([...rolls].sort(), [1, 2, 3, 4, 5, 6])
  })

  it('samples different members, at most all of them', () => {
    fc.assert(
      fc.property(fc.string(), fc.uniqueArray(fc.integer()), fc.nat(20), (key, list, count) => {
        const taken = seeded(key).sample(list, count)
        assert.equal(taken.length, Math.min(count, list.length))
        assert.equal(new Set(taken).size, taken.length)
        assert.ok(taken.every((item) => list.includes(item)))
      }),
    )
  })

  it('never picks what has no weight', () => {
    const random = seeded('weights')
    for (let i = 0; i < 200; i++) {
      assert.equal(
        random.weighted(['never', 'always'], (item) => (item === 'always' ? 1 : 0)),
        'always',
      )
    }
  })

  it('refuses to pick from nothing', () => {
    assert.throws(() => seeded('x').pick([]), RangeError)
  })
})
