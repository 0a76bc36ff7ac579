import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { declaredIn } from './audience.ts'
import { eventData, eventTypes } from './events.ts'

describe('whom everything is for', () => {
  it('every event says it', () => {
    assert.deepEqual(
      eventTypes.filter((type) => !declaredIn(eventData[type])),
      [],
    )
  })
})
