import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { knownQuery } from './known-query.ts'

const some = (...names: string[]) => names.map((name) => ({ name, label: name }))
const profile = {
  teams: some('intake'),
  taskTypes: some('drafting'),
  dockets: some('hearing'),
  caseTypes: some('original'),
} as unknown as Parameters<typeof knownQuery>[1]

describe('what is asked of the queues', () => {
  it('has no name that the profile does not have', () => {
    assert.deepEqual(knownQuery({ types: ['x'], dockets: ['x'], caseTypes: ['x'] }, profile), {})
    assert.deepEqual(knownQuery({ types: ['x', 'drafting'] }, profile), { types: ['drafting'] })
    const assignees = ['me', 'team:intake', 'team:x', 'membersOf:x', 'person:x']
    assert.deepEqual(knownQuery({ assignees }, profile), { assignees: ['me', 'team:intake', 'person:x'] })
  })
})
