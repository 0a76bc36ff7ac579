import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sized } from '../test/size.ts'
import { normalise } from './normalise.ts'
import { parseQuery } from './query.ts'
import { ruledOut } from './ruled-out.ts'
import { runsOf } from './tokenise.ts'
import { isHit } from './verify.ts'

const isRuledOut = (query: string, text: string) => ruledOut(parseQuery(query))?.(text)

describe('ruledOut', () => {
  it('rules out a page of the same words in another order', () => {
    assert.equal(isRuledOut('"of the service"', 'The service of\n“the” Army'), true)
    assert.equal(isRuledOut('tinnitus "of the service"', 'The service of the Army'), true)
    assert.equal(isRuledOut('"of the service" OR "the army"', 'The service of the Navy'), true)
  })

  it('keeps a page where the phrase may be', () => {
    assert.equal(isRuledOut('"of the service"', 'of the\n ser-\nvice'), false)
    assert.equal(isRuledOut('"of the service" OR "the army"', 'of the — Army'), false)
    assert.equal(isRuledOut('"of the service"', 'oﬀ'), false)
  })

  it('has no opinion where words may take other forms or spellings', () => {
    for (const query of ['tinnitus', 'DD-214', '"of the" OR tinnitus', '"του αγίου"', '-"of the"']) {
      assert.equal(ruledOut(parseQuery(query)), undefined, query)
    }
  })

  it('never rules out a hit', () => {
    const piece = fc.constantFrom(
      ...[
        'of',
        'the',
        'The',
        'ser-\nvice',
        'service',
        'ser\u00advice',
        'C.F.R.',
        'C. F. R.',
        'cfr',
        '38',
        '3.303',
      ],
      ...[
        '§',
        '70',
        '%',
        '$',
        '5',
        '’',
        '-',
        "'",
        '.',
        'oﬃce',
        'office',
        'é',
        'e',
        '“',
        '”',
        '\r\n',
        '¬\n',
        '½',
      ],
      ...['1/2', '™', 'tm', '\ufffe', '\u200b', '\u2017', '\u2011', '…', '€', 'µ', 'º', 'x', '²'],
    )
    const joined = (most: number) =>
      fc
        .array(fc.tuple(piece, fc.constantFrom(' ', '', '\n', '-')), { minLength: 1, maxLength: most })
        .map((parts) => parts.flat().join(''))
    let hits = 0
    fc.assert(
      fc.property(joined(12), joined(3), (text, phrase) => {
        const query = parseQuery(`"${phrase.replaceAll(/["“”]/g, '')}"`)
        const found = isHit(query, runsOf(normalise(text).text))
        if (found) hits++
        if (found) assert.notEqual(ruledOut(query)?.(text), true)
      }),
      { numRuns: sized(20_000), seed: 3 },
    )
    assert.ok(hits > sized(200), `${hits} hits`)
  })
})
