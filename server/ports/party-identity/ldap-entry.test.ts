import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contactOf, dayOf, type Entry, recordOf, timeOf, withUsual } from './ldap-entry.ts'

const entryCSN = '20261116092233.123456Z#000000#000#000000'
const entry = (more: Record<string, string | string[]> = {}): Entry => ({
  ...{ dn: 'uid=7', uid: '7', sn: 'Byron', givenName: 'Ada', entryCSN },
  ...more,
})
const options = { attributes: withUsual({ birthDate: 'dateOfBirth' }), source: 'directory' }

describe('an entry of an LDAP directory', () => {
  it('is a person with a last name, or an organization', () => {
    const person = recordOf(options, entry({ dateOfBirth: '19481210000000Z', GIVENNAME: 'Ada' }))
    assert.deepEqual(person?.person, { firstName: 'Ada', lastName: 'Byron', birthDate: '1948-12-10' })
    assert.equal(person?.asOf, '2026-11-16T09:22:33.123Z')
    const { sn: _, ...without } = entry({ o: 'Legion' })
    assert.equal(recordOf(options, without as Entry)?.organization, 'Legion')
  })

  it('says nothing of who somebody is where half of the name is missing, unless the whole name has it', () => {
    const { givenName: _, ...without } = entry()
    const nameless = recordOf(options, without as Entry)
    assert.deepEqual([nameless?.person, nameless?.identifiers[0]?.externalId], [undefined, '7'])
    assert.equal(recordOf(options, { ...without, cn: 'Ada Byron' } as Entry)?.person?.firstName, 'Ada')
  })

  it('is nobody without an identifier, or with one that nothing here can have', () => {
    assert.equal(recordOf(options, entry({ uid: '' })), undefined)
    assert.equal(recordOf(options, entry({ uid: 'x'.repeat(501) })), undefined)
  })

  it('keeps values to itself that no contact detail may have', () => {
    const mail = ['ada@example.org', 'no address', 'two@@example.org']
    const found = contactOf(
      options.attributes,
      entry({ mail, telephoneNumber: ['555 0100', 'ask Bob'], street: '12 Harbor Street$Flat 3', c: 'USA' }),
    )
    assert.deepEqual(found, {
      addresses: [{ lines: ['12 Harbor Street', 'Flat 3'] }],
      emails: ['ada@example.org'],
      phones: ['555 0100'],
    })
  })

  it('has dates and times that are real, or none', () => {
    assert.equal(dayOf('1948-12-10'), '1948-12-10')
    for (const value of ['soon', '1948-02-31', '19481310', undefined]) assert.equal(dayOf(value), undefined)
    assert.equal(timeOf({ dn: 'x', modifyTimestamp: '20261116092233Z' }), '2026-11-16T09:22:33.000Z')
    assert.throws(() => timeOf({ dn: 'uid=7' }), /uid=7 has no modifyTimestamp/)
  })
})
