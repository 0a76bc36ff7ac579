import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { knownSearch } from './known-search.ts'

const some = (...names: string[]) => names.map((name) => ({ name, label: name }))
const profile = {
  statuses: some('onDocket'),
  dockets: some('hearing'),
  caseTypes: some('original'),
} as unknown as NonNullable<Parameters<typeof knownSearch>[1]['profile']>

describe('what is asked of the list of cases', () => {
  it('has no name that the profile does not have', () => {
    const asked = { text: 'x', status: 'nonsense', docket: 'hearing', caseType: 'x' }
    assert.deepEqual(knownSearch(asked, { profile, seesWork: true }), { text: 'x', docket: 'hearing' })
  })

  it('leaves out what the role is not shown', () => {
    const asked = {
      text: 'x',
      status: 'onDocket',
      assignee: 'm',
      days: 3,
      sort: 'step' as const,
      reversed: true,
    }
    assert.deepEqual(knownSearch(asked, { profile, seesWork: true }), asked)
    assert.deepEqual(knownSearch(asked, { profile, seesWork: false }), { text: 'x' })
  })
})
