import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sized } from '../test/size.ts'
import { candidatesOf } from './candidates.ts'
import { isBlank, isOperatorAlone, parseQuery, writeQuery } from './query.ts'

describe('parseQuery', () => {
  const readings: [written: string, read: string][] = [
    ['hearing loss', 'hearing loss'],
    ['"hearing loss"', '"hearing loss"'],
    ['“hearing loss”', '"hearing loss"'],
    ['hearing "loss of', 'hearing "loss of"'],
    ['left knee OR hip', 'left knee OR hip'],
    ['a OR b OR "c d" e', 'a OR b OR "c d" e'],
    ['hearing or loss', 'hearing or loss'],
    ['hearing -loss -"left ear" -tin*', 'hearing -loss -"left ear" -tin*'],
    ['hearing –loss', 'hearing -loss'],
    ['a OR -b c', 'a c -b'],
    ['a -§ 3.303 -§§3.304', 'a -3.303 -3.304'],
    ['OR a OR', 'a'],
    ['a OR OR b', 'a OR b'],
    ['- a -- b', 'a b'],
    ['--a b', 'b -a'],
    ['38 C. F. R. § 3.303', '38 cfr. 3.303'],
    ['say"hearing loss"', 'say "hearing loss"'],
    ['"" a " "', 'a'],
    ['-a', '-a'],
    ['§ & " ? * -', ''],
    ['"OR" a', '"or" a'],
  ]
  for (const [written, read] of readings) {
    it(`reads ${written} as ${read || 'nothing'}`, () => assert.equal(writeQuery(parseQuery(written)), read))
  }

  it('gives no candidates where nothing is asked for', () => {
    for (const written of ['', '"', '-a', '-"a b" -c', 'OR', '§', '*', '"%"', '🙂']) {
      assert.equal(candidatesOf(parseQuery(written)), undefined, written)
    }
  })

  it('never throws, and reads what it has written as the same query', () => {
    const parts = fc.constantFrom(
      'a',
      'hearing',
      '"',
      '-',
      'OR',
      '*',
      ' ',
      "'",
      '70%',
      'DD-214',
      '\\',
      '&',
      '|',
      '!',
      ':*',
      '(',
      '\0',
      'é',
    )
    const hostile = fc.array(parts, { maxLength: 30 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 100 })), (written) => {
        const query = parseQuery(written)
        candidatesOf(query)
        assert.deepEqual(parseQuery(writeQuery(query)), query)
      }),
      { numRuns: sized(500) },
    )
  })
})

describe('isBlank', () => {
  it('is true of blanks alone', () => {
    assert.deepEqual([' ', '', '\t\n\u00a0', 'a', '"'].map(isBlank), [true, true, true, false, false])
  })
})

describe('isOperatorAlone', () => {
  it('is so where no word stands beside an operator', () => {
    for (const written of ['OR', ' OR OR ', '-', '*', '"', '- OR'])
      assert.ok(isOperatorAlone(written), written)
    for (const written of ['"OR"', 'or', 'a OR', '-a', 'OR b', '§'])
      assert.ok(!isOperatorAlone(written), written)
  })
})
