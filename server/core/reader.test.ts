import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PorticoEvent } from '@portico/contract/events'
import { mayReadData } from './reader.ts'

const annotated = (marks: object) =>
  ({ type: 'document.annotated', actor: { id: 'ada' }, data: { comment: 'weak', ...marks } }) as PorticoEvent

describe('who may read what an event says', () => {
  const own = annotated({ visibility: 'private' })
  const east = annotated({ visibility: 'team', teams: ['east'] })

  it('an annotation is read by those who may see it', () => {
    const readers = {
      ada: { id: 'ada', teams: [] },
      bob: { id: 'bob', teams: ['east', 'north'] },
      eve: { id: 'eve', teams: ['west'] },
    }
    const who = (event: PorticoEvent) =>
      Object.values(readers).flatMap((reader) => (mayReadData(reader, event) ? [reader.id] : []))
    assert.deepEqual(who(own), ['ada'])
    assert.deepEqual(who(east), ['ada', 'bob'])
    assert.deepEqual(who(annotated({})), ['ada', 'bob', 'eve'])
    assert.deepEqual(who(annotated({ visibility: 'case' })), ['ada', 'bob', 'eve'])
  })

  it('how an issue is being decided, and on what, is read by those who may', () => {
    const ada = { id: 'ada', teams: [] }
    for (const type of ['issue.decided', 'issue.cited', 'issue.citationMoved']) {
      const event = { type, actor: { id: 'ada' }, data: {} } as PorticoEvent
      assert.equal(mayReadData({ ...ada, readsDeliberations: true }, event), true)
      assert.equal(mayReadData({ ...ada, readsDeliberations: false }, event), false)
      assert.equal(mayReadData(ada, event), false)
      assert.equal(mayReadData(undefined, event), false)
    }
    const added = { type: 'issue.added', actor: { id: 'ada' }, data: {} } as PorticoEvent
    assert.equal(mayReadData(undefined, added), true)
  })

  it('why a case is held or hidden is for those who decide, and what its tasks say for those who read tasks', () => {
    const ada = { id: 'ada', teams: [] }
    const told = (type: string) => ({ type, actor: { id: 'eve' }, data: { why: 'A suit.' } }) as PorticoEvent
    for (const type of ['case.legalHoldPlaced', 'case.legalHoldLifted', 'case.sensitivitySet']) {
      assert.equal(mayReadData({ ...ada, readsDeliberations: true }, told(type)), true)
      assert.equal(mayReadData({ ...ada, readsTasks: true }, told(type)), false)
    }
    for (const type of ['task.opened', 'task.instructed', 'task.completed', 'case.stateChanged']) {
      assert.equal(mayReadData({ ...ada, readsTasks: true }, told(type)), true)
      assert.equal(mayReadData({ ...ada, readsDeliberations: true }, told(type)), false)
      assert.equal(mayReadData(undefined, told(type)), false)
    }
    assert.equal(mayReadData(ada, told('case.docketed')), true)
  })

  it('without a reader only what is for all is read', () => {
    assert.equal(mayReadData(undefined, own), false)
    assert.equal(mayReadData(undefined, east), false)
    assert.equal(mayReadData(undefined, annotated({})), true)
  })
})
