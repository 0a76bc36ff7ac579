import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fullName, partyName, shortName } from './names.ts'

describe('names of parties', () => {
  const ada = { firstName: 'Ada', middleName: 'King', lastName: 'Byron' }

  it('a person has all their names, and no gap for a missing one', () => {
    assert.equal(fullName(ada), 'Ada King Byron')
    assert.equal(fullName({ firstName: 'Ada', lastName: 'Byron' }), 'Ada Byron')
  })

  it('a case is called by first and last name', () => {
    assert.equal(shortName(ada), 'Ada Byron')
  })

  it('a party is called by its person, else its organization, else its id', () => {
    assert.equal(partyName({ id: 'party_1', person: ada, organization: 'Legal Aid' }), 'Ada King Byron')
    assert.equal(partyName({ id: 'party_1', organization: 'Legal Aid' }), 'Legal Aid')
    assert.equal(partyName({ id: 'party_1' }), 'party_1')
  })
})
