import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Party } from '@portico/contract/parties'
import { addressLines, destinationOf, whyNotMailable } from './address.ts'
import { whyNotSent } from './suppressed.ts'

const complete = {
  lines: ['12 Harbor Street'],
  city: 'Salem',
  region: 'OR',
  postalCode: '97301',
  country: 'US',
}
const party = (contact?: Party['contact']) =>
  ({ id: 'p', role: 'appellant', person: { firstName: 'Ada', lastName: 'King' }, contact }) as Party

describe('the address of a letter', () => {
  it('is written as on an envelope', () => {
    assert.deepEqual(addressLines(complete), ['12 Harbor Street', 'Salem, OR 97301', 'United States'])
    assert.deepEqual(addressLines({ lines: ['Box 1'], city: 'Oslo' }), ['Box 1', 'Oslo'])
  })

  it('is by mail where there is an address, by email where that is preferred or all there is', () => {
    const both = { addresses: [complete], emails: ['ada@example.org'] }
    assert.equal(destinationOf(party(both))?.channel, 'mail')
    assert.equal(destinationOf(party({ ...both, preferred: 'email' }))?.channel, 'email')
    assert.equal(destinationOf(party({ addresses: [complete], preferred: 'email' }))?.channel, 'mail')
    assert.equal(destinationOf(party({ emails: ['ada@example.org'] }))?.channel, 'email')
  })

  it('that leads nowhere is said in a sentence', () => {
    assert.match(whyNotMailable(party()) ?? '', /^Ada King has neither a postal address nor an email/)
    const street = party({ addresses: [{ lines: ['12 Harbor Street'] }] })
    assert.match(whyNotMailable(street) ?? '', /^The address of Ada King has neither a city nor/)
    assert.equal(whyNotMailable(party({ addresses: [complete] })), undefined)
  })
})

describe('the rules of the profile', () => {
  const ada = party({ addresses: [complete] })
  const dead = { ...ada, person: { firstName: 'Ada', lastName: 'King', deathDate: '2026-01-01' } }
  const optedOut = { optedOut: ['letter' as const] }

  it('keep letters from the deceased unless they say otherwise, and from others where they say so', () => {
    const open = { party: ada, isClosed: false, notices: undefined, isToldByEmail: false }
    assert.equal(whyNotSent({}, open), undefined)
    assert.equal(whyNotSent({}, { ...open, party: dead }), 'The recipient has died.')
    assert.equal(whyNotSent({ suppressWhen: [] }, { ...open, party: dead }), undefined)
    assert.equal(whyNotSent({}, { ...open, notices: optedOut }), undefined)
    assert.match(
      whyNotSent({ suppressWhen: ['optedOut'] }, { ...open, notices: optedOut }) ?? '',
      /opted out/,
    )
    assert.match(whyNotSent({ suppressWhen: ['caseClosed'] }, { ...open, isClosed: true }) ?? '', /closed/)
  })
})
