import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BoilerplateField } from '@portico/contract/profile/boilerplate'
import type { BoilerplateReference } from '@portico/contract/rich-text'
import fc from 'fast-check'
import { decisionFacts, says } from '../../test/decision-facts.ts'
import { sized } from '../../test/size.ts'
import { boilerplateTexts, entryKey } from './boilerplate.ts'
import { faultsOfValues, printedValues } from './boilerplate-values.ts'
import type { ConditionOutcome, Entry, FieldValue } from './entry.ts'
import type { DecisionFacts } from './facts.ts'
import { findingsOf } from './findings.ts'
import { composePackage } from './package.ts'

const fields: BoilerplateField[] = [
  { name: 'rating', label: 'Rating', type: 'number', isRequired: true },
  { name: 'ratio', label: 'Ratio', type: 'number', decimals: 2 },
  { name: 'from', label: 'From', type: 'date', default: 'case.receiptDate' },
  { name: 'debt', label: 'Debt', type: 'money' },
  {
    name: 'kind',
    label: 'Kind',
    type: 'choice',
    choices: [
      { name: 'old', label: 'an old one' },
      { name: 'young', label: 'a young one' },
    ],
  },
  { name: 'who', label: 'Who', type: 'person', default: 'representative' },
  { name: 'isSo', label: 'So?', type: 'yesNo' },
  { name: 'words', label: 'Words', type: 'text', default: 'issue.title' },
]
const entry: Entry = {
  name: 'order',
  version: 2,
  label: 'Order',
  fields,
  blocks: [
    { text: 'A rating of {{ fields.rating }} from {{ fields.from }} for {{ fields.words }}.' },
    { text: 'Owed: {{ fields.debt }}.', when: 'has(fields.debt)' },
    { text: 'Heard: {{ fields.who }}.\n\nIt is {{ fields.kind }}.', when: 'has(fields.kind)' },
  ],
}
const parties = decisionFacts().parties
const faults = (values: Record<string, FieldValue>) => faultsOfValues(entry, values, parties)

type Placing = {
  more?: Partial<BoilerplateReference>
  held?: readonly ConditionOutcome[]
  changes?: Partial<DecisionFacts>
}
function placed({ more = {}, held = [{ holds: true }], changes = {} }: Placing = {}): DecisionFacts {
  const reference = { type: 'boilerplate' as const, id: 'blk_b', entryId: 'order', version: 2, ...more }
  const facts = decisionFacts()
  return {
    ...facts,
    words: { ...facts.words, boilerplate: [entry] },
    held: new Map([['blk_b', held]]),
    content: {
      ...facts.content,
      issues: [
        { issueId: 'issue_1', content: [says('Granted.'), reference] },
        { issueId: 'issue_2', content: [says('Remanded.')] },
      ],
    },
    ...changes,
  }
}
const yes = { holds: true }
const no = { holds: false }
const printed = (facts: DecisionFacts) =>
  composePackage(facts, [], []).sections[1]!.content.flatMap((block) =>
    block.type === 'boilerplate'
      ? block.content.flatMap((one) =>
          one.type === 'paragraph' ? one.content.map((run) => (run.type === 'text' ? run.text : '')) : [],
        )
      : [],
  )
const codes = (facts: DecisionFacts) => {
  const { blockers, warnings } = findingsOf(facts)
  return [...blockers, ...warnings].filter(({ code }) => code.startsWith('boilerplate'))
}

describe('the values of boilerplate', () => {
  it('are refused with a sentence for each that is wrong', () => {
    assert.deepEqual(
      faults({ rating: 30, ratio: 0.25, from: '2020-02-29', debt: '1200.50', kind: 'old' }),
      [],
    )
    assert.deepEqual(faults({ who: 'party_rep', isSo: false, words: 'any' }), [])
    assert.deepEqual(
      faults({
        rating: 10.5,
        ratio: 0.125,
        from: '2019-02-29',
        debt: '1,200',
        kind: 'odd',
        who: 'x',
        isSo: 'no',
      }),
      [
        'values.rating (Rating) must be a whole number.',
        'values.ratio (Ratio) must be a number with at most 2 decimal places.',
        'values.from (From) must be a date, as YYYY-MM-DD.',
        'values.debt (Debt) must be an amount in quotation marks, such as "1200.50".',
        'values.kind (Kind) must be one of old, young.',
        'values.who (Who) must be the ID of a party of the case.',
        'values.isSo (So?) must be true or false.',
      ],
    )
    assert.deepEqual(faults({ words: ' \n ' }), ['values.words (Words) must be a text.'])
    assert.deepEqual(faults({ ratng: 1 }), [
      'values.ratng must name a field of the boilerplate order, such as rating.',
    ])
    assert.match(faults(JSON.parse('{"__proto__": 1}'))[0] ?? '', /__proto__ must name a field/)
    assert.deepEqual(faultsOfValues({ name: 'plain' }, { a: 1 }, []), [
      'values.a must be left out: the boilerplate plain has no fields.',
    ])
  })

  it('are printed by their type, and default to facts of the case', () => {
    const more = { values: { rating: 1000, debt: '-1200.5', kind: 'old' } }
    assert.deepEqual(printed(placed({ more, held: [yes, yes, yes] })), [
      'A rating of 1,000 from March 19, 2024 for Tinnitus.',
      'Owed: -$1,200.50.',
      'Heard: Helpers.',
      'It is an old one.',
    ])
  })

  it('are printed as they were given: no amount is rounded, and nothing is less than nothing', () => {
    const fields = [
      { name: 'yen', label: 'Yen', type: 'money' as const, currency: 'JPY' },
      { name: 'dinar', label: 'Dinar', type: 'money' as const, currency: 'KWD' },
      { name: 'dollars', label: 'Dollars', type: 'money' as const },
      { name: 'rating', label: 'Rating', type: 'number' as const },
    ]
    const values = { yen: '1200.50', dinar: '1.25', dollars: '-0.00', rating: -0 }
    assert.deepEqual(printedValues({ fields }, values, { parties: [] }), {
      'fields.yen': '¥1,200.50',
      'fields.dinar': 'KWD\u00a01.250',
      'fields.dollars': '$0.00',
      'fields.rating': '0',
    })
    assert.equal(printedValues({ fields }, { yen: '1200' }, { parties: [] })['fields.yen'], '¥1,200')
  })

  it('that are missing keep the text from being signed', () => {
    assert.deepEqual(
      codes(placed({ held: [yes, no, no] })).map(({ code, sentence, blockId, issueId }) => [
        code,
        sentence,
        blockId,
        issueId,
      ]),
      [['boilerplateUnfilled', 'The boilerplate “Order” has no value for “Rating”.', 'blk_b', 'issue_1']],
    )
    const more = { values: { rating: 1 } }
    assert.deepEqual(codes(placed({ more, held: [yes, no, no] })), [])
    const [unfilled] = codes(placed({ more, held: [yes, yes, no] }))
    assert.match(unfilled?.sentence ?? '', /has no value for “Debt”/)
  })
})

describe('boilerplate', () => {
  const more = { values: { rating: 30, debt: '1', kind: 'old' } }

  it('prints the parts whose conditions hold, in order', () => {
    assert.equal(printed(placed({ more, held: [yes, no, yes] })).length, 3)
    assert.deepEqual(codes(placed({ more, held: [yes, no, yes] })), [])
  })

  it('is warned of where no condition holds, and leaves nothing behind', () => {
    const empty = placed({ more, held: [no, no, no], changes: {} })
    const conditional = { ...entry, blocks: entry.blocks!.map((block) => ({ ...block, when: 'false' })) }
    const facts = { ...empty, words: { ...empty.words, boilerplate: [conditional] } }
    assert.deepEqual(
      codes({ ...facts }).map(({ code, sentence }) => [code, sentence]),
      [['boilerplateEmpty', 'No condition of the boilerplate “Order” holds: it prints nothing.']],
    )
    assert.deepEqual(
      composePackage(facts, [], []).sections[1]?.content.map(({ type }) => type),
      ['paragraph'],
    )
    const optional = {
      ...facts,
      words: { ...facts.words, boilerplate: [{ ...conditional, mayBeEmpty: true }] },
    }
    assert.deepEqual(codes(optional), [])
    const alone = {
      ...optional,
      content: {
        ...optional.content,
        issues: [{ issueId: 'issue_1', content: [optional.content.issues[0]!.content[1]!] }],
      },
    }
    assert.ok(findingsOf(alone).blockers.some(({ code }) => code === 'sectionMissing'))
  })

  it('whose condition cannot be told keeps the text from being signed', () => {
    const facts = placed({ more, held: [yes, { holds: false, fault: 'cannot be told: no' }, no] })
    assert.deepEqual(
      codes(facts).map(({ code, sentence }) => [code, sentence]),
      [['boilerplateUndecided', 'The condition of part 2 of the boilerplate “Order” cannot be told: no.']],
    )
    const untold = codes({ ...placed({ more }), held: new Map() })
    assert.deepEqual(
      untold.map(({ code }) => code),
      ['boilerplateUndecided', 'boilerplateUndecided'],
    )
  })

  it('stays as it was taken, and says that there is a newer version', () => {
    const was: Entry = { name: 'order', version: 1, label: 'Order', body: 'As it was.' }
    const taken = new Map([[entryKey('order', 1), was]])
    const facts = placed({ more: { version: 1 }, changes: { taken } })
    assert.deepEqual(printed(facts), ['As it was.'])
    assert.deepEqual(
      codes(facts).map(({ code, sentence }) => [code, sentence]),
      [['boilerplateChanged', 'The boilerplate “Order” is now at version 2; the text has 1.']],
    )
    const [frozen] = composePackage(facts, [], []).sections[1]!.content.slice(1)
    assert.equal(frozen?.type === 'boilerplate' && frozen.version, 1)
  })

  it('is composed whatever its values and texts are', () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('{{ fields.rating }}', '\u0000', '$&', '\ud800'),
    )
    const value = fc.oneof(odd, fc.double(), fc.boolean(), fc.integer())
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof(odd, fc.constantFrom(...fields.map(({ name }) => name))), value),
        fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
        (values, held) => {
          const wrong = faults(values)
          assert.ok(wrong.every((sentence) => /^values\.[\s\S]* must [\s\S]*\.$/.test(sentence)))
          const facts = placed({ more: { values }, held: held.map((holds) => ({ holds })) })
          const [text] = boilerplateTexts(facts)
          const missing = wrong.length === 0 && !Object.hasOwn(values, 'rating')
          if (missing) assert.ok(text?.missing.includes('Rating'))
          if (wrong.length === 0 && typeof values.words === 'string') {
            const words = values.words.replaceAll(/\s+/g, ' ').trim()
            const paragraphs = values.words.split(/\n\s*\n/).length
            if (paragraphs === 1) assert.ok(printed(facts).join(' ').includes(words))
          }
          findingsOf(facts)
        },
      ),
      { numRuns: sized(3_000) },
    )
  })
})
