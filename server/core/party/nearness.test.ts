import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareWith } from './nearness.ts'

const ada = { firstName: 'Ada', middleName: 'Augusta', lastName: 'Byron', birthDate: '1948-12-10' }
const known = { person: ada, aliases: [{ source: 'registry', externalId: '7' }] }
const agreements = (person: { firstName?: string; lastName: string; birthDate?: string }) =>
  compareWith({ person }, known).reasons.map(({ agreement }) => agreement)

describe('how near a known party is to whom somebody looks for', () => {
  it('is said field by field, whatever the case, accents and dashes', () => {
    assert.deepEqual(agreements({ firstName: 'ADA', lastName: 'Býron' }), ['same', 'same'])
    assert.deepEqual(agreements({ firstName: 'Adá', lastName: 'Byorn' }), ['near', 'same'])
    assert.deepEqual(agreements({ firstName: 'A.', lastName: 'Lovelace' }), ['differs', 'near'])
    assert.deepEqual(agreements({ firstName: 'Augusta', lastName: 'Byron' }), ['same', 'near'])
  })

  it('takes a digit, or day and month the wrong way round, for a slip', () => {
    const born = (birthDate: string) => agreements({ lastName: 'Byron', birthDate })[1]
    assert.equal(born('1948-12-10'), 'same')
    assert.equal(born('1948-10-12'), 'near')
    assert.equal(born('1948-12-11'), 'near')
    assert.equal(born('1950-01-01'), 'differs')
    const { reasons } = compareWith(
      { person: { lastName: 'Byron', birthDate: '1948-12-10' } },
      { ...known, person: { firstName: 'Ada', lastName: 'Byron' } },
    )
    assert.equal(reasons[1]?.agreement, 'unknown')
  })

  it('is the identifier before anything else, which one of another source says nothing about', () => {
    const identifier = { source: 'registry', externalId: '7' }
    const other = compareWith({ identifier, person: { lastName: 'King' } }, known)
    assert.equal(other.nearness, 'identifier')
    assert.equal(compareWith({ identifier: { ...identifier, externalId: '8' } }, known).nearness, 'some')
    const elsewhere = compareWith({ identifier: { source: 'court', externalId: '7' } }, known)
    assert.deepEqual(elsewhere.reasons, [{ field: 'identifier', agreement: 'unknown' }])
    assert.equal(compareWith({ person: { lastName: 'Byron', firstName: 'Ada' } }, known).nearness, 'all')
  })
})
