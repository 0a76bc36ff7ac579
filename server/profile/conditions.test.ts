import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BoilerplateField } from '@portico/contract/profile/boilerplate'
import fc from 'fast-check'
import type { FieldValue } from '../core/decision/entry.ts'
import type { DecisionFacts } from '../core/decision/facts.ts'
import { decisionFacts } from '../test/decision-facts.ts'
import { sized } from '../test/size.ts'
import { faultsOfEntry } from './boilerplate-faults.ts'
import { contextOf, evaluateCondition, faultOfCondition, heldOf, type Scope } from './conditions.ts'
import { defaultProfile } from './default.ts'

const fields: BoilerplateField[] = [
  { name: 'rating', label: 'Rating', type: 'number' },
  { name: 'ratio', label: 'Ratio', type: 'number', decimals: 2 },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'debt', label: 'Debt', type: 'money' },
  { name: 'kind', label: 'Kind', type: 'choice', choices: [{ name: 'old', label: 'Old' }] },
  { name: 'who', label: 'Who', type: 'person' },
  { name: 'isSo', label: 'So?', type: 'yesNo' },
  { name: 'words', label: 'Words', type: 'text' },
]
const scope: Scope = { place: 'issue', fields }

const told = (
  condition: string,
  values: Record<string, FieldValue> = {},
  { facts = decisionFacts(), issueId = 'issue_2' as string | null } = {},
) => evaluateCondition(condition, scope, contextOf(facts, { issueId: issueId ?? undefined, scope, values }))

const holds = (condition: string, values?: Record<string, FieldValue>) => {
  const held = told(condition, values)
  return held.fault ?? held.holds
}

/** Retyped from google/cel-spec, tests/simple/testdata: logic, macros and string. What is no bool there is compared. */
const conformance: [string, boolean | 'error'][] = [
  ['(true ? 1 : 2) == 1', true],
  ["(false ? 'foo' : 'bar') == 'bar'", true],
  ["(2 / 0 > 4 ? 'baz' : 'quux') == 'quux'", 'error'],
  ['true && true', true],
  ['false && false', false],
  ['false && true', false],
  ['true && false', false],
  ['false && (2 / 0 > 3 ? false : true)', false],
  ['(2 / 0 > 3 ? false : true) && false', false],
  ['true && 1/0 != 0', 'error'],
  ['1/0 != 0 && true', 'error'],
  ['true || true', true],
  ['false || false', false],
  ['false || true', true],
  ['true || false', true],
  ['true || (2 / 0 > 3 ? false : true)', true],
  ['(2 / 0 > 3 ? false : true) || true', true],
  ['false || 1/0 != 0', 'error'],
  ['1/0 != 0 || false', 'error'],
  ['!true', false],
  ['!false', true],
  ['[1, 2, 3].exists(e, e > 0)', true],
  ['[1, 2, 3].exists(e, e == 2)', true],
  ['[1, 2, 3].exists(e, e > 3)', false],
  ['[1, 2, 3].exists(e, e / 0 == 17)', 'error'],
  ['[].exists(e, e == 2)', false],
  ['[1, 2, 3].all(e, e > 0)', true],
  ['[1, 2, 3].all(e, e == 2)', false],
  ['[1, 2, 3].all(e, e == 17)', false],
  ['[1, 2, 3].all(e, 6 / (2 - e) == 6)', false],
  ['[1, 2, 3].all(e, e / 0 != 17)', 'error'],
  ['[].exists_one(a, a == 7)', false],
  ['[7].exists_one(a, a == 7)', true],
  ['[8].exists_one(a, a == 7)', false],
  ['[1, 2, 3].exists_one(x, x > 20)', false],
  ['[6, 7, 8].exists_one(foo, foo % 5 == 2)', true],
  ['[0, 1, 2, 3, 4].exists_one(n, n % 2 == 1)', false],
  ["['foal', 'foo', 'four'].exists_one(n, n.startsWith('fo'))", false],
  ['[3, 2, 1, 0].exists_one(n, 12 / n > 1)', 'error'],
  ['[].filter(n, n % 2 == 0) == []', true],
  ['[2].filter(n, n == 2) == [2]', true],
  ['[1].filter(n, n > 3) == []', true],
  ['[0, 1, 2, 3, 4].filter(x, x % 2 == 1) == [1, 3]', true],
  ['[3, 2, 1, 0].filter(n, 12 / n > 4) == []', 'error'],
  ["size('') == 0", true],
  ["size('A') == 1", true],
  ["size('ÿ') == 1", true],
  ["size('πέντε') == 5", true],
  ["'foobar'.startsWith('foo')", true],
  ["'foobar'.startsWith('bar')", false],
  ["''.startsWith('foo')", false],
  ["'foobar'.startsWith('')", true],
  ["'завтра'.startsWith('за')", true],
  ["'foobar'.endsWith('bar')", true],
  ["'foobar'.endsWith('foo')", false],
  ["'forté'.endsWith('té')", true],
  ["'he' + 'llo' == 'hello'", true],
  ["'hello' + ' ' == 'hello'", false],
  ["'r' + 'ô' + 'le' == 'rôle'", true],
  ["'hello'.contains('he')", true],
  ["'hello'.contains('')", true],
  ["'hello'.contains('ol')", false],
  ["'abababc'.contains('ababc')", true],
  ["'Straße'.contains('aß')", true],
]

describe('a condition', () => {
  it('is what the conformance tests of CEL say', () => {
    for (const [condition, expected] of conformance) {
      const held = told(condition)
      assert.equal(held.fault === undefined ? held.holds : 'error', expected, condition)
    }
    console.log(`${conformance.length} conformance vectors`)
    // The library does not know of which type the items of `[]` are: the one vector that it tells otherwise.
    assert.match(told('[].all(e, e > 0)').fault ?? '', /overload/)
  })

  it('asks the case, the claimant and its issue', () => {
    assert.equal(holds("issue.disposition == 'remanded' && issue.number == 2"), true)
    assert.equal(holds("'noOpinion' in issue.reasons"), true)
    assert.equal(holds("issues.exists(i, i.disposition == 'allowed' && i.evidence == 1)"), true)
    assert.equal(holds('issues.filter(i, i.disposition == "remanded").size() == 1'), true)
    assert.equal(holds("case.type == 'original' && case.receiptDate == date('2024-03-19')"), true)
    assert.equal(holds("claimant.isRepresented && claimant.representative == 'Helpers'"), true)
    assert.equal(holds('claimant.hasDied || claimant.isOrganization'), false)
    assert.equal(holds("today == date('2026-11-15') && today - case.receiptDate > duration('8760h')"), true)
  })

  it('asks fields by their types, and whether they have a value', () => {
    assert.equal(holds('fields.rating >= 30', { rating: 30 }), true)
    assert.equal(holds('fields.ratio > 0.5', { ratio: 0.25 }), false)
    assert.equal(holds('fields.debt > 1000.10', { debt: '1000.11' }), true)
    assert.equal(holds("fields.from < date('2020-01-01')", { from: '2019-12-31' }), true)
    assert.equal(holds("fields.kind == 'old' && fields.isSo", { kind: 'old', isSo: true }), true)
    assert.equal(holds("fields.who == 'Helpers'", { who: 'party_rep' }), true)
    assert.equal(holds('has(fields.rating)'), false)
    assert.equal(holds('has(fields.rating) && fields.rating > 0'), false)
    assert.match(
      String(holds('fields.rating > 0')),
      /fields\.rating has no value; has\(fields\.rating\) asks/,
    )
  })

  it('of an issue cannot be told outside the section of one', () => {
    const held = told("issue.type == ''", {}, { issueId: null })
    assert.match(held.fault ?? '', /it asks for the issue, and stands in the section of none/)
  })

  it('is refused with a sentence where it is wrong', () => {
    const faults: [string, RegExp][] = [
      ["issue.disposition = 'remanded'", /cannot be read at character 19: Unexpected character: =/],
      ['', /cannot be read/],
      ["issue.dispositon == 'remanded'", /names issue\.dispositon, .* did you mean disposition\?/],
      ['issues.exists(i, has(i.scop))', /names i\.scop, .* did you mean scope\?/],
      ['issues.exists(i, has(i.toString))', /names i\.toString, which does not exist/],
      ['has(fields.ratng)', /names fields\.ratng, .* did you mean rating\?/],
      ["issue.disposition == 'remandd'", /compares issue\.disposition with 'remandd', .* mean remanded\?/],
      ["issues.exists(i, i.type in ['serviceConnection', 'nope'])", /compares issue\.type with 'nope'/],
      ["fields.kind == 'new'", /compares fields\.kind with 'new', which is none of its choices/],
      ["fields.rating == '30'", /no such overload: int == string/],
      ['issue.evidence', /must be true or false: it is of the type int/],
      ['fields["rating"] == 1', /must name members with a point/],
      ["today > date('2026-02-30')", /must give date a day that exists/],
      ["today > date('20' + '26')", /must give date a day that exists/],
      ["'a'.matches('(a+)+$')", /calls matches, which a condition cannot/],
      ['cel.bind(x, 1, x == 1)', /calls bind/],
      ['dyn(1) == 1', /calls dyn/],
      ['issues.map(i, i) == issues', /calls map/],
      ['process == 1', /Unknown variable: process/],
      ['__proto__ == 1', /cannot be read/],
      ['issues.all(i, issues.all(j, i == j))', /more than 500000 steps/],
      ['[issues].all(l, l.all(i, true))', /more than 500000 steps/],
      [`${'('.repeat(60)}true${')'.repeat(60)}`, /Exceeded maxDepth/],
      [`true${' && true'.repeat(200)}`, /Exceeded maxAstNodes/],
    ]
    for (const [condition, says] of faults)
      assert.match(faultOfCondition(condition, scope, defaultProfile) ?? 'no fault', says, condition)
    const opening = faultOfCondition("issue.type == 'other'", { place: 'opening' }, defaultProfile)
    assert.match(opening ?? '', /Only an entry whose place is issue knows its issue/)
  })

  it('takes little time at its worst, on a case with the most issues', () => {
    const [one] = decisionFacts().issues
    const reasons = Array.from({ length: 50 }, () => ({ reason: 'noOpinion' }))
    const decision = { disposition: 'remanded', reasons, at: '2026-11-02T09:00:00.000Z' }
    const issue = { ...one!, scope: 'x'.repeat(10_000), decision }
    const issues = Array.from({ length: 500 }, (_, index) => ({ ...issue, id: `issue_${index}` }))
    const facts = decisionFacts({ issues })
    const worst = [
      "issues.all(i, i.reasons.all(r, r + r != 'a' || r == 'b'))",
      `issues.all(i, ${Array.from({ length: 4 }, () => "!i.scope.contains('xy')").join(' && ')})`,
      `issues.all(i, i.scope${" + 'x'".repeat(40)} != '')`,
    ]
    for (const condition of worst) {
      assert.equal(faultOfCondition(condition, scope, defaultProfile), undefined, condition)
      const before = performance.now()
      assert.equal(told(condition, {}, { facts, issueId: 'issue_0' }).holds, true, condition)
      const ms = performance.now() - before
      console.log(`${condition.slice(0, 60)}: ${ms.toFixed(0)} ms`)
      assert.ok(ms < 10_000, `${condition}: ${ms} ms`)
    }
  })

  it('that would read long texts again and again is refused, and not tried', () => {
    const joined = (text: string, times: number) => Array.from({ length: times }, () => text).join(' + ')
    const slow = [
      `issues.all(i, !(${joined('i.scope', 30)}).contains(${joined('i.scope', 9)} + 'y' + ${joined('i.scope', 9)}))`,
      `(${joined('issue.scope', 30)}).contains(${joined('issue.scope', 9)} + 'y' + ${joined('issue.scope', 9)})`,
      'issues.exists(i, i.description.contains(fields.words))',
      `issues.all(i, ${Array.from({ length: 40 }, () => 'size(i.scope) > 0').join(' && ')})`,
      `issues.all(i, size(${joined('i.scope', 40)}) > 0)`,
      `issues.all(i, (${joined('i.scope', 40)}).lowerAscii() != 'a')`,
      `issues.all(i, (${joined('issues', 20)}).size() > 0)`,
      `[${joined('issue.scope', 30)}].all(x, issues.all(i, x + x != i.scope))`,
    ]
    for (const condition of slow)
      assert.match(faultOfCondition(condition, scope, defaultProfile) ?? '', /long lists or texts/, condition)
    const quick = [
      "issues.exists(i, i.description.lowerAscii().contains('left knee'))",
      'issue.description.contains(fields.words)',
      "issues.exists(i, i.title + i.type == 'x')",
      'size(issue.description) > 100 && issues.size() > 1',
    ]
    for (const condition of quick)
      assert.equal(faultOfCondition(condition, scope, defaultProfile), undefined, condition)
    const when = `issues.all(i, ${Array.from({ length: 4 }, () => "!i.scope.contains('xy')").join(' && ')})`
    const entryOf = (parts: number) => ({
      ...{
        name: 'slow',
        version: 1,
        label: 'Slow',
        place: 'issue' as const,
        issueTypes: [],
        dispositions: [],
      },
      blocks: Array.from({ length: parts }, () => ({ when, text: 'So.' })),
    })
    assert.deepEqual(faultsOfEntry('entry', entryOf(2), defaultProfile), [])
    assert.deepEqual(
      faultsOfEntry('entry', entryOf(3), defaultProfile).map(({ what }) => what),
      ['entry.blocks may take more than 1000000 steps together: make its conditions simpler.'],
    )
  })

  it('asks for fields that are called as what every object has', () => {
    const named = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'get', 'size', 'then']
    const entry: Scope = {
      place: 'issue',
      fields: named.map((name) => ({ name, label: name, type: 'text' as const })),
    }
    const tell = (condition: string, values: Record<string, FieldValue>) =>
      evaluateCondition(
        condition,
        entry,
        contextOf(decisionFacts(), { issueId: 'issue_1', scope: entry, values }),
      )
    for (const name of named) {
      assert.deepEqual(tell(`has(fields.${name})`, {}), { holds: false }, name)
      assert.deepEqual(
        tell(`has(fields.${name}) && fields.${name} == 'a'`, { [name]: 'a' }),
        { holds: true },
        name,
      )
      assert.match(tell(`fields.${name} == 'a'`, {}).fault ?? '', /has no value/, name)
    }
  })

  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      '\u0000',
      '\ud800',
      '"',
      "'",
      '{{ x }}',
      '$&',
      '__proto__',
      'constructor',
      '\\u0000',
      '*/',
    ),
  )
  const text = hostile.map((value) => JSON.stringify(value))
  const atom = fc.oneof(
    fc.constantFrom('true', 'false', 'issue.evidence > 0', "issue.disposition == 'remanded'", 'fields.isSo'),
    fc.constantFrom('has(fields.rating)', 'fields.rating > 1', 'claimant.isRepresented', 'fields.debt > 2.5'),
    fc.constantFrom("case.docketNumber.contains('1')", "fields.from > date('2020-01-01')", '1 / 0 == 1'),
    text.map((value) => `issue.title == ${value}`),
    text.map((value) => `fields.words == ${value}`),
    hostile,
  )
  const { condition } = fc.letrec<{ condition: string }>((tie) => ({
    condition: fc.oneof(
      { depthSize: 'small' },
      atom,
      fc
        .tuple(tie('condition'), fc.constantFrom('&&', '||', '=='), tie('condition'))
        .map(([a, o, b]) => `(${a}) ${o} (${b})`),
      tie('condition').map((inner) => `!(${inner})`),
      tie('condition').map((inner) => `issues.exists(i, ${inner})`),
      fc
        .tuple(tie('condition'), tie('condition'), tie('condition'))
        .map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
    ),
  }))
  const value = {
    rating: fc.integer(),
    ratio: fc.double(),
    from: fc.constantFrom('2019-02-03', 'never', '0000-00-00'),
    debt: fc.constantFrom('1.50', '-3', 'much'),
    kind: hostile,
    who: fc.constantFrom('party_rep', 'nobody'),
    isSo: fc.boolean(),
    words: hostile,
  }

  it('is refused with a sentence or told, whatever is written, and changes nothing', () => {
    let accepted = 0
    let refused = 0
    const facts = decisionFacts()
    const frozen = JSON.stringify(facts)
    fc.assert(
      fc.property(condition, fc.record(value, { requiredKeys: [] }), hostile, (written, values, title) => {
        const fault = faultOfCondition(written, scope, defaultProfile)
        if (fault !== undefined) {
          refused += 1
          assert.match(fault, /\S/)
          return
        }
        accepted += 1
        const given: DecisionFacts = {
          ...facts,
          issues: facts.issues.map((issue) => ({ ...issue, description: title })),
        }
        const held = told(written, values as Record<string, FieldValue>, { facts: given, issueId: 'issue_1' })
        assert.equal(typeof held.holds, 'boolean')
        if (held.fault !== undefined) assert.equal(held.holds, false)
        const again = told(written, values as Record<string, FieldValue>, {
          facts: given,
          issueId: 'issue_1',
        })
        assert.deepEqual(again, held)
        assert.equal(JSON.stringify(facts), frozen)
        assert.equal(({} as Record<string, unknown>).polluted, undefined)
      }),
      { numRuns: sized(3_000) },
    )
    console.log(`${accepted} conditions told, ${refused} refused`)
    assert.ok(accepted > sized(3_000) / 10 && refused > sized(3_000) / 50)
  })

  it('of each part is told by itself', () => {
    const entry = {
      name: 'x',
      version: 1,
      label: 'X',
      fields,
      blocks: [
        { text: 'A' },
        { text: 'B', when: 'fields.rating > 0' },
        { text: 'C', when: 'has(fields.from)' },
      ],
    }
    const values = { from: '2020-01-01' }
    const held = heldOf(decisionFacts(), entry, { issueId: undefined, values })
    assert.deepEqual(
      held.map(({ holds, fault }) => [holds, fault === undefined]),
      [
        [true, true],
        [false, false],
        [true, true],
      ],
    )
  })
})
