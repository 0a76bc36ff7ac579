import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Contact } from '@portico/contract/parties'
import { changesOf, isDone } from './ldap-changes.ts'
import { type Entry, withUsual } from './ldap-entry.ts'

const names = withUsual()
const mail = Array.from({ length: 40 }, (_, index) => `ada${index}@example.org`)
const shown = mail.slice(0, 10)
const entry = { dn: 'uid=7', uid: '7', mail, telephoneNumber: 'call me' } as Entry
const changes = (contact: Contact, { of = entry, hasSeen = true } = {}) =>
  changesOf(names, of, contact, { hasSeen })

describe('what is written to an entry of an LDAP directory', () => {
  it('is what changed: all that the case does not hold stays', () => {
    assert.deepEqual(changes({ emails: shown, phones: ['555 0100'] }), [
      { type: 'telephoneNumber', remove: [], add: ['555 0100'] },
    ])
    assert.deepEqual(changes({ emails: [...shown.slice(1), 'new@example.org'] }), [
      { type: 'mail', remove: ['ada0@example.org'], add: ['new@example.org'] },
    ])
    assert.deepEqual(changes({ emails: shown }), [])
  })

  it('adds no value that the directory takes for one that is there', () => {
    assert.deepEqual(changes({ emails: [...shown, 'ADA39@example.org', 'x@example.org', 'X@example.org'] }), [
      { type: 'mail', remove: [], add: ['X@example.org'] },
    ])
  })

  it('has the parts of an address that changed', () => {
    const of = { dn: 'uid=7', street: '12 Harbor Street$Flat 3', l: ['Salem', 'Selma'], c: 'us' } as Entry
    const home = { lines: ['12 Harbor Street', 'Flat 3'], city: 'Salem', country: 'US' }
    assert.deepEqual(changes({ addresses: [home] }, { of }), [])
    assert.deepEqual(changes({ addresses: [{ ...home, city: 'Eugene', postalCode: '97401' }] }, { of }), [
      { type: 'l', remove: ['Salem'], add: ['Eugene'] },
      { type: 'postalCode', remove: [], add: ['97401'] },
    ])
    assert.deepEqual(changes({}, { of }), [
      { type: 'street', remove: ['12 Harbor Street$Flat 3'], add: [] },
      { type: 'l', remove: ['Salem'], add: [] },
      { type: 'c', remove: ['us'], add: [] },
    ])
  })

  it('takes nothing away where nobody saw what is there', () => {
    const of = { ...entry, street: '12 Harbor Street' } as Entry
    const contact = { emails: ['new@example.org'], addresses: [{ lines: ['1 Main Street'] }] }
    assert.deepEqual(changes(contact, { of, hasSeen: false }), [
      { type: 'mail', remove: [], add: ['new@example.org'] },
    ])
  })

  it('is there when the values that were added are, and those that were removed are not', () => {
    const change = { type: 'mail', remove: ['ada0@example.org'], add: ['new@example.org'] }
    assert.equal(isDone([change], entry), false)
    assert.equal(isDone([change], { ...entry, mail: ['NEW@example.org'] }), true)
    assert.equal(isDone([change], { ...entry, mail: ['new@example.org', 'ada0@example.org'] }), false)
  })
})
