import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { freshDatabase } from '../../test/database.ts'
import { stateOf } from '../delivery/bindings/host.ts'
import { openOwnConferences } from './own-conferences.ts'

describe('conferences of a service that knows a room by its name alone', () => {
  it('of those that are cancelled at once, by several processes, each stays cancelled', async (context) => {
    const db = await freshDatabase({ size: 4 })
    context.after(() => db.close())
    const state = stateOf(db, { name: 'main', served: { port: { name: 'conferencing' } } })
    const [one, other] = [0, 1].map(() => openOwnConferences({ state, now: () => new Date() }))
    assert.ok(one && other)
    const handles = Array.from({ length: 20 }, (_, number) => one.handleOf(String(number)))
    await Promise.all(handles.map((handle, at) => (at % 2 ? one : other).rememberCancelled(handle)))
    const gone = await Promise.all(handles.map((handle) => one.isCancelled(handle)))
    assert.deepEqual([...new Set(gone)], [true])
  })

  it('one that another service has made is refused with what to do', async () => {
    const state = { read: async () => undefined, write: async () => {}, change: async () => {} }
    const { refuseGone } = openOwnConferences({ state, now: () => new Date() })
    await assert.rejects(
      refuseGone('room_1'),
      /another service, or an earlier version.* Make the conference anew/,
    )
  })
})
