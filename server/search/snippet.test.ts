import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { normalise } from './normalise.ts'
import { parseQuery } from './query.ts'
import { readPage } from './read-page.ts'
import { snippetOf, snippetWithMatches } from './snippet.ts'
import { runsOf } from './tokenise.ts'
import { matchesOf } from './verify.ts'

const filler = (words: number, from = 0) =>
  Array.from({ length: words }, (_, index) => `word${from + index}`).join(' ')
const folded = (text: string) => text.replace(/\s+/g, ' ')

function cut(original: string, written: string): string {
  const page = readPage(original)
  const query = parseQuery(written)
  assert.ok(page.isHit(query))
  return snippetOf(page, query)
}

describe('snippetOf', () => {
  it('gives about 160 characters around the first match, from word to word', () => {
    const original = `${filler(60)} needle ${filler(60, 100)} needle ${filler(60, 200)}`
    const snippet = cut(original, 'needle')
    assert.ok(snippet.length > 140 && snippet.length <= 160, `${snippet.length}`)
    assert.ok(` ${original} `.includes(` ${snippet} `))
    assert.match(snippet, /word59 needle word100/)
    assert.ok(Math.abs(snippet.indexOf('needle') - (snippet.length - 6) / 2) < 12)
  })

  it('uses what one side leaves free', () => {
    assert.ok(cut(`needle ${filler(60)}`, 'needle').length > 140)
    assert.ok(cut(`${filler(60)} needle`, 'needle').length > 140)
    assert.equal(cut('  a   needle\n\nonly ', 'needle'), 'a needle only')
  })

  it('is cut from the text as it was written', () => {
    const original = 'Dr. José Muñoz saw an oﬃce at 38 C.F.R. § 3.303, twice'
    assert.equal(cut(original, 'munoz cfr'), original)
    assert.equal(cut('hear-\nings\0and soft\u00adness', 'hearings'), 'hear- ings and softness')
  })

  it('shows the place where most of the words meet', () => {
    const original = `hearing ${filler(60)} loss ${filler(60)} the loss of hearing ${filler(60)} hearing`
    assert.match(cut(original, 'hearing loss'), /the loss of hearing/)
    assert.match(cut(original, 'loss'), /word59 loss word0/)
    assert.match(cut(original, 'absent OR loss'), /word59 loss word0/)
  })

  it('shows the beginning of a match that is too long for it', () => {
    const original = `before ${filler(60)} after`
    const snippet = cut(original, `"${filler(60)}"`)
    assert.ok(snippet.startsWith('word0 word1 ') && snippet.length <= 160)
    assert.ok(` ${original} `.includes(` ${snippet} `))
  })

  it('cuts through a word only where there is nothing else, and never through a character', () => {
    const snippet = cut(`${'🙂'.repeat(300)}needle${'🙂'.repeat(301)}`, 'needle')
    assert.match(snippet, /^🙂+needle🙂+$/u)
    assert.ok(snippet.length <= 160 && snippet.isWellFormed())
  })

  it('holds the match, and nothing that is not in the text', () => {
    const word = fc.constantFrom(
      'José',
      'oﬃce',
      'hear-\nings',
      'C.F.R.',
      '70%',
      'the',
      'service',
      '  ',
      '\n\n',
      'DD-214',
      'x'.repeat(90),
    )
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 120 }),
        fc.constantFrom('jose', 'office', 'hearings', 'cfr', '70%', 'dd214', '"the service"'),
        (words, written) => {
          const original = words.join(' ')
          const page = readPage(original)
          const query = parseQuery(written)
          fc.pre(page.isHit(query))
          const snippet = snippetOf(page, query)
          const [place = { start: 0, end: 0 }] = page.placesOf(query.required[0]![0]!)
          assert.ok(snippet.includes(folded(original.slice(place.start, place.end))))
          assert.ok(` ${folded(original)} `.includes(` ${snippet} `))
          assert.ok(snippet.length <= 160)
        },
      ),
    )
  })
})

describe('snippetWithMatches', () => {
  const marked = (original: string, written: string) => {
    const page = readPage(original)
    const query = parseQuery(written)
    assert.ok(page.isHit(query))
    const { snippet, matches } = snippetWithMatches(page, query)
    assert.equal(snippet, snippetOf(page, query))
    return matches.map(({ start, end }) => snippet.slice(start, end))
  }

  it('marks every match in the snippet, as it is written there', () => {
    assert.deepEqual(marked('A hearing.\n\n  Later hear-\nings, and José’s  HEARING', 'hearing'), [
      'hearing',
      'hear- ings',
      'HEARING',
    ])
    assert.deepEqual(marked('under 38 C.F.R. §  3.303(a), 70 % of oﬃces', '"cfr 3.303" 70% office'), [
      'C.F.R. § 3.303',
      '70 %',
      'oﬃces',
    ])
    assert.deepEqual(marked('one state\u00adment  two', 'two OR statement -three'), ['statement', 'two'])
    assert.deepEqual(marked('service connection', 'connection "service connection" serv*'), [
      'service connection',
    ])
  })

  it('marks nothing that was cut away', () => {
    const far = `needle ${filler(200)} thread`
    assert.deepEqual(marked(far, 'needle thread'), ['needle'])
    assert.deepEqual(marked(`${filler(60)} needle needle ${filler(60)} needle`, 'needle'), [
      'needle',
      'needle',
    ])
    const [long] = marked(`${filler(60)}`, `"${filler(60)}"`)
    assert.ok(long && long.length <= 160)
  })

  it('marks places that the query finds, in order and apart', () => {
    const word = fc.constantFrom(
      'José',
      'oﬃce',
      'hear-\nings',
      'C.F.R.',
      '70%',
      'the',
      '  ',
      '\n\n',
      '\u00ad',
      '🙂',
    )
    const queries = fc.constantFrom('jose', 'office OR the', 'hearings', 'cfr the', '70%', '"the the"')
    let marks = 0
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 80 }), queries, (words, written) => {
        const original = words.join(' ')
        const page = readPage(original)
        const query = parseQuery(written)
        fc.pre(page.isHit(query))
        const { snippet, matches } = snippetWithMatches(page, query)
        assert.ok(matches.length > 0)
        let last = -1
        for (const { start, end } of matches) {
          assert.ok(last < start && start < end && end <= snippet.length)
          last = end
          const found = snippet.slice(start, end).replace('- ', '-\n')
          const inside = runsOf(normalise(found).text)
          const isAny = query.required.flat().some((term) => !matchesOf(term, inside).next().done)
          assert.ok(isAny, found)
          marks++
        }
      }),
      { seed: 5 },
    )
    assert.ok(marks > 100)
  })
})
