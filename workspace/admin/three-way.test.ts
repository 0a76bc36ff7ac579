import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { differences, threeWay } from './three-way.ts'

const letter = (name: string, body = name) => ({ name, body })
const base = { letters: [letter('a'), letter('b'), letter('c')], times: { at: '07:00', zone: 'UTC' } }

describe('what two people have made of the same data', () => {
  it('is both, where they changed different things', () => {
    const mine = { ...base, letters: [letter('a', 'mine'), letter('b'), letter('c')] }
    const theirs = { letters: [letter('a'), letter('c'), letter('d')], times: { at: '08:00', zone: 'UTC' } }
    const { merged, clashes } = threeWay(base, mine, theirs)
    assert.deepEqual(clashes, [])
    assert.deepEqual(merged, {
      letters: [letter('a', 'mine'), letter('c'), letter('d')],
      times: { at: '08:00', zone: 'UTC' },
    })
  })

  it('clashes where both changed one thing, and what is chosen counts', () => {
    const mine = { ...base, letters: [letter('a', 'mine'), letter('b'), letter('c')] }
    const theirs = { ...base, letters: [letter('a', 'theirs'), letter('b'), letter('c')] }
    const clash = { place: 'letters[a].body', base: 'a', mine: 'mine', theirs: 'theirs' }
    const undecided = threeWay(base, mine, theirs)
    assert.deepEqual(undecided.clashes, [clash])
    assert.equal(undecided.merged.letters[0]?.body, 'mine')
    const { merged } = threeWay(base, mine, theirs, { 'letters[a].body': 'theirs' })
    assert.equal(merged.letters[0]?.body, 'theirs')
  })

  it('what one has removed and the other has changed is a clash, and can go either way', () => {
    const mine = { ...base, letters: [letter('a'), letter('c')] }
    const theirs = { ...base, letters: [letter('a'), letter('b', 'theirs'), letter('c')] }
    const { clashes, merged } = threeWay(base, mine, theirs)
    assert.deepEqual(
      clashes.map(({ place }) => place),
      ['letters[b]'],
    )
    assert.deepEqual(
      merged.letters.map(({ name }) => name),
      ['a', 'c'],
    )
    const kept = threeWay(base, mine, theirs, { 'letters[b]': 'theirs' }).merged
    assert.deepEqual(kept, theirs)
  })

  it('keeps the order that one has given it, and what the other has added where it was', () => {
    const mine = { ...base, letters: [letter('c'), letter('a'), letter('b')] }
    const theirs = { ...base, letters: [letter('a'), letter('new'), letter('b'), letter('c')] }
    const { merged } = threeWay(base, mine, theirs)
    assert.deepEqual(
      merged.letters.map(({ name }) => name),
      ['c', 'a', 'new', 'b'],
    )
  })

  it('never loses a change of either, whatever they changed', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    let seed = 7
    const next = (most: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return Math.floor((seed / 2 ** 31) * most)
    }
    for (let round = 0; round < 300; round++) {
      const from = names.slice(0, 4).map((name) => letter(name))
      const changed = (by: string) =>
        from.flatMap((one) => [[one], [one], [letter(one.name, by)], []][next(4)] ?? [])
      const [mine, theirs] = [changed('mine'), changed('theirs')]
      const { merged, clashes } = threeWay(from, mine, theirs)
      for (const { name } of from) {
        const of = (list: typeof from) => list.find((one) => one.name === name)?.body
        const [was, own, other, now] = [name, of(mine), of(theirs), of(merged)]
        if (own !== was && other !== was && own !== other) {
          assert.ok(clashes.some(({ place }) => place.startsWith(`[${name}]`)))
          assert.equal(now, own)
        } else assert.equal(now, own === was ? other : own)
      }
    }
  })
})

describe('differences', () => {
  it('are told by name and place, additions and removals too', () => {
    const after = { letters: [letter('b'), letter('a', 'x'), letter('d')], times: { at: '07:00' } }
    assert.deepEqual(
      differences(base, after).map(({ place }) => place),
      ['letters', 'letters[a].body', 'letters[c]', 'letters[d]', 'times.zone'],
    )
    assert.deepEqual(differences(base, structuredClone(base)), [])
  })
})
