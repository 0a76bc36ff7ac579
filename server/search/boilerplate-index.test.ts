import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BoilerplateEntry } from '@portico/contract/profile/boilerplate'
import { boilerplate } from '../profile/default/boilerplate.ts'
import { indexBoilerplate } from './boilerplate-index.ts'
import { parseQuery } from './query.ts'
import { readPage } from './read-page.ts'

const entry = (name: string, more: Partial<BoilerplateEntry> = {}): BoilerplateEntry => ({
  name,
  version: 1,
  label: name,
  place: 'issue',
  issueTypes: [],
  dispositions: [],
  body: 'Nothing else.',
  ...more,
})

describe('the search of boilerplate', () => {
  const names = (entries: readonly BoilerplateEntry[]) => entries.map(({ name }) => name)

  it('finds by all words, in their forms, the last one also by its beginning', () => {
    const index = indexBoilerplate(boilerplate)
    assert.deepEqual(names(index.find({ q: 'duty to assist' })), ['remandOrder'])
    assert.ok(names(index.find({ q: 'remands' })).includes('remandOrder'))
    assert.deepEqual(names(index.find({ q: 'benefit of the dou' })), ['benefitOfTheDoubt'])
    assert.deepEqual(names(index.find({ q: '"38 C.F.R. § 3.102"' })), ['benefitOfTheDoubt'])
    assert.deepEqual(index.find({ q: 'nosuchword' }), [])
    assert.equal(index.find({ q: '  ' }).length, boilerplate.length)
  })

  it('ranks the label before the source, and that before the text', () => {
    const index = indexBoilerplate([
      entry('inText', { body: 'Of tinnitus, tinnitus, and once more tinnitus.' }),
      entry('inSource', { source: 'Tinnitus Act' }),
      entry('inLabel', { label: 'About tinnitus' }),
      entry('first', { label: 'Tinnitus' }),
    ])
    assert.deepEqual(names(index.find({ q: 'tinnitus' })), ['first', 'inLabel', 'inSource', 'inText'])
  })

  it('offers what is for a place, an issue type and a disposition, the most specific first', () => {
    const index = indexBoilerplate([
      entry('general'),
      entry('forRatings', { issueTypes: ['increasedRating'] }),
      entry('forRemands', { dispositions: ['remanded'] }),
      entry('anywhere', { place: 'anywhere' }),
      entry('opening', { place: 'opening' }),
    ])
    assert.deepEqual(
      names(index.find({ place: 'issue', issueType: 'increasedRating', disposition: 'allowed' })),
      ['forRatings', 'general', 'anywhere'],
    )
    assert.deepEqual(names(index.find({ place: 'opening' })), ['opening', 'anywhere'])
  })

  it('shows where the words stand', () => {
    const index = indexBoilerplate(boilerplate)
    const [found] = index.find({ q: 'approximate balance' })
    const { snippet, matches } = index.shown(found!, 'approximate balance')
    assert.deepEqual(
      matches.map(({ start, end }) => snippet.slice(start, end)),
      ['approximate', 'balance'],
    )
    assert.match(index.shown(found!, undefined).snippet, /^When there is an approximate balance/)
  })

  it('takes what people write', () => {
    const index = indexBoilerplate(boilerplate)
    for (const q of [
      '\u0000',
      '\ud800',
      '*',
      '"',
      'OR',
      '- -',
      'a"b',
      '('.repeat(400),
      '{{',
      'OR OR OR',
      '38 §',
    ])
      for (const found of index.find({ q })) index.shown(found, q)
  })

  it('finds what reading every entry would find', () => {
    const words = [
      'service',
      'services',
      'serviceConnected',
      'dd214',
      '3.303(a)',
      '70%',
      "o'brien",
      'mother-in-law',
    ]
    const entries = Array.from({ length: 200 }, (_, index) =>
      entry(`entry${index}`, { body: `${words[index % 8]} ${words[(index * 3) % 7]} ${index}` }),
    )
    const index = indexBoilerplate(entries)
    for (const q of [
      'service',
      'serv',
      'dd',
      'dd214',
      '3.303',
      '"3.303(a)"',
      '70%',
      'obrien',
      'law',
      'inlaw',
      '12',
    ]) {
      const query = parseQuery(/[a-z0-9]$/.test(q) ? `${q} OR ${q.replace('3.', '')}*` : q)
      const read = entries.filter(({ label, body }) => readPage(`${label}\n\n${body}`).isHit(query))
      assert.deepEqual(names(index.find({ q })).toSorted(), names(read).toSorted(), q)
      assert.ok(read.length > 0, q)
    }
  })

  it('has 5,000 entries', () => {
    const words = boilerplate.flatMap(({ body, blocks = [] }) =>
      (body ?? blocks.map(({ text }) => text).join(' ')).split(' '),
    )
    const entries = Array.from({ length: 5000 }, (_, index) =>
      entry(`entry${index}`, {
        label: `Entry ${index} ${words[index % words.length]}`,
        body: Array.from({ length: 100 }, (_, at) => words[(index * 31 + at * 7) % words.length]).join(' '),
        source: '38 U.S.C. § 5107(b); 38 C.F.R. § 3.102',
      }),
    )
    const timed = <Value>(what: string, most: number, run: () => Value): Value => {
      const before = performance.now()
      const value = run()
      const ms = performance.now() - before
      console.log(`${what}: ${ms.toFixed(0)} ms`)
      assert.ok(ms < most, `${what} took ${ms} ms`)
      return value
    }
    const index = timed('5,000 entries read', 5000, () => indexBoilerplate(entries))
    for (const q of ['entry 4711', 'disability service', '"benefit of the doubt"', 'e'])
      timed(`search for ${q}`, 1000, () =>
        index
          .find({ q })
          .slice(0, 20)
          .map((one) => index.shown(one, q)),
      )
  })
})
