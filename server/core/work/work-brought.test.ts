import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Brought } from '@portico/contract/cases'
import { caseInWork, opening } from '../../test/case-in-work.ts'
import { caseFile } from '../file/case-file.ts'
import { session } from '../session/session.ts'
import { work } from './work.ts'

const caseId = 'case_1'
const onDocket: Brought = { docket: 'directReview', docketDate: '2026-03-02' }
const closed = { reason: 'decided', closedAt: '2026-06-01T00:00:00.000Z', outcome: 'Granted' }
const importer = { id: 'system_command_line', name: 'portico import', kind: 'system' as const }

function brought(where?: Brought) {
  const one = caseInWork()
  one.run(caseFile, { ...opening, ...(where ? { brought: where } : {}) })
  const task = (taskType: string, deadline?: string) => ({
    ...{ type: 'bringTask' as const, caseId, taskId: `task_${taskType}`, taskType },
    ...{ alias: { source: 'old', externalId: taskType }, ...(deadline ? { deadline } : {}) },
  })
  return {
    one,
    bring: (taskType: string, deadline?: string) =>
      one.run(work, task(taskType, deadline), { actor: importer }),
    refusal: (taskType: string) => one.accepts(work, task(taskType), { actor: importer }),
    open: () => one.state.tasks.map(({ type, status }) => `${type} ${status}`),
  }
}

describe('a task that is loaded', () => {
  it('stands where the work on the case would have it, so that what must wait waits', () => {
    const mail = brought(onDocket)
    mail.bring('extensionRequest')
    assert.deepEqual(mail.open(), ['appeal onHold', 'distribution onHold', 'extensionRequest assigned'])
    const drafted = brought(onDocket)
    assert.match(drafted.refusal('drafting') ?? '', /belongs under another task, .*\(review\)/)
    drafted.bring('review')
    drafted.bring('drafting')
    assert.deepEqual(drafted.open(), ['appeal onHold', 'review onHold', 'drafting assigned'])
  })

  it('waits until its deadline where tasks of its type wait', () => {
    const { one, bring, open } = brought({ ...onDocket, docket: 'evidenceSubmission' })
    bring('evidenceWindow', '2026-12-01T00:00:00.000Z')
    assert.deepEqual(open(), ['appeal onHold', 'distribution onHold', 'evidenceWindow onHold'])
    one.passDays(31)
    const timerId = one.state.timers.find(({ name }) => name === 'hold')?.id ?? ''
    one.run(work, { type: 'fireTimer', caseId, timerId })
    assert.deepEqual(open(), ['appeal onHold', 'distribution assigned'])
  })

  it('is none that depends on a session or a signed decision, nor a step before the docket', () => {
    const { refusal } = brought(onDocket)
    for (const type of [
      ...['sessionPending', 'scheduleSession', 'holdSession', 'noShow'],
      ...['qualityReview', 'sealing', 'dispatch', 'deliveryFailed', 'effectuation', 'effectuationFailed'],
    ])
      assert.match(refusal(type) ?? '', /depends on a session or a signed decision/, type)
    assert.match(brought().refusal('assignment') ?? '', /comes after docketing/)
  })
})

describe('a case that is loaded as closed', () => {
  it('stands there since it was closed, and takes mail as any closed case does', () => {
    const { one, open } = brought({ ...onDocket, closed })
    assert.deepEqual(open(), [])
    assert.deepEqual(one.state.standing?.enteredStepAt, closed.closedAt)
    one.run(work, { type: 'routeMail', caseId, mailType: 'motionForReconsideration', newTaskId: 'task_m' })
    assert.deepEqual(open(), ['motionForReconsideration assigned'])
  })

  it('has no session that is to come', () => {
    const { one } = brought({ closed })
    const row = { type: 'bringSession' as const, caseId, kind: 'video' as const }
    const alias = { source: 'old', externalId: 's' }
    const refused = one.accepts(
      session,
      { ...row, sessionId: 'session_1', status: 'requested', alias },
      { actor: importer },
    )
    assert.match(refused ?? '', /is closed/)
    const slot = { startsAt: '2027-01-01T10:00:00Z', minutes: 60, timeZone: 'UTC' }
    const asked = { ...row, sessionId: 'session_3', status: 'requested' as const, slot, alias }
    assert.match(
      brought(onDocket).one.accepts(session, asked) ?? '',
      /slot must be left out of a requested session/,
    )
    one.run(session, { ...row, sessionId: 'session_2', status: 'withdrawn', alias }, { actor: importer })
    assert.deepEqual(Object.values(one.state.sessions), ['withdrawn'])
  })
})
