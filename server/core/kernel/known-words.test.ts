import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unknownWord } from './known-words.ts'

describe('a word that is none of a list', () => {
  it('is answered with the list, and the word that was probably meant', () => {
    assert.equal(
      unknownWord('docket', 'hearng', ['direct', 'evidence', 'hearing']),
      'There is no docket hearng: it must be one of direct, evidence, hearing. Did you mean hearing?',
    )
    assert.equal(unknownWord('docket', 'moon', ['direct']), 'There is no docket moon: it must be direct.')
    assert.equal(
      unknownWord('reason', 'x', ['a', 'b'], ' of the disposition remanded'),
      'There is no reason x of the disposition remanded: it must be a or b.',
    )
  })

  it('is cut short, and so is a list that nobody would read', () => {
    const many = Array.from({ length: 61 }, (_, index) => `word${index}`)
    assert.equal(unknownWord('role', 'x'.repeat(5000), many), `There is no role ${'x'.repeat(100)}.`)
    assert.equal(unknownWord('role', 'word6O', many), 'There is no role word6O. Did you mean word6?')
  })
})
