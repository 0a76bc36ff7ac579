import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { beforeEach, describe, it } from 'node:test'
import { actionNames } from '@portico/contract/actions'
import { defaultProfile } from '../profile/default.ts'
import { type CaseInWork, caseInWork, opening } from '../test/case-in-work.ts'
import { alice } from '../test/given.ts'
import { deciders, isAcceptedWhenClosed, refuseOnClosed } from './closed-case.ts'
import { workProducts } from './decision/work-product.ts'
import { caseFile } from './file/case-file.ts'
import { document } from './file/document.ts'
import { issues } from './issue/issue.ts'
import type { Decider } from './kernel/decider.ts'
import { session } from './session/session.ts'
import { work } from './work/work.ts'

const caseId = 'case_1'
const text = { title: 'Decision', contentSha256: 'b'.repeat(64), issueIds: [] }
const judge = { kind: 'person' as const, id: alice.id, name: alice.name }

describe('a case that is closed', () => {
  let one: CaseInWork

  const task = (type: string) => one.state.tasks.find((task) => task.type === type)?.id ?? ''
  const withdraw = () => {
    one.run(work, { type: 'routeMail', caseId, mailType: 'withdrawal', newTaskId: 'task_w' })
    return one.run(work, { type: 'completeTask', caseId, taskId: 'task_w', changes: { scope: 'case' } })
  }

  beforeEach(() => {
    one = caseInWork()
    one.run(caseFile, opening)
    one.run(work, { type: 'docket', caseId, docket: 'directReview', findings: [], mayOverride: false })
  })

  it('has no session to come, no timer, no draft and no task but what outlives it, each by an event', () => {
    const taskId = task('distribution')
    one.run(work, { type: 'completeTask', caseId, taskId, outcome: 'distributed', person: judge })
    one.run(work, { type: 'completeTask', caseId, taskId: task('assignment'), outcome: 'ownDraft' })
    one.run(workProducts, { type: 'draft', caseId, workProductId: 'product_1', ...text })
    for (const sessionId of ['session_a', 'session_b', 'session_c']) {
      one.run(session, { type: 'requestSession', caseId, sessionId, kind: 'video' })
    }
    const startsAt = new Date(one.at.getTime() + 86_400_000).toISOString()
    const slot = { startsAt, minutes: 60, timeZone: 'UTC' }
    one.run(session, {
      ...{ type: 'placeSession', caseId, sessionId: 'session_a', slot },
      consent: 'Everybody has agreed.',
    })
    one.run(session, { type: 'endSession', caseId, sessionId: 'session_c', outcome: 'withdrawn' })
    one.run(work, { type: 'routeMail', caseId, mailType: 'privacyComplaint', newTaskId: 'task_p' })
    assert.ok(one.state.timers.length > 0)
    const made = withdraw()
    const closed = made.find(({ type }) => type === 'case.closed')
    assert.deepEqual(closed?.data, {
      reason: 'withdrawn',
      sessions: ['session_a', 'session_b'],
      drafts: ['product_1'],
    })
    assert.deepEqual(
      made.filter(({ type }) => type === 'session.withdrawn').map(({ subject }) => subject),
      ['session_a', 'session_b'],
    )
    assert.deepEqual(
      made.filter(({ type }) => type === 'workProduct.discarded').map(({ data }) => data),
      [{ workProductId: 'product_1', why: 'The case was closed.' }],
    )
    assert.deepEqual(
      one.state.timers.filter(({ taskId }) => taskId !== 'task_p'),
      [],
    )
    assert.deepEqual(
      one.state.tasks.map(({ type }) => type),
      ['privacyComplaint'],
    )
    assert.deepEqual(Object.values(one.state.sessions), ['withdrawn', 'withdrawn', 'withdrawn'])
    assert.equal(one.state.standing?.status, 'withdrawn')
  })

  it('is not closed while a decision is signed and not released', () => {
    const ids = { workProductId: 'product_1', packageSha256: 'a'.repeat(64) }
    const signing: Decider<{ type: string; caseId: string }, null> = {
      name: 'signing',
      stateVersion: 1,
      reads: () => ({ types: [] }),
      initial: null,
      evolve: () => null,
      decide: () => [
        {
          type: 'workProduct.signed',
          subject: 'product_1',
          data: {
            ...ids,
            version: 1,
            contentSha256: 'b'.repeat(64),
            dispositions: [],
            recipients: [],
            warnings: [],
          },
        },
      ],
    }
    const profile = structuredClone(defaultProfile)
    for (const { when } of profile.workflows[0]?.rules ?? []) {
      if (when?.samplePercent !== undefined) when.samplePercent = 100
      if (when?.notSampled !== undefined) when.notSampled = 100
    }
    const opened = one.events[0]?.data
    one = caseInWork({ profile })
    one.run(caseFile, { ...(opened as object), type: 'openCase', caseId, documents: [] } as never)
    one.run(work, { type: 'docket', caseId, docket: 'directReview', findings: [], mayOverride: false })
    const taskId = task('distribution')
    one.run(work, { type: 'completeTask', caseId, taskId, outcome: 'distributed', person: judge })
    one.run(work, { type: 'completeTask', caseId, taskId: task('assignment'), outcome: 'ownDraft' })
    one.run(signing, { type: 'sign', caseId })
    assert.throws(withdraw, /signed but not released/)
    assert.equal(one.state.isClosed, false)
  })

  it('takes what the profile names and nothing else', () => {
    withdraw()
    const addIssue = { type: 'addIssue' as const, caseId, issueId: 'issue_1', issueType: 'serviceConnection' }
    assert.throws(() => one.run(issues, addIssue), /closed: it no longer accepts editIssues, only /)
    const asking = { type: 'requestSession' as const, caseId, sessionId: 'session_1', kind: 'video' as const }
    assert.throws(() => one.run(session, asking), /no longer accepts manageSessions/)
    const profile = { ...defaultProfile, closedCases: { accepts: ['editIssues'] } }
    assert.doesNotThrow(() => refuseOnClosed(issues, addIssue, { actor: alice, profile }))
    assert.throws(() => refuseOnClosed(document, { type: 'tag' }, { actor: alice, profile }), /accepts tag/)
    const system = { ...alice, kind: 'system' as const }
    assert.doesNotThrow(() => refuseOnClosed(document, { type: 'tag' }, { actor: system, profile }))
  })

  it('offers no action that changes it but what the profile names', () => {
    const offered = actionNames.filter((action) => isAcceptedWhenClosed(action, ['annotate']))
    for (const kept of [
      'annotate',
      'removeAnyAnnotation',
      'readCases',
      'exportCase',
      'readAccessLog',
    ] as const)
      assert.ok(offered.includes(kept), kept)
    for (const gone of ['tag', 'docket', 'docketAnyway', 'purgeByOrder', 'manageSessions'] as const)
      assert.ok(!offered.includes(gone), gone)
  })

  it('every decider of the core says what its commands are on a closed case', async () => {
    const files = (await readdir(import.meta.dirname, { recursive: true })).filter((name) =>
      /^[a-z/-]+\.ts$/.test(name),
    )
    const exported = await Promise.all(files.map((name) => import(`./${name}`)))
    const found = exported
      .flatMap((file) => Object.values(file) as Partial<Decider<never, unknown>>[])
      .filter((value) => typeof value?.decide === 'function' && typeof value.evolve === 'function')
    assert.deepEqual(new Set(found), new Set<unknown>(deciders))
    assert.deepEqual(
      deciders.filter(({ needs }) => !needs).map(({ name }) => name),
      [],
    )
  })
})
