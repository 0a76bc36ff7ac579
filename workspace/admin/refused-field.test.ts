import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultsOfTemplate, strictlyFilled } from '../../server/profile/templates.ts'
import { refusedField } from './refused-field.ts'

const fields = ['case.docketNumber', 'recipient.name', 'reason']

describe('a field that the service refuses', () => {
  it('is found where the template has it', () => {
    const template = '{{ recipient.name }}\n\nDear {{recipient.nam}}:\n{{ reason }}'
    const [sentence = ''] = faultsOfTemplate('letters[3].body', template, fields)
    assert.match(sentence, /recipient\.nam, which does not exist/)
    const found = refusedField(template, sentence)
    assert.deepEqual(
      [found?.line, found?.before, found?.named, found?.after],
      [3, 'Dear {{', 'recipient.nam', '}}:'],
    )
    assert.equal(template.slice(found?.start, found?.end), 'recipient.nam')
  })

  it('is found in a condition too, and where it has no value on a case', () => {
    const [sentence = ''] = faultsOfTemplate('body', 'a {% if case.docket %}b{% endif %}', fields)
    assert.equal(refusedField('a {% if case.docket %}b{% endif %}', sentence)?.named, 'case.docket')
    const template = 'Because {{ reason }}.'
    assert.throws(
      () => strictlyFilled('The letter', template, { reason: undefined, 'recipient.name': 'Ada' }),
      ({ message }: Error) => refusedField(template, message)?.start === 11,
    )
  })

  it('is nowhere, where the sentence is about something else', () => {
    assert.equal(
      refusedField('Dear {{ recipient.name }}', 'The text must have at most 20,000 characters.'),
      undefined,
    )
  })
})
