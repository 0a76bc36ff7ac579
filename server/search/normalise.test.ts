import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { normalise } from './normalise.ts'

describe('normalise', () => {
  const spellings: [what: string, written: string, normalised: string][] = [
    ['case', 'VETERAN Ünited', 'veteran united'],
    ['composed accents', 'José Muñoz', 'jose munoz'],
    ['combining accents', 'Jose\u0301', 'jose'],
    ['ligatures', 'oﬃce ﬁle œdema Æther straße', 'office file oedema aether strasse'],
    ['wide and circled characters', 'ＤＤ２１４ ①', 'dd214 1'],
    ['dashes', '1998–2001 — a−b', '1998-2001 - a-b'],
    ['quotes', '“O’Brien” ‘x’ `y´', "\"o'brien\" 'x' 'y'"],
    ['dashes and quotes in other shapes', '10⁻3 ｀y｀ 5‴', "10-3 'y' 5'''"],
    ['the section sign', '38 C.F.R.§3.303', '38 cfr. 3.303'],
    ['rows of single letters', 'U.S.C. and e.g. a.m', 'usc. and eg. am'],
    ['a spaced C.F.R.', '38 C. F. R. 3', '38 cfr. 3'],
    ['no letters of two sentences', 'vitamin C. For me. U.S.Army', 'vitamin c. for me. us.army'],
    ['a hyphen at a line’s end, in a word', 'hear-\ning hear- \r\n ing', 'hear\u00ading hear\u00ading'],
    ['a hyphen at a line’s end, in a literal', 'DD-\n214', 'dd-214'],
    ['a dash before a blank line', 'one -\n\ntwo', 'one -\n\ntwo'],
    [
      'soft hyphens',
      'dis\u00adability dis\u00ad\nability dis\ufffeability',
      'dis\u00adability dis\u00adability dis\u00adability',
    ],
    ['a hyphen written as a soft one', 'DD\u00ad214', 'dd-214'],
    ['invisible characters', 'hea\u200bring\ufeff', 'hearing'],
    ['blanks before a percent sign', '70 % and $ 500', '70% and $500'],
    ['raised numbers', '3.303² 7½ Word™', '3.303 2 7 1/2 word tm'],
    ['control characters and broken surrogates', 'a\0b\ud800c', 'a bc'],
  ]
  for (const [what, written, normalised] of spellings) {
    it(`unifies ${what}`, () => assert.equal(normalise(written).text, normalised))
  }

  it('maps every offset back to the character it came from', () => {
    const original = 'A ﬁne 38 C.F.R. § 3.303, hear-\nings, José'
    const { text, original: place } = normalise(original)
    const cases = {
      fine: 'ﬁne',
      fi: 'ﬁ',
      cfr: 'C.F.R',
      '3.303': '3.303',
      'hear\u00adings': 'hear-\nings',
      jose: 'José',
    }
    for (const [found, written] of Object.entries(cases)) {
      const start = text.indexOf(found)
      const { start: from, end } = place(start, start + found.length)
      assert.equal(original.slice(from, end), written)
    }
  })

  it('maps offsets in order, within the text, for any text', () => {
    fc.assert(
      fc.property(anyText, (original) => {
        const { text, original: place } = normalise(original)
        let last = 0
        for (let offset = 0; offset < text.length; offset++) {
          const { start, end } = place(offset, offset + 1)
          assert.ok(start >= last && end > start && end <= original.length)
          last = start
        }
      }),
    )
  })

  it('maps each normalised word to a stretch of the original that normalises to it', () => {
    fc.assert(
      fc.property(anyText, (original) => {
        const { text, original: place } = normalise(original)
        for (const word of text.matchAll(/[\p{L}\p{N}]+/gu)) {
          const { start, end } = place(word.index, word.index + word[0].length)
          const found = normalise(original.slice(start, end)).text
          assert.ok(found.includes(word[0]), `${JSON.stringify(found)} has ${JSON.stringify(word[0])}`)
        }
      }),
    )
  })
})

const fragments = [
  'a',
  'Hear',
  'ing',
  '-\n',
  '-',
  '\u00ad',
  'C.F.R.',
  '§',
  ' ',
  '\n',
  '70',
  ' %',
  '$',
  '3.303',
  'é',
  'e\u0301',
  'ﬃ',
  '½',
  '’',
  '.',
  'İ',
]
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...fragments), { maxLength: 40 }).map((parts) => parts.join('')),
)
