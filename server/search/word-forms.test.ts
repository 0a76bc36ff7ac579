import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sized } from '../test/size.ts'
import { rootOf, sharedBeginning } from './word-forms.ts'

describe('word forms', () => {
  const families = [
    'hear hears hearing hearings',
    'disability disabilities',
    'rate rates rated rating ratings',
    'cause causes caused causing',
    'use uses used using',
    'service services serviced',
    'diagnosis diagnoses diagnose diagnosed diagnosing',
    'analysis analyses',
    'control controls controlled controlling',
    'examine examines examined examining',
    'proceed proceeds proceeding proceedings',
    'deny denies denied denying',
    'file files filed filing filings',
    'fill fills filled filling',
    'dose doses dosed dosing',
    'loss losses',
    'process processes processed processing',
    'knee knees',
    'issue issues issued issuing',
    'foot feet',
    'sequela sequelae',
    'tie ties tied',
  ].map((line) => line.split(' '))

  for (const family of families) {
    it(`joins ${family.join(', ')}`, () => assert.equal(new Set(family.map(rootOf)).size, 1))
  }

  it('keeps words of different meaning apart', () => {
    const pairs = [
      'organ organization',
      'general generation',
      'police policy',
      'unit united',
      'arm armed',
      'rat rate',
    ]
    const more = [
      'doe does',
      'us use',
      'new news',
      'plan plane',
      'hop hope',
      'even evening',
      'univers university',
    ]
    for (const [one = '', another = ''] of [...pairs, ...more].map((pair) => pair.split(' '))) {
      assert.notEqual(rootOf(one), rootOf(another), `${one}, ${another}`)
    }
  })

  it('leaves numbers, literals and other alphabets as they are', () => {
    for (const literal of ['1990s', '3.303', 'd', 'dd', 'жалобы', '']) assert.equal(rootOf(literal), literal)
  })

  it('gives a beginning that every form has', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'aeiouybdlnrstz'), minLength: 1, maxLength: 8 })
    const endings = fc.constantFrom(
      '',
      's',
      'es',
      'ies',
      'ed',
      'ied',
      'eed',
      'ing',
      'y',
      'e',
      'sis',
      'ae',
      'll',
      'ting',
      'sses',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.constantFrom(...families.flat()),
          fc.tuple(letters, endings).map((parts) => parts.join('')),
        ),
        (word) => {
          assert.ok(word.startsWith(sharedBeginning(rootOf(word))), `${word} → ${rootOf(word)}`)
        },
      ),
      { numRuns: sized(1_000) },
    )
  })
})
