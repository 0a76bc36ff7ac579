import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sized } from '../test/size.ts'
import { normalise } from './normalise.ts'
import { parseQuery } from './query.ts'
import { runsOf } from './tokenise.ts'
import { isHit } from './verify.ts'

describe('isHit', () => {
  const finds = (query: string, text: string) => isHit(parseQuery(query), runsOf(normalise(text).text))

  it('finds every literal of a text as it is written', () => {
    fc.assert(
      fc.property(text, (written) => {
        for (const literal of written.split(/\s+/)) {
          if (!/[\p{L}\p{N}]/u.test(normalise(literal).text)) continue
          assert.ok(finds(literal, written), JSON.stringify(literal))
        }
      }),
      { numRuns: sized(500) },
    )
  })

  it('finds every stretch of a text as a phrase', () => {
    fc.assert(
      fc.property(text, fc.nat(12), fc.nat(6), (written, from, count) => {
        const phrase = written
          .split(/(?<=\s)/)
          .slice(from, from + count + 1)
          .join('')
        fc.pre(/[\p{L}\p{N}]/u.test(normalise(phrase).text))
        assert.ok(finds(`"${phrase}"`, written), JSON.stringify(phrase))
      }),
      { numRuns: sized(500) },
    )
  })

  it('reads a chain of words as one word or as several', () => {
    const chain = 'ing-'.repeat(50)
    assert.equal(finds(chain, chain), true)
    assert.equal(finds(`${chain}x`, chain), false)
  })

  it('ends on a page that can be read in countless ways', () => {
    assert.equal(finds(`${'ing-'.repeat(240)}x`, 'ing-'.repeat(60_000)), false)
  })
})

const piece = fc.constantFrom(
  ...[
    'hear',
    'Hearings',
    'loss',
    'e',
    'mail',
    'O',
    'Brien',
    's',
    'ing',
    'José',
    'ﬁle',
    'C.F.R.',
    'U.S',
    'a',
    'DD',
  ],
  ...['70', '7', '3.303', '12.5', '%', '$', '#', '+', '214', '²', '½', '(', ')', ';', '🙂'],
)
const joint = fc.constantFrom(
  ' ',
  ' ',
  '\n',
  '-',
  '-\n',
  '- \r\n',
  "'",
  '’',
  '\u00ad',
  '.',
  '/',
  ',',
  ':',
  '',
  '&',
  '—',
)
const text = fc.array(fc.tuple(piece, joint), { maxLength: 14 }).map((pairs) => pairs.flat().join(''))
