import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { emptyLayers, type Layered, memberOf, membersOf, withMember } from './layered.ts'

const change = fc.tuple(
  fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor'), fc.string({ maxLength: 2 })),
  fc.option(fc.nat(9)),
)

it('a layered record holds what a plain one would, also as JSON', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 300, size: 'max' }), (changes) => {
      const plain = new Map<string, number>()
      let layered: Layered<number> = emptyLayers
      for (const [key, value] of changes) {
        if (value === null) plain.delete(key)
        else plain.set(key, value)
        layered = withMember(layered, key, value)
      }
      layered = JSON.parse(JSON.stringify(layered))
      for (const [key] of changes) assert.equal(memberOf(layered, key), plain.get(key))
      assert.equal(memberOf(layered, 'toString'), plain.get('toString'))
      assert.deepEqual(new Map(Object.entries(membersOf(layered))), plain)
    }),
  )
})

it('a change leaves the record before as it was, and copies little of a large one', () => {
  let layered: Layered<number> = emptyLayers
  for (let index = 0; index < 2000; index++) layered = withMember(layered, `k${index}`, index)
  const next = withMember(layered, 'k7', null)
  assert.equal(memberOf(layered, 'k7'), 7)
  assert.equal(memberOf(next, 'k7'), undefined)
  assert.equal(next.below, layered.below)
})
