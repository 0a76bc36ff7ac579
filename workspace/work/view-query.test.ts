import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { QueueQuery } from '@portico/sdk'
import { queryOf } from './view-query.ts'

describe('a view and what its address asks beyond it', () => {
  const all = { query: {} }
  const done: QueueQuery = { assignees: ['me'], statuses: ['completed'], sort: 'closed' }
  const mineDone = { query: done }

  it('asks for closed tasks in their order alone, whatever the address says', () => {
    assert.deepEqual(queryOf(mineDone, { view: 'done', sort: 'docket' }), done)
    assert.deepEqual(queryOf(mineDone, { statuses: ['assigned'], sort: 'docket' }), {
      assignees: ['me'],
      statuses: ['assigned'],
      sort: 'docket',
    })
    assert.deepEqual(queryOf(mineDone, { statuses: ['onHold'] }), {
      assignees: ['me'],
      statuses: ['onHold'],
    })
  })

  it('asks for open tasks or closed ones, and never in the order of the other', () => {
    assert.deepEqual(queryOf(all, { sort: 'closed' }), {})
    assert.deepEqual(queryOf(all, { sort: 'deadline' }), { sort: 'deadline' })
    assert.deepEqual(queryOf(all, { statuses: ['completed', 'assigned'] }), { statuses: ['assigned'] })
    assert.deepEqual(queryOf(all, { statuses: ['cancelled'], sort: 'age' }), { statuses: ['cancelled'] })
    assert.deepEqual(queryOf(all, { statuses: ['nonsense'] }), {})
  })
})
