import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { defaultProfile } from '../../profile/default.ts'
import { type CaseInWork, caseInWork, opening } from '../../test/case-in-work.ts'
import { sealDecision, signDecision } from '../../test/decide-in-work.ts'
import { alice, bob } from '../../test/given.ts'
import { caseFacts } from '../file/case-facts.ts'
import { caseFile } from '../file/case-file.ts'
import { custody } from '../file/custody.ts'
import { Refusal } from '../kernel/decider.ts'
import { type WorkCommand, work } from './work.ts'

const caseId = 'case_1'
const upstream = { alias: { source: 'registry', externalId: 'R-1' }, asOf: '2026-01-01T10:00:00Z' }
const evidence = 'evidenceOrArgument'

describe('mail that is still open', () => {
  let one: CaseInWork
  const does = (command: object) => one.run(work, { caseId, ...command } as WorkCommand)
  const refuses = (sentence: RegExp, command: object) =>
    assert.throws(
      () => does(command),
      (error) => error instanceof Refusal && error.code === 'stateForbids' && sentence.test(error.message),
    )
  const task = (type: string) => one.state.tasks.find((task) => task.type === type)
  const idOf = (type: string) => task(type)?.id ?? assert.fail(`no ${type} is open`)
  const arrives = (mailType: string) =>
    does({ type: 'routeMail', mailType, newTaskId: `task_${mailType}`, documentId: 'doc_1' })
  const cancelled = () =>
    one.events.flatMap((event) => (event.type === 'task.cancelled' ? [event.data.type] : []))

  beforeEach(() => start())
  function start(profile = defaultProfile) {
    one = caseInWork({ profile })
    one.run(caseFile, opening)
    does({ type: 'docket', docket: 'directReview', findings: [], mayOverride: false })
  }
  function toDispatch() {
    const [judge, writer] = [alice, bob].map(({ id, name }) => ({ kind: 'person', id, name }))
    does({ type: 'completeTask', taskId: idOf('distribution'), outcome: 'distributed', person: judge })
    does({ type: 'completeTask', taskId: idOf('assignment'), outcome: 'assigned', person: writer })
    signDecision(one, { caseId }, [])
    sealDecision(one, { caseId })
  }
  const dispatch = () => ({ type: 'completeTask', taskId: idOf('dispatch'), outcome: 'dispatched' })

  it('blocks dispatch until somebody has worked it', () => {
    toDispatch()
    arrives(evidence)
    refuses(/“Evidence or argument” is still open: complete it first/, dispatch())
    does({ type: 'completeTask', taskId: idOf(evidence) })
    does(dispatch())
    assert.equal(one.state.isClosed, true)
    assert.ok(!cancelled().includes(evidence))
  })

  it('blocks dispatch also where the workflow of the profile does not close the case with it', () => {
    const profile = structuredClone(defaultProfile)
    const [workflow] = profile.workflows
    if (workflow) workflow.rules = workflow.rules.filter(({ name }) => name !== 'dispatched')
    start(profile)
    toDispatch()
    arrives(evidence)
    refuses(/still open/, dispatch())
  })

  it('blocks every way to close a case, and is not in the way of a decision that is returned', () => {
    arrives(evidence)
    arrives('withdrawal')
    refuses(/“Evidence or argument” is still open/, {
      type: 'completeTask',
      taskId: idOf('withdrawal'),
      changes: { scope: 'case' },
    })
    one.run(caseFacts, { type: 'retractCase', caseId, why: 'Twice.', ...upstream })
    refuses(/are still open/, { type: 'completeTask', taskId: idOf('retraction'), outcome: 'close' })
    does({ type: 'completeTask', taskId: idOf('retraction'), outcome: 'goOn', note: 'It stays.' })
    refuses(/cannot be cancelled: complete it instead/, {
      type: 'cancelTask',
      taskId: idOf('withdrawal'),
      why: 'Sent twice.',
    })
    does({
      type: 'completeTask',
      taskId: idOf('withdrawal'),
      changes: { scope: 'none', why: 'Sent twice.' },
    })
    toDispatch()
    does({ type: 'completeTask', taskId: idOf('dispatch'), outcome: 'returned', note: 'New evidence.' })
    assert.ok(task(evidence), 'it is open in the review that follows')
  })

  it('outlives the case where the profile accepts it on a closed one, whatever its task type says', () => {
    const profile = structuredClone(defaultProfile)
    const row = profile.mailTypes.find(({ name }) => name === evidence)
    if (row) row.allowedOnClosed = true
    start(profile)
    toDispatch()
    arrives(evidence)
    arrives('motionToVacate')
    does(dispatch())
    assert.equal(one.state.isClosed, true)
    assert.deepEqual(
      one.state.tasks.map(({ type }) => type).filter((type) => type !== 'effectuation'),
      [evidence, 'motionToVacate'],
    )
    const purge = { type: 'purge' as const, caseId, order: { why: 'A court.' } }
    assert.throws(() => one.run(custody, purge), /2 tasks about mail are still open/)
  })

  it('is not cancelled with the task above it, nor by a rule', () => {
    const profile = structuredClone(defaultProfile)
    profile.workflows[0]?.rules.push({
      name: 'forget',
      on: { event: 'task.cancelled', task: ['distribution'] },
      do: [{ cancel: 'extensionRequest', why: 'Nobody waits for it.' }],
    })
    start(profile)
    arrives('extensionRequest')
    assert.equal(task('extensionRequest')?.parentId, idOf('distribution'), 'it holds distribution up')
    does({ type: 'cancelTask', taskId: idOf('distribution'), why: 'By mistake.' })
    assert.equal(task('extensionRequest')?.parentId, one.state.rootId)
    assert.deepEqual(cancelled(), ['distribution'])
  })

  it('is answered, and not cancelled by hand, whatever its type', () => {
    for (const mailType of [evidence, 'statusInquiry', 'extensionRequest']) {
      arrives(mailType)
      refuses(/cannot be cancelled: complete it instead/, {
        type: 'cancelTask',
        taskId: idOf(mailType),
        why: 'Not mine.',
      })
      const outcome = mailType === 'extensionRequest' ? { outcome: 'denied' } : {}
      does({ type: 'completeTask', taskId: idOf(mailType), note: 'It is about another case.', ...outcome })
    }
    assert.deepEqual(cancelled(), [])
  })

  it('keeps a case from being refused at the docket', () => {
    one = caseInWork()
    one.run(caseFile, opening)
    arrives(evidence)
    const findings = [{ reason: 'wrongForum' }]
    const refusal = { type: 'refuseDocketing' as const, caseId, findings }
    assert.throws(() => one.run(work, refusal), /“Evidence or argument” is still open/)
    assert.equal(one.state.isClosed, false)
    does({ type: 'completeTask', taskId: idOf(evidence) })
    one.run(work, refusal)
    assert.equal(one.state.isClosed, true)
  })

  it('that another system brought keeps a closed case from being purged', () => {
    const alias = { source: 'registry', externalId: 'T-1' }
    does({ type: 'bringTask', taskId: 'task_brought', taskType: 'statusInquiry', alias })
    arrives('withdrawal')
    does({ type: 'completeTask', taskId: idOf('withdrawal'), changes: { scope: 'case' } })
    assert.ok(task('statusInquiry'), 'it outlives the case')
    const purge = { type: 'purge' as const, caseId, order: { why: 'A court.' } }
    assert.throws(() => one.run(custody, purge), /A task about mail is still open/)
    does({ type: 'completeTask', taskId: idOf('statusInquiry') })
    one.run(custody, purge)
  })

  it('that was loaded from another system is mail, too', () => {
    const alias = { source: 'registry', externalId: 'T-1' }
    does({ type: 'bringTask', taskId: 'task_brought', taskType: evidence, alias })
    arrives('withdrawal')
    refuses(/still open/, { type: 'completeTask', taskId: idOf('withdrawal'), changes: { scope: 'case' } })
  })
})
