import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findQuote, hasQuote, speltWords } from './find-quote.ts'

function quoted(text: string, quote: string): string[] {
  return findQuote(speltWords(text), speltWords(quote)).map(({ start, end }) => text.slice(start, end))
}

describe('findQuote', () => {
  it('finds words one after the other, however they are spaced, spelt or broken', () => {
    assert.deepEqual(quoted('The knee\ngave  way, twice.', 'knee gave way'), ['knee\ngave  way,'])
    assert.deepEqual(quoted('constant hear-\ning loss', 'Hearing loss'), ['hear-\ning loss'])
    assert.deepEqual(quoted('the Veteran’s café', "veteran's cafe"), ['Veteran’s café'])
  })

  it('finds a quote that begins or ends within a word', () => {
    assert.deepEqual(quoted('aggravated (knee) strain.', 'knee) str'), ['(knee) strain.'])
    assert.deepEqual(quoted('a service-connected hip', 'connected'), ['service-connected'])
  })

  it('gives every place, in order, and none for other words or no words', () => {
    assert.deepEqual(quoted('left knee and left knee', 'left knee').length, 2)
    assert.deepEqual(quoted('left hip and knee', 'left knee'), [])
    assert.deepEqual(quoted('left hip', '  '), [])
    assert.deepEqual(quoted('', 'left'), [])
  })
})

describe('hasQuote', () => {
  it('agrees with findQuote, whatever the words', () => {
    const texts = [
      'The knee\ngave  way, twice.',
      'constant hear-\ning loss',
      'the Veteran’s café',
      'a service-connected hip',
      '38 C.F.R. § 3.303',
      'left knee and left knee',
      '',
    ]
    const quotes = [
      'knee gave',
      'ee gave w',
      'Hearing loss',
      "veteran's cafe",
      'connected',
      '38 C.F.R. 3.303',
      ' ',
      'kneeleft',
    ]
    for (const text of texts) {
      for (const quote of quotes) {
        assert.equal(hasQuote(text, quote), quoted(text, quote).length > 0, `${quote} in ${text}`)
      }
    }
    assert.ok(hasQuote('The knee\ngave  way', 'ee gave w'))
  })
})
