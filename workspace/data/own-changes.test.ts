import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ownChanges } from './own-changes.ts'

describe('what somebody changed in a form', () => {
  const was = { name: 'Letter', description: 'Of May', type: 'other' }

  it('is what differs from how it was opened, whatever others have changed', () => {
    const mine = { ...was, description: 'Of June' }
    const now = { ...was, name: 'Letter of the clinic' }
    assert.deepEqual(ownChanges(was, mine, now), { changed: ['description'], clashes: [] })
  })

  it('clashes where somebody else has made something else of the same field', () => {
    const mine = { ...was, name: 'A letter', description: 'Of June' }
    const now = { ...was, name: 'The letter', description: 'Of June' }
    assert.deepEqual(ownChanges(was, mine, now), { changed: ['name', 'description'], clashes: ['name'] })
  })
})
