import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventTypes } from '@portico/contract/events'
import type { EventType } from '@portico/sdk'
import { touchedBy } from './touched-by.ts'

describe('what an event makes stale', () => {
  it('every event makes the history stale', () => {
    for (const type of eventTypes) assert.ok(touchedBy(type).parts.includes('history'), type)
  })

  it('a tag leaves the issues of the case as they are', () => {
    assert.deepEqual(touchedBy('document.tagged'), {
      parts: ['documents', 'search', 'history'],
      lists: false,
    })
  })

  it('a type that this page does not know makes the whole case stale', () => {
    const { parts, lists } = touchedBy('case.renumbered' as EventType)
    assert.deepEqual([parts.includes('detail'), parts.includes('history'), lists], [true, true, true])
  })
})
