import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PorticoEvent } from '@portico/sdk'
import { caseThen } from './case-then.ts'

const event = (day: number, type: string, data: unknown) =>
  ({ at: `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z`, type, data }) as PorticoEvent
const endOf = (day: number) => `2026-03-${String(day).padStart(2, '0')}T23:59:59.999Z`

const person = { firstName: 'Ada', lastName: 'Byron' }
const team = { kind: 'team', id: 'intake', name: 'intake' }
const ada = { kind: 'person', id: 'm1', name: 'ada' }
const history = [
  event(1, 'case.opened', { docketNumber: '1' }),
  event(1, 'document.filed', { documentId: 'd1' }),
  event(1, 'party.recorded', { partyId: 'p1', role: 'claimant', person }),
  event(2, 'issue.added', { issueId: 'i1', issueType: 'rating', description: 'A knee' }),
  event(2, 'issue.added', { issueId: 'i2', issueType: 'rating' }),
  event(2, 'task.opened', { taskId: 't1', type: 'intake', assignee: team }),
  event(3, 'document.filed', { documentId: 'd2' }),
  event(3, 'task.assigned', { taskId: 't1', type: 'intake', assignee: ada, status: 'assigned' }),
  event(3, 'issue.cited', { issueId: 'i1', citationId: 'c1' }),
  event(4, 'issue.decided', { issueId: 'i1', disposition: 'allowed' }),
  event(4, 'issue.decided', null),
  event(4, 'issue.removed', { issueId: 'i2', how: 'withdrawn' }),
  event(4, 'task.completed', { taskId: 't1', type: 'intake' }),
  event(4, 'document.removed', { documentId: 'd1' }),
  event(5, 'issue.undecided', { issueId: 'i1' }),
  event(5, 'issue.restored', { issueId: 'i2', position: 1 }),
  event(5, 'party.died', { partyId: 'p1', role: 'claimant' }),
]

describe('a case as it was on a day', () => {
  it('has what had happened by then, and nothing that came later', () => {
    assert.equal(caseThen(history, '2026-02-28T23:59:59.999Z').isOpened, false)
    const second = caseThen(history, endOf(2))
    assert.equal(second.documents, 1)
    assert.deepEqual(second.people, [{ id: 'p1', role: 'claimant', name: 'Ada Byron' }])
    assert.deepEqual(second.openTasks, [{ id: 't1', type: 'intake', status: 'assigned', assignee: team }])
    const third = caseThen(history, endOf(3))
    assert.equal(third.documents, 2)
    assert.deepEqual(third.openTasks[0]?.assignee, ada)
    assert.deepEqual(third.issues[0], { id: 'i1', issueType: 'rating', description: 'A knee', cited: 1 })
    const fourth = caseThen(history, endOf(4))
    assert.deepEqual(
      fourth.issues.map(({ id, disposition }) => [id, disposition]),
      [['i1', 'allowed']],
    )
    assert.deepEqual(fourth.openTasks, [])
    assert.equal(fourth.documents, 1)
    const fifth = caseThen(history, endOf(5))
    assert.deepEqual(
      fifth.issues.map(({ id, disposition }) => [id, disposition]),
      [
        ['i1', undefined],
        ['i2', undefined],
      ],
    )
    assert.equal(fifth.people[0]?.hasDied, true)
  })
})
