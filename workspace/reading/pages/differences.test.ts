import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { differences } from './differences.ts'

const compared = (left: string, right: string) => {
  const [a, b] = [left.split(' '), right.split(' ')]
  const found = differences(a, b)
  return [[...found.left].map((at) => a[at]), [...found.right].map((at) => b[at])]
}

describe('the differences between two pages', () => {
  it('are the words that the other page lacks there', () => {
    assert.deepEqual(compared('the left knee is stable', 'the right knee is not stable'), [
      ['left'],
      ['right', 'not'],
    ])
    assert.deepEqual(compared('seen on May 3', 'seen on May 3'), [[], []])
    assert.deepEqual(compared('one two', 'three'), [['one', 'two'], ['three']])
  })

  it('ignore capitals and the punctuation around a word', () => {
    assert.deepEqual(compared('Denied, on appeal.', 'denied on Appeal'), [[], []])
  })

  it('are found in long pages', () => {
    const words = Array.from({ length: 4000 }, (_, at) => `w${at}`)
    const found = differences(['x', ...words], [...words.toReversed(), 'y'])
    assert.deepEqual([[...found.left], [...found.right]], [[0], [4000]])
  })
})
