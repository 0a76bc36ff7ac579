import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reachableBy } from './notifying.ts'

describe('what a member can be told by', () => {
  it('is the workspace alone where nothing is bound', () => {
    assert.deepEqual(reachableBy([]), { channels: ['inApp'], pushKey: undefined })
  })

  it('is every channel of a binding, and the key of the first that pushes is for browsers', () => {
    const bindings = [
      { name: 'mail', channels: ['email', 'text'] as const },
      { name: 'push', channels: ['push'] as const, publicKey: 'key' },
      { name: 'other', channels: ['push', 'email'] as const, publicKey: 'unused' },
    ]
    assert.deepEqual(reachableBy(bindings), { channels: ['inApp', 'email', 'text', 'push'], pushKey: 'key' })
  })
})
