import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { strictlyFilled, UnfilledTemplate } from './templates.ts'

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
