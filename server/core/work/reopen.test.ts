import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { defaultProfile } from '../../profile/default.ts'
import { type CaseInWork, caseInWork, opening } from '../../test/case-in-work.ts'
import { alice, bob } from '../../test/given.ts'
import { workProducts } from '../decision/work-product.ts'
import { endedBy } from '../endings.ts'
import { caseFile } from '../file/case-file.ts'
import { issues } from '../issue/issue.ts'
import { fold, type Recorded, Refusal, type RefusalCode } from '../kernel/decider.ts'
import { session } from '../session/session.ts'
import { aboutOf } from './about.ts'
import type { Stood } from './reopen.ts'
import { isPending } from './state.ts'
import { type WorkCommand, work } from './work.ts'

const caseId = 'case_1'
const [judge, writer] = [alice, bob].map(({ id, name }) => ({ kind: 'person' as const, id, name }))

describe('mail that changes a case', () => {
  let one: CaseInWork
  const does = (command: object) => one.run(work, { caseId, ...command } as WorkCommand)
  const refuses = (code: RefusalCode, sentence: RegExp, command: object) =>
    assert.throws(
      () => does(command),
      (error) => error instanceof Refusal && error.code === code && sentence.test(error.message),
    )
  const task = (type: string) =>
    one.state.tasks.find((task) => task.type === type) ?? assert.fail(`no ${type} is open`)
  const withdrawal = (changes?: object) => ({
    type: 'completeTask',
    taskId: task('withdrawal').id,
    ...(changes ? { changes } : {}),
  })
  const listed = () => fold(issues, one.events as Recorded[])
  const start = (profile = defaultProfile) => {
    one = caseInWork({ profile })
    one.run(caseFile, opening)
    does({ type: 'docket', docket: 'directReview', findings: [], mayOverride: false })
    for (const issueId of ['issue_1', 'issue_2', 'issue_3'])
      one.run(issues, { type: 'addIssue', caseId, issueId, issueType: 'serviceConnection' })
    does({ type: 'routeMail', mailType: 'withdrawal', newTaskId: 'task_w', instructions: 'Look twice.' })
  }
  beforeEach(() => start())

  it('is completed only with an answer: the whole, these issues, or nothing with a reason', () => {
    refuses('invalid', /changes must be \{"scope": "case"\}/, withdrawal())
    refuses('invalid', /no issue issue_9/, withdrawal({ scope: 'issues', issueIds: ['issue_9'] }))
    const all = ['issue_1', 'issue_2', 'issue_3']
    refuses('invalid', /scope must be case/, withdrawal({ scope: 'issues', issueIds: all }))
    const supported = { type: 'completeTask', taskId: task('distribution').id, outcome: 'distributed' }
    refuses('invalid', /changes must be left out/, {
      ...supported,
      person: judge,
      changes: { scope: 'case' },
    })
  })

  it('about nothing ends nothing, about issues ends these, and the case goes on', () => {
    does(withdrawal({ scope: 'none', why: 'It is about another appeal.' }))
    assert.deepEqual([one.state.isClosed, listed().issueIds.length], [false, 3])
    does({ type: 'routeMail', mailType: 'withdrawal', newTaskId: 'task_w2' })
    one.run(issues, { type: 'decideIssue', caseId, issueId: 'issue_2', disposition: 'denied' })
    const made = does(withdrawal({ scope: 'issues', issueIds: ['issue_2'] }))
    assert.deepEqual(endedBy(made as Recorded[], ['task_w2']), {
      issues: [{ id: 'issue_2', as: 'withdrawn' }],
      tasks: [],
      sessions: [],
      drafts: [],
      remands: [],
    })
    assert.deepEqual([one.state.isClosed, listed().issueIds], [false, ['issue_1', 'issue_3']])
    assert.equal(one.state.standing?.status, 'onDocket')
  })

  it('asks also by a profile that was saved before it could say so', () => {
    const profile = structuredClone(defaultProfile)
    for (const row of profile.mailTypes) delete row.asksScope
    start(profile)
    refuses('invalid', /changes must be \{"scope": "case"\}/, withdrawal())
    does(withdrawal({ scope: 'none', why: 'Sent twice.' }))
    assert.equal(one.state.isClosed, false)
    does({ type: 'routeMail', mailType: 'withdrawal', newTaskId: 'task_w2' })
    does(withdrawal({ scope: 'case' }))
    assert.deepEqual([one.state.isClosed, listed().issueIds], [true, []])
  })

  it('leaves the issues to be decided where the profile says so', () => {
    const profile = structuredClone(defaultProfile)
    for (const row of profile.mailTypes) if (row.asksScope) row.asksScope = { issues: 'stay' }
    start(profile)
    does(withdrawal({ scope: 'issues', issueIds: ['issue_1'] }))
    assert.equal(listed().issueIds.length, 3)
  })

  describe('and a case that it ended in error', () => {
    /** As the service gathers it from the log. */
    const stoodAt = (version: number): Stood => {
      const before = one.events.slice(0, version) as Recorded[]
      const state = fold(work, before)
      const { workProduct } = state
      return {
        endedBy: { id: 'evt_closed', at: one.at.toISOString() },
        work: state,
        instructions: { task_w: 'Look twice.' },
        sessions: Object.keys(state.sessions)
          .filter((id) => isPending(state.sessions[id] ?? ''))
          .map((sessionId) => ({ sessionId, kind: 'video' as const })),
        drafts:
          workProduct?.status === 'inReview'
            ? [{ workProductId: workProduct.id, status: 'inReview' as const }]
            : [],
        issues: fold(issues, before).issueIds,
      }
    }
    const shape = () =>
      one.state.tasks.map((task) => {
        const { type, status, assignee, deadline, openedAt } = task
        const parent = one.state.tasks.find(({ id }) => id === task.parentId)?.type
        return {
          type,
          status,
          parent,
          who: assignee?.id,
          deadline,
          openedAt,
          about: aboutOf(one.state, task),
        }
      })

    it('stands where it stood: tasks, holder, deadline, hold, issues in order, draft and mail', () => {
      does({ type: 'completeTask', taskId: task('distribution').id, outcome: 'distributed', person: judge })
      does({ type: 'completeTask', taskId: task('assignment').id, outcome: 'assigned', person: writer })
      does({
        type: 'openTask',
        parentId: task('drafting').id,
        taskType: 'supportAction',
        newTaskId: 'task_s',
      })
      one.passDays(3)
      const until = new Date(one.at.getTime() + 5 * 86_400_000).toISOString()
      does({ type: 'holdTask', taskId: 'task_s', until, why: 'Records.', timerId: 'timer_s' })
      does({ type: 'routeMail', mailType: 'statusInquiry', newTaskId: 'task_i' })
      const text = { title: 'Decision', contentSha256: 'b'.repeat(64), issueIds: [] }
      one.run(workProducts, { type: 'draft', caseId, workProductId: 'product_1', ...text })
      one.run(issues, { type: 'decideIssue', caseId, issueId: 'issue_3', disposition: 'denied' })
      one.run(issues, { type: 'orderIssues', caseId, issueIds: ['issue_3', 'issue_1', 'issue_2'] })
      const [before, standing, version] = [shape(), one.state.standing, one.events.length]
      const wasListed = listed()

      const made = does(withdrawal({ scope: 'case' }))
      const ended = endedBy(made as Recorded[], ['task_w'])
      assert.deepEqual(ended.closes, { reason: 'withdrawn', isDecided: false })
      assert.deepEqual(ended.drafts, ['product_1'])
      assert.equal(ended.issues.length, 3)
      assert.equal(one.state.isClosed, true)
      one.passDays(1)
      const stood = {
        ...stoodAt(version),
        drafts: [{ workProductId: 'product_1', status: 'draft' as const }],
      }
      const reopened = does({ type: 'reopenCase', why: 'It meant one issue.', stood })

      assert.deepEqual(
        shape().toSorted((a, b) => a.type.localeCompare(b.type)),
        before.toSorted((a, b) => a.type.localeCompare(b.type)),
      )
      const { taskId: _, ...now } = one.state.standing ?? assert.fail()
      assert.deepEqual(now, {
        status: standing?.status,
        partyStatus: standing?.partyStatus,
        why: standing?.why,
        step: standing?.step,
        enteredStepAt: standing?.enteredStepAt,
      })
      assert.notEqual(standing?.enteredStepAt, one.at.toISOString())
      assert.equal(one.state.docket, 'directReview')
      assert.deepEqual(listed().issueIds, wasListed.issueIds)
      assert.equal(listed().issues.issue_3?.decision?.disposition, 'denied')
      assert.equal(one.state.workProduct?.status, 'draft')
      assert.equal(one.state.tasks.find(({ id }) => id === 'task_i')?.type, 'statusInquiry', 'it outlived it')
      const again = reopened.find((event) => event.type === 'task.opened' && event.data.type === 'withdrawal')
      assert.equal((again?.data as { instructions?: string } | undefined)?.instructions, 'Look twice.')
      refuses('invalid', /changes must be \{"scope": "case"\}/, withdrawal())
      refuses('stateForbids', /Only a closed case can be reopened/, {
        type: 'reopenCase',
        why: 'Again.',
        stood,
      })
      one.run(work, {
        type: 'fireTimer',
        caseId,
        timerId: one.state.timers.find(({ name }) => name === 'hold')?.id ?? '',
      })
      assert.equal(task('supportAction').status, 'onHold', 'its hold is not over')
    })

    it('requests the sessions again that were withdrawn with it', () => {
      one.run(session, { type: 'requestSession', caseId, sessionId: 'session_1', kind: 'video' })
      const version = one.events.length
      does(withdrawal({ scope: 'case' }))
      assert.equal(one.state.sessions.session_1, 'withdrawn')
      does({ type: 'reopenCase', why: 'By mistake.', stood: stoodAt(version) })
      const again = Object.entries(one.state.sessions).filter(([, status]) => status === 'requested')
      assert.equal(again.length, 1)
      assert.equal(task('scheduleSession').status, 'assigned')
      assert.equal(one.state.tasks.filter(({ type }) => type === 'sessionPending').length, 1)
      assert.equal(task('distribution').status, 'onHold')
    })
  })
})
