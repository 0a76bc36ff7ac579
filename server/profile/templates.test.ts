import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Liquid } from 'liquidjs'
import { argumentsOf } from './template-filters.ts'
import { faultsOfTemplate, strictlyFilled, UnfilledTemplate } from './templates.ts'

const values = { 'case.docketNumber': '240319-1', 'session.date': undefined, reason: '', today: 'March 2' }
const fault = (text: string) => {
  try {
    strictlyFilled('the letter general', text, values)
  } catch (error) {
    assert.ok(error instanceof UnfilledTemplate)
    return error.message
  }
  return assert.fail(text)
}

describe('a template that is filled strictly', () => {
  it('says which fields it used', () => {
    const filled = strictlyFilled('x', '{{ case.docketNumber }} of {{ today | upcase }}', values)
    assert.deepEqual(filled, { text: '240319-1 of MARCH 2', fields: ['case.docketNumber', 'today'] })
  })

  it('names the field that has no value, or does not exist, and the template', () => {
    assert.equal(
      fault('On {{ session.date }}'),
      'the letter general names the field session.date, which has no value on this case.',
    )
    assert.match(fault('{{ reason }}'), /^the letter general names the field reason, which has no value/)
    assert.match(fault('{{ case.nothing }}'), /names the field case\.nothing, which does not exist/)
  })

  it('may ask whether a field has a value', () => {
    const text = '{% if session.date %}on {{ session.date }}{% else %}soon{% endif %}'
    assert.deepEqual(strictlyFilled('x', text, values), { text: 'soon', fields: [] })
  })

  it('has no loops, no files and no way out', () => {
    for (const text of [
      '{% for i in (1..1000000000) %}x{% endfor %}',
      '{% include "/etc/passwd" %}',
      '{% render "x" %}',
      '{{ today | nosuchfilter }}',
      '{% if',
    ])
      assert.match(fault(text), /^the letter general cannot be filled in: /)
    assert.match(fault('{{ today.constructor }}'), /does not exist/)
    assert.match(fault('{{ __proto__ }}'), /does not exist|cannot be filled in/)
  })

  it('cannot take all memory', () => {
    const doubled = '{% assign a = a | append: a %}'.repeat(40)
    assert.match(fault(`{% assign a = "xxxxxxxxxx" %}${doubled}{{ a }}`), /cannot be filled in/)
    const start = `{% capture a %}${'x'.repeat(100)}{% endcapture %}`
    const captured = (times: number) => start + '{% capture a %}{{ a }}{{ a }}{% endcapture %}'.repeat(times)
    assert.match(fault(`${captured(20)}{{ a }}`), /cannot be filled in: memory alloc limit exceeded/)
    assert.match(fault(`${captured(12)}${'{{ a }}'.repeat(400)}`), /more than 1,000,000 characters/)
    assert.equal(strictlyFilled('x', `${captured(2)}{{ a | size }}`, values).text, '400')
  })
})

describe('a template that is saved', () => {
  const faults = (text: string) => faultsOfTemplate('body', text, ['today', 'case.docketNumber'])

  it('is refused with a tag that does not exist, or one that is not closed', () => {
    assert.match(faults('{% shout %}')[0] ?? '', /^body cannot be read as a template: tag "shout" not found/)
    for (const text of [
      '{% if today %}x',
      '{% unless today %}x',
      '{% comment %}x',
      '{{ today',
      '{% endif %}',
    ])
      assert.match(faults(text)[0] ?? '', /^body cannot be read as a template/, text)
  })

  it('is refused with a filter without its argument, wherever it stands', () => {
    assert.deepEqual(faults('{{ today | append }}'), [
      'body uses the filter append with no arguments; it takes 1.',
    ])
    assert.deepEqual(faults('{{ today | replace: "a" }}'), [
      'body uses the filter replace with 1 argument; it takes 2.',
    ])
    assert.deepEqual(faults('{{ today | upcase: 3 }}'), [
      'body uses the filter upcase with 1 argument; it takes none.',
    ])
    for (const text of [
      '{% assign a = today | append %}{{ a }}',
      '{% if today %}{{ today | plus }}{% endif %}',
      '{% unless today %}x{% else %}{% capture a %}{{ today | date }}{% endcapture %}{{ a }}{% endunless %}',
      '{% case today %}{% when "a" %}{{ today | split }}{% endcase %}',
      '{% echo today | slice %}',
    ])
      assert.match(faults(text)[0] ?? '', /^body uses the filter \w+ with no arguments/, text)
  })

  it('is refused where any filter that there is lacks its argument, or has one too many', () => {
    for (const name of Object.keys(new Liquid().filters)) {
      const [least, most] = argumentsOf[name] ?? []
      assert.ok(least !== undefined && most !== undefined, `how many arguments ${name} takes is not known`)
      if (least > 0) assert.match(faults(`{{ today | ${name} }}`)[0] ?? '', /with no arguments/, name)
      const tooMany = Array.from({ length: most + 1 }, (_, index) => index).join(', ')
      assert.match(faults(`{{ today | ${name}: ${tooMany} }}`)[0] ?? '', /it takes/, name)
    }
  })

  it('is refused with half a comparison', () => {
    for (const text of [
      '{% case today %}{% when %}x{% endcase %}',
      '{% if today == %}x{% endif %}',
      '{% if today and %}x{% endif %}',
      '{{ "a" "b" }}',
    ])
      assert.deepEqual(faults(text), ['body has a value or a comparison that is not complete.'], text)
  })

  it('is accepted as Liquid writes it', () => {
    for (const text of [
      '{{ today | truncate }} {{ today | truncate: 5, "" }} {{ today | date: "%Y" }}',
      '{% if today contains "March" and case.docketNumber != blank or today == "x" %}x{% elsif today %}y{% endif %}',
      '{{ today | default: "unknown" | upcase | append: "." | replace: "a", "b" }}',
      '{%- assign n = 7 | times: 2 | minus: 1 -%}{{ n }}',
    ])
      assert.deepEqual(faults(text), [], text)
  })

  /** The examples of Liquid's own page of this filter, and a number in a field. */
  it('divides whole numbers to whole ones, unless a fraction is asked for', () => {
    const filled = (text: string) => strictlyFilled('x', text, { days: '9', part: '9.0' }).text
    assert.equal(filled('{{ 9 | divided_by: 2 }}'), '4')
    assert.equal(filled('{{ 16 | divided_by: 4 }} {{ 5 | divided_by: 3 }} {{ 20 | divided_by: 7 }}'), '4 1 2')
    assert.match(filled('{{ 20 | divided_by: 7.0 }}'), /^2\.857142857142857/)
    assert.equal(filled('{{ days | divided_by: 2 }} {{ part | divided_by: 2 }}'), '4 4.5')
    assert.equal(filled('{{ "foo" | divided_by: "2" }} {{ "10" | divided_by: "2" }}'), '0 5')
    assert.equal(filled('{{ 10.1 | modulo: 7.0 }} {{ 10 | modulo: 3 }} {{ "foo" | modulo: "2" }}'), '3.1 1 0')
    assert.equal(
      filled('{{ 0.1 | plus: 0.2 }} {{ 1.1 | times: 1.1 }} {{ 0.3 | minus: 0.1 }}'),
      '0.3 1.21 0.2',
    )
    assert.equal(filled('{{ "12 pages" | plus: 1 }} {{ "x" | plus: 1 }}'), '13 1')
    for (const template of ['{{ 9 | modulo: 0 }}', '{{ 9 | modulo: "x" }}', '{{ 9 | divided_by: "x" }}'])
      assert.match(fault(template), /^the letter general cannot be filled in: nothing can be divided by 0/)
    assert.match(fault('{{ 9 | divided_by: 0 }}'), /^the letter general cannot be filled in: nothing can be/)
  })

  /** By the tests of Shopify's Liquid (test/integration/standard_filter_test.rb), and what follows from them. */
  it('gives a fraction where one of the two is one', () => {
    const filled = (text: string) => strictlyFilled('x', text, { part: '9.0', days: '9', price: '4.5' }).text
    for (const [text, expected] of [
      ['{{ 1 | plus: 1 }} {{ "1" | plus: "1.0" }}', '2 2.0'],
      ['{{ "4.3" | minus: "2" }}', '2.3'],
      ['{{ 3 | times: 4 }} {{ "foo" | times: 4 }}', '12 0'],
      ['{{ "2.1" | times: 3 | replace: ".", "-" | plus: 0 }}', '6'],
      [
        '{{ 0.0725 | times: 100 }} {{ "-0.0725" | times: 100 }} {{ "-0.0725" | times: -100 }}',
        '7.25 -7.25 7.25',
      ],
      ['{{ 12 | divided_by: 3 }} {{ 14 | divided_by: 3 }} {{ 15 | divided_by: 3 }}', '4 4 5'],
      ['{{ 2.0 | divided_by: 4 }} {{ 9.0 | divided_by: 2 }} {{ 8.0 | divided_by: 2 }}', '0.5 4.5 4.0'],
      ['{{ 0.3 | divided_by: 0.1 }} {{ 1 | divided_by: 3.0 }}', '3.0 0.3333333333333333'],
      ['{{ 9 | divided_by: 2.0 }} {{ 9 | divided_by: 2 }} {{ -9 | divided_by: 2 }}', '4.5 4 -5'],
      ['{% assign n = 9.0 %}{{ n | divided_by: 2 }} {{ n | times: 2 | divided_by: 4 }}', '4.5 4.5'],
      ['{{ 4.5 | times: 2 | divided_by: 2 }} {{ price | times: 2 | divided_by: 4 }}', '4.5 2.25'],
      ['{{ part | divided_by: 2 }} {{ days | divided_by: 2 }} {{ days | divided_by: "2.0" }}', '4.5 4 4.5'],
      ['{% if 9.0 == 9 and 9 == 9.0 and 9.5 > 9 and 9 < 9.5 and 9.0 != 8 %}same{% endif %}', 'same'],
      ['{% if days %}{{ 9.0 | divided_by: 2 }}{% endif %}', '4.5'],
      ['{{ 9.5 | round }} {{ 9.0 | floor }} {{ 9.2 | ceil }} {{ 9.0 | at_least: 2 }}', '10 9 10 9'],
    ] as const)
      assert.equal(filled(text), expected, text)
  })

  it('is refused where it divides by 0, and says so of a field only once it is filled', () => {
    for (const text of [
      '{{ 9 | divided_by: 0 }}',
      '{{ today | divided_by: 0.0 }}',
      '{{ 9 | divided_by: "0" }}',
    ])
      assert.deepEqual(faults(text), ['body uses the filter divided_by with 0: nothing can be divided by 0.'])
    assert.deepEqual(faults('{% if today %}{{ 9 | plus: 1 | modulo: 0 }}{% endif %}'), [
      'body uses the filter modulo with 0: nothing can be divided by 0.',
    ])
    assert.deepEqual(
      faults('{{ 9 | divided_by: today }} {{ 9 | divided_by: 0.5 }} {{ 0 | divided_by: 3 }}'),
      [],
    )
    assert.equal(
      fault('{{ 9 | divided_by: today }}'),
      'the letter general cannot be filled in: nothing can be divided by 0, line:1, col:1.',
    )
  })
})
