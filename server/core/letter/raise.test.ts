import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alice, callBy, noon } from '../../test/given.ts'
import type { Fact } from '../kernel/decider.ts'
import type { Happened } from '../reactions.ts'
import { letterReactions } from './raise.ts'

const happened = (fact: object) =>
  ({ ...fact, id: 'evt_1', caseId: 'case_1', at: noon.toISOString(), actor: alice }) as unknown as Happened
const task = (type: Fact['type'], data: object) =>
  happened({ type, subject: 't', data: { taskId: 't', ...data } })
const raised = (event: Happened) =>
  letterReactions(event, callBy(alice)).map(
    ({ command }) => (command as unknown as { letter: string }).letter,
  )

describe('what raises a letter', () => {
  it('a signature, a task and a deadline, as the letters of the profile say', () => {
    const data = { workProductId: 'p' }
    assert.deepEqual(raised(happened({ type: 'workProduct.released', subject: 'p', data })), [
      'decisionNotice',
    ])
    assert.deepEqual(raised(happened({ type: 'workProduct.signed', subject: 'p', data })), [])
    const type = 'representativeArgument'
    assert.deepEqual(raised(task('task.opened', { type })), ['statusOfAppeal'])
    assert.deepEqual(raised(task('task.deadlineApproaching', { type })), ['argumentReminder'])
    assert.deepEqual(raised(task('task.opened', { type: 'drafting' })), [])
  })

  it('the date of a session: of a remote one when its conference is ready, and a reminder of it', () => {
    const session = (type: Fact['type'], data: object) =>
      happened({ type, subject: 's', data: { sessionId: 's', ...data } })
    assert.deepEqual(raised(session('session.scheduled', { kind: 'inPerson' })), ['hearingNotice'])
    assert.deepEqual(raised(session('session.scheduled', { kind: 'video' })), [])
    assert.deepEqual(raised(session('session.rescheduled', { kind: 'video' })), [])
    assert.deepEqual(raised(session('session.conferenceReady', { because: 'rescheduled' })), [
      'hearingNotice',
    ])
    assert.deepEqual(raised(session('session.reminderDue', { kind: 'video' })), ['hearingReminder'])
    assert.deepEqual(raised(session('session.scheduled', { kind: 'inPerson', isBrought: true })), [])
  })

  it('not what a bulk load brings, nor a task about a letter', () => {
    const type = 'representativeArgument'
    assert.deepEqual(raised(task('task.opened', { type, about: 'ltr_1' })), [])
    assert.deepEqual(raised(task('task.opened', { type, isBrought: true })), [])
  })
})
