import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { declaredIn } from './audience.ts'
import { eventData, eventTypes } from './events.ts'
import { routeAudiences } from './route-audiences.ts'
import { routes } from './routes.ts'

describe('whom everything is for', () => {
  it('every event says it', () => {
    assert.deepEqual(
      eventTypes.filter((type) => !declaredIn(eventData[type])),
      [],
    )
  })

  it('every route says it, and no other', () => {
    assert.deepEqual(Object.keys(routeAudiences).toSorted(), Object.keys(routes).toSorted())
  })
})
