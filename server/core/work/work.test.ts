import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Assignee } from '@portico/contract/tasks'
import { defaultProfile } from '../../profile/default.ts'
import { byTheClock } from '../../test/by-the-clock.ts'
import { type CaseInWork, caseInWork, opening } from '../../test/case-in-work.ts'
import { sealDecision, signDecision } from '../../test/decide-in-work.ts'
import { alice, bob, callBy, noon } from '../../test/given.ts'
import { deliveries } from '../decision/delivery.ts'
import { effectuation } from '../decision/effectuation.ts'
import { workProducts } from '../decision/work-product.ts'
import { caseFile } from '../file/case-file.ts'
import { Refusal, type RefusalCode } from '../kernel/decider.ts'
import { session } from '../session/session.ts'
import { offersOn } from './offers.ts'
import { type WorkCommand, work } from './work.ts'

const caseId = 'case_1'
const whole = { changes: { scope: 'case' as const } }
const judge = { kind: 'person' as const, id: alice.id, name: alice.name }
const writer = { kind: 'person' as const, id: bob.id, name: bob.name }
const asAlice = { actor: alice, caller: { roles: ['adjudicator'], teams: [] } }
const asCarol = {
  actor: { ...alice, id: 'mem_carol', name: 'carol' },
  caller: { roles: ['caseSupport'], teams: [] },
}
const asBob = { actor: bob, caller: { roles: ['drafter'], teams: ['drafters'] } }

describe('the work on a case', () => {
  let one: CaseInWork

  beforeEach(() => {
    one = caseInWork()
    one.run(caseFile, opening)
  })

  const task = (type: string) => {
    const found = one.state.tasks.find((task) => task.type === type)
    assert.ok(found, `no open ${type}; open are ${one.state.tasks.map(({ type }) => type)}`)
    return found
  }
  const open = () => one.state.tasks.map(({ type, status }) => `${type} ${status}`)
  const status = () => one.state.standing?.status
  type Given = WorkCommand extends infer Command
    ? Command extends unknown
      ? Omit<Command, 'caseId'>
      : never
    : never
  const does = (command: Given, by = {}) => one.run(work, { caseId, ...command } as WorkCommand, by)
  const refuses = (code: RefusalCode, sentence: RegExp, command: Given, by = {}) => {
    const before = one.events.length
    assert.throws(
      () => does(command, by),
      (error) => error instanceof Refusal && error.code === code && sentence.test(error.message),
    )
    assert.equal(one.events.length, before, 'nothing was changed')
  }
  const docket = (name: string) => does({ type: 'docket', docket: name, findings: [], mayOverride: false })
  const signed = (recipients: string[] = []) => {
    signDecision(one, { caseId }, recipients)
    sealDecision(one, { caseId })
  }
  const toReview = () => {
    docket('directReview')
    toReviewFrom('distribution')
  }
  const toReviewFrom = (step: string) => {
    does({ type: 'completeTask', taskId: task(step).id, outcome: 'distributed', person: judge })
    does(
      { type: 'completeTask', taskId: task('assignment').id, outcome: 'assigned', person: writer },
      asAlice,
    )
  }

  it('begins with a root on hold and its first step', () => {
    assert.deepEqual(open(), ['appeal onHold', 'intake assigned'])
    assert.equal(status(), 'preDocketed')
    assert.deepEqual(one.typesSince(0), [
      'case.opened',
      'party.recorded',
      'task.opened',
      'task.opened',
      'task.held',
      'case.stateChanged',
    ])
  })

  it('begins once: asked again it changes nothing', () => {
    assert.deepEqual(
      does({ type: 'begin', opening: { id: 'evt_1', at: '2026-03-02T00:00:00.000Z', data: opening } }),
      [],
    )
  })

  it('a child puts its parent on hold, and its end lets the parent go on', () => {
    const parentId = task('intake').id
    does({ type: 'openTask', parentId, taskType: 'letter', newTaskId: 'task_l' })
    assert.deepEqual(open(), ['appeal onHold', 'intake onHold', 'letter assigned'])
    does({ type: 'completeTask', taskId: 'task_l', note: 'They called.' })
    assert.deepEqual(open(), ['appeal onHold', 'intake assigned'])
  })

  it('a step that is ended ends what stands under it', () => {
    does({ type: 'openTask', parentId: task('intake').id, taskType: 'letter', newTaskId: 'task_l' })
    docket('directReview')
    assert.deepEqual(open(), ['appeal onHold', 'distribution assigned'])
    assert.ok(one.events.some(({ type, subject }) => type === 'task.cancelled' && subject === 'task_l'))
  })

  it('a task that is held with a date goes on when a child of it closes, and its timer is stopped', () => {
    const { id } = task('intake')
    const until = new Date(one.at.getTime() + 10 * 86_400_000).toISOString()
    does({ type: 'holdTask', taskId: id, until, why: 'Waiting.', timerId: 'timer_1' })
    assert.equal(one.state.timers.length, 1)
    does({ type: 'openTask', parentId: id, taskType: 'letter', newTaskId: 'task_l' })
    assert.deepEqual(one.state.timers, [])
    assert.equal(task('intake').heldUntil, undefined)
  })

  it('a timer fires when it is due, once; one of a closed task is gone', () => {
    const { id } = task('intake')
    const until = new Date(one.at.getTime() + 10 * 86_400_000).toISOString()
    does({ type: 'holdTask', taskId: id, until, why: 'Waiting.', timerId: 'timer_1' })
    assert.deepEqual(does({ type: 'fireTimer', timerId: 'timer_1' }), [], 'not due yet')
    one.passDays(11)
    assert.deepEqual(
      does({ type: 'fireTimer', timerId: 'timer_1' }).map(({ type }) => type),
      ['timer.fired', 'task.resumed'],
    )
    assert.deepEqual(does({ type: 'fireTimer', timerId: 'timer_1' }), [])
    const again = new Date(one.at.getTime() + 10 * 86_400_000).toISOString()
    does({ type: 'holdTask', taskId: id, until: again, why: 'Waiting.', timerId: 'timer_2' })
    docket('directReview')
    assert.deepEqual(
      one.state.timers.map(({ name }) => name),
      ['directReviewTarget'],
    )
    one.passDays(11)
    assert.deepEqual(does({ type: 'fireTimer', timerId: 'timer_2' }), [])
  })

  it('is docketed once, on a docket that there is, and not where something speaks against it', () => {
    const given = { type: 'docket' as const, docket: 'directReview', findings: [], mayOverride: false }
    refuses('invalid', /no docket x/, { ...given, docket: 'x' })
    refuses('stateForbids', /1 year from the decision/, { ...given, contestedDate: '2024-01-01' })
    refuses('stateForbids', /do not allow/, { ...given, contestedDate: '2024-01-01', override: 'So.' })
    refuses('stateForbids', /another forum/, { ...given, findings: [{ reason: 'wrongForum' }] })
    const [docketed] = does({ ...given, contestedDate: '2024-01-01', override: 'So.', mayOverride: true })
    assert.deepEqual(docketed?.data, {
      docket: 'directReview',
      docketDate: '2026-03-02',
      findings: [
        {
          reason: 'untimely',
          why: "It came on March 2, 2026. 1 year from the decision on January 1, 2024 is Wednesday, January 1, 2025, New Year's Day; the next working day is Thursday, January 2, 2025.",
        },
      ],
      override: 'So.',
    })
    refuses('conflict', /already/, given)
    refuses('conflict', /already/, { type: 'refuseDocketing', findings: [{ reason: 'wrongForum' }] })
  })

  it('only one exclusive step is open at a time', () => {
    const profile = profileWithMore()
    const steps = caseInWork({ profile })
    steps.run(caseFile, opening)
    const parentId = steps.state.tasks.find(({ type }) => type === 'intake')?.id ?? ''
    assert.throws(
      () =>
        steps.run(work, { type: 'openTask', caseId, parentId, taskType: 'dispatch', newTaskId: 'task_d' }),
      /these steps exclude each other/,
    )
  })

  it('whoever holds a task works on it, a supervisor passes it on, and nobody else does either', () => {
    toReview()
    const { id: taskId } = task('drafting')
    refuses(
      'forbidden',
      /^“Drafting” is held by bob: only its holder or a supervisor can do this \(Adjudicator, Case support, Administrator\)\.$/,
      { type: 'startTask', taskId },
      { ...asAlice, actor: { ...alice, id: 'x' }, caller: { roles: ['dispatch'], teams: [] } },
    )
    does({ type: 'startTask', taskId }, asBob)
    assert.equal(task('drafting').status, 'inProgress')
    refuses('stateForbids', /only once/, { type: 'startTask', taskId }, asBob)
    const toJudge = { type: 'assignTask' as const, taskId, assignee: judge }
    refuses('invalid', /^why must be given, since the task is taken from bob\.$/, toJudge, asCarol)
    does({ ...toJudge, why: 'On leave.' }, asCarol)
    assert.equal(task('drafting').status, 'assigned', 'who has it anew has not started it')
    assert.deepEqual(does({ type: 'assignTask', taskId, assignee: judge }, asAlice), [])
    const child = { parentId: taskId, taskType: 'supportAction', newTaskId: 'task_support' }
    does({ type: 'openTask', ...child, assignee: judge }, asAlice)
    const completion = { type: 'completeTask' as const, taskId: 'task_support' }
    refuses(
      'forbidden',
      /^“Support action” is held by alice: .* give a reason in override\.$/,
      completion,
      asCarol,
    )
    const [, overridden] = does({ ...completion, override: ' She is on leave. ' }, asCarol).filter(
      ({ type }) => ['task.completed', 'override.used'].includes(type),
    )
    assert.deepEqual(overridden?.data, {
      action: 'complete',
      taskId: 'task_support',
      type: 'supportAction',
      holder: judge,
      why: 'She is on leave.',
    })
  })

  it('is handed on by whoever has it, to a person or back to its team; taking it from them is for supervisors', () => {
    toReview()
    const { id: taskId } = task('review')
    const other = { kind: 'person' as const, id: 'mem_jules', name: 'jules' }
    const asJules = { actor: { ...alice, ...other }, caller: { roles: ['adjudicator'], teams: [] } }
    const to = (assignee: Assignee) => ({ type: 'assignTask' as const, taskId, assignee })
    const team = (id: string, name: string) => to({ kind: 'team', id, name })
    const offered = ({ actor, caller }: typeof asAlice) =>
      offersOn(task('review'), {
        ...{ caseId, state: one.state, at: one.at, profile: defaultProfile },
        worker: { ...actor, ...caller },
      }).may.includes('assign')
    const isAlices = /^“Adjudicator review” is held by alice: only its holder or a supervisor/
    refuses('forbidden', isAlices, { ...to(other), why: 'Mine.' }, asJules)
    assert.deepEqual([offered(asJules), offered(asAlice), offered(asCarol)], [false, true, true])
    refuses(
      'forbidden',
      /^“Adjudicator review” can be assigned to Adjudicators or to an eligible person; only a supervisor can assign it to Mail room \(Case support, Administrator\)\.$/,
      team('mailRoom', 'Mail room'),
      asAlice,
    )
    does(to(other), asAlice)
    assert.deepEqual([task('review').assignee, offered(asAlice)], [other, false])
    does(team('adjudicators', 'Adjudicators'), asJules)
    does({ ...team('mailRoom', 'Mail room'), why: 'By mistake.' }, asCarol)
  })

  it('drafting is completed by a draft that is submitted, and a closed task stays closed', () => {
    toReview()
    const { id: taskId } = task('drafting')
    const unfinished =
      /^“Drafting” cannot be completed\. No draft has been submitted: submit the work product/
    refuses('stateForbids', unfinished, { type: 'completeTask', taskId }, asBob)
    const shown = { caseId, state: one.state, at: one.at, profile: defaultProfile }
    const bobs = { ...asBob.actor, ...asBob.caller }
    assert.ok(!offersOn(task('drafting'), { ...shown, worker: bobs }).may.includes('complete'))
    const product = { caseId, workProductId: 'product_1' }
    const text = { contentSha256: 'a'.repeat(64), issueIds: [] }
    one.run(workProducts, { ...product, type: 'draft', title: 'Decision', ...text })
    const taskTypes = defaultProfile.taskTypes.map(({ completesWhen: _, ...type }) => type)
    const silent = { ...callBy(bob), caller: asBob.caller, profile: { ...defaultProfile, taskTypes } }
    const completion: WorkCommand = { type: 'completeTask', caseId, taskId }
    assert.throws(
      () => work.decide(completion, one.state, silent),
      /^Refusal: “Drafting” cannot be completed\. No work product has been submitted\.$/,
    )
    one.run(workProducts, { ...product, type: 'submit', version: 1 })
    const review = { type: 'completeTask' as const, taskId: task('review').id }
    refuses('stateForbids', /is completed automatically/, review, asAlice)
    for (const type of ['startTask', 'completeTask'] as const) {
      refuses('stateForbids', /closed and cannot be changed/, { type, taskId }, asBob)
    }
    refuses('stateForbids', /closed/, { type: 'cancelTask', taskId, why: 'No.' }, asAlice)
    refuses('stateForbids', /closed/, { type: 'instructTask', taskId, text: 'No.' }, asAlice)
  })

  it('holds last as long as the profile allows', () => {
    const { id: taskId } = task('intake')
    const hold = (days: number) => ({
      type: 'holdTask' as const,
      taskId,
      until: new Date(one.at.getTime() + days * 86_400_000).toISOString(),
      why: 'Waiting.',
      timerId: 'timer_1',
    })
    refuses('invalid', /1 to 120 days/, hold(122))
    refuses('invalid', /1 to 120 days/, hold(-1))
    does(hold(120))
    refuses('stateForbids', /already on hold/, hold(1), {
      ...asAlice,
      caller: { roles: ['intake'], teams: [] },
    })
    does({ type: 'resumeTask', taskId })
    assert.deepEqual(one.state.timers, [])
  })

  it('a decision that is signed goes to dispatch, owes its recipients, and is closed when all have it', () => {
    toReview()
    signed(['party_1', 'party_2'])
    assert.deepEqual(open(), ['appeal onHold', 'dispatch assigned'])
    const dispatch = { type: 'completeTask' as const, taskId: task('dispatch').id, outcome: 'dispatched' }
    refuses('stateForbids', /not been delivered to 2 of its recipients/, dispatch)
    refuses('stateForbids', /not been delivered/, { type: 'cancelTask', taskId: dispatch.taskId, why: 'No.' })
    const [first = '', second = ''] = one.state.owed
    const receipt = { channel: 'mail', sentAt: '2026-11-01T00:00:00.000Z' }
    one.run(deliveries, { type: 'receiptDelivery', caseId, deliveryId: first, ...receipt })
    one.run(deliveries, { type: 'failDelivery', caseId, deliveryId: second, why: 'Moved.' })
    assert.deepEqual(open(), ['appeal onHold', 'dispatch assigned', 'deliveryFailed assigned'])
    does(dispatch)
    assert.deepEqual(open(), ['deliveryFailed assigned', 'effectuation assigned'])
    assert.equal(one.state.isClosed, true)
    assert.equal(status(), 'effectuation')
    one.run(deliveries, { type: 'receiptDelivery', caseId, deliveryId: second, ...receipt })
    assert.deepEqual(open(), ['effectuation assigned'])
    one.run(effectuation, { type: 'reportEffectuation', caseId, result: 'completed' })
    assert.deepEqual([open(), status()], [[], 'closed'])
  })

  it('a decision that everybody has received is not on its way again, also where the case is reopened', () => {
    toReview()
    signed(['party_1', 'party_2'])
    const told = () => one.state.standing?.partyStatus
    const receipt = { channel: 'mail', sentAt: '2026-11-01T00:00:00.000Z' }
    for (const deliveryId of one.state.owed) {
      assert.equal(told(), 'decided')
      one.run(deliveries, { type: 'receiptDelivery', caseId, deliveryId, ...receipt })
    }
    assert.equal(told(), 'sent')
    const before = one.state
    does({ type: 'completeTask', taskId: task('dispatch').id, outcome: 'dispatched' })
    const endedBy = { id: 'event_closed', at: '2026-11-02T00:00:00.000Z' }
    const stood = { endedBy, work: before, instructions: {}, sessions: [], drafts: [], issues: [] }
    does({ type: 'reopenCase', why: 'It was closed too early.', stood })
    assert.deepEqual([one.state.isClosed, task('dispatch').status, told()], [false, 'assigned', 'sent'])
  })

  it('what could not be put into effect is somebody’s task until it is, also where that is known early', () => {
    toReview()
    signed()
    const report = (result: 'completed' | 'failed', why?: string) =>
      one.run(effectuation, { type: 'reportEffectuation', caseId, result, ...(why ? { why } : {}) })
    report('failed', 'No account.')
    assert.deepEqual(open(), ['appeal onHold', 'dispatch assigned', 'effectuationFailed assigned'])
    does({ type: 'completeTask', taskId: task('dispatch').id, outcome: 'dispatched' })
    assert.deepEqual(open(), ['effectuationFailed assigned', 'effectuation assigned'])
    refuses('stateForbids', /not by hand/, { type: 'completeTask', taskId: task('effectuation').id })
    does({ type: 'completeTask', taskId: task('effectuationFailed').id, note: 'The account is open now.' })
    assert.deepEqual([open(), status()], [['effectuation assigned'], 'effectuation'])
    report('failed', 'It came back.')
    assert.deepEqual(open(), ['effectuation assigned', 'effectuationFailed assigned'])
    report('completed')
    assert.deepEqual([open(), status()], [[], 'closed'])
  })

  it('what fails after it was said to be complete is to be put into effect again, and the case says so', () => {
    toReview()
    signed()
    const report = (result: 'completed' | 'failed', why?: string) =>
      one.run(effectuation, { type: 'reportEffectuation', caseId, result, ...(why ? { why } : {}) })
    does({ type: 'completeTask', taskId: task('dispatch').id, outcome: 'dispatched' })
    report('completed')
    report('failed', 'The payment came back.')
    assert.deepEqual(
      [open(), status()],
      [['effectuationFailed assigned', 'effectuation assigned'], 'effectuation'],
    )
    report('completed')
    assert.deepEqual([open(), status()], [[], 'closed'])
  })

  it('a case whose decision is being sent is closed by sending it, and by nothing else', () => {
    toReview()
    signed()
    does({ type: 'routeMail', mailType: 'withdrawal', newTaskId: 'task_w' })
    refuses('stateForbids', /complete “Dispatch”, or recall/, {
      type: 'completeTask',
      taskId: 'task_w',
      ...whole,
    })
    does({
      type: 'completeTask',
      taskId: 'task_w',
      changes: { scope: 'none', why: 'It came too late.' },
    })
    does({ type: 'completeTask', taskId: task('dispatch').id, outcome: 'dispatched' })
    assert.equal(status(), 'effectuation')
  })

  it('what is signed is told before a hearing or a time for evidence that runs beside it', () => {
    toReview()
    one.run(session, { type: 'requestSession', caseId, sessionId: 'session_1', kind: 'video' })
    assert.equal(status(), 'waitingForSession')
    signed()
    assert.equal(status(), 'signed')
    one.run(session, { type: 'endSession', caseId, sessionId: 'session_1', outcome: 'withdrawn' })
    assert.equal(status(), 'signed')
  })

  it('what is in effect before all have been sent it opens no task for that', () => {
    toReview()
    signed()
    one.run(effectuation, { type: 'reportEffectuation', caseId, result: 'completed' })
    does({ type: 'completeTask', taskId: task('dispatch').id, outcome: 'dispatched' })
    assert.deepEqual([open(), status()], [[], 'closed'])
  })

  it('what is signed is released when it is sealed, and owes nobody anything before', () => {
    toReview()
    signDecision(one, { caseId }, ['party_1'])
    assert.deepEqual(open(), ['appeal onHold', 'sealing assigned'])
    assert.deepEqual([status(), one.state.owed], ['signed', []])
    does({ type: 'routeMail', mailType: 'withdrawal', newTaskId: 'task_w' })
    refuses('stateForbids', /being sealed/, { type: 'completeTask', taskId: 'task_w', ...whole })
    sealDecision(one, { caseId })
    assert.deepEqual(open(), ['appeal onHold', 'withdrawal assigned', 'dispatch assigned'])
    assert.equal(one.state.owed.length, 1)
    const types = one.events.map(({ type }) => type).filter((type) => type.startsWith('workProduct.'))
    const tail = ['signed', 'cleared', 'sealed', 'released'].map((what) => `workProduct.${what}`)
    assert.deepEqual(types.slice(-4), tail)
  })

  it('what is recalled before it is sealed is sealed, and stays recalled', () => {
    toReview()
    signDecision(one, { caseId }, ['party_1'])
    one.run(workProducts, { type: 'recall', caseId, workProductId: 'wp_1', why: 'An error.' })
    sealDecision(one, { caseId })
    assert.deepEqual([open(), one.state.owed], [['appeal onHold', 'review assigned'], []])
    assert.equal(one.state.workProduct?.status, 'recalled')
  })

  it('quality review holds back what is sealed, and passing it releases', () => {
    const profile = structuredClone(defaultProfile)
    profile.workProducts.release = 'afterQualityReview'
    for (const { when } of profile.workflows[0]!.rules) {
      if (when?.samplePercent !== undefined) when.samplePercent = 100
      if (when?.notSampled !== undefined) when.notSampled = 100
    }
    one = caseInWork({ profile })
    one.run(caseFile, opening)
    toReview()
    signed(['party_1'])
    assert.deepEqual([open(), one.state.owed], [['appeal onHold', 'qualityReview assigned'], []])
    does({ type: 'completeTask', taskId: task('qualityReview').id, outcome: 'passed' })
    assert.deepEqual(open(), ['appeal onHold', 'dispatch assigned'])
    assert.equal(one.state.owed.length, 1)
  })

  it('a decision that came back is owed anew, though the case is closed, until it is sent again', () => {
    toReview()
    signed(['party_1'])
    const [deliveryId = ''] = one.state.owed
    const sent = (sentAt: string) =>
      one.run(deliveries, { type: 'receiptDelivery', caseId, deliveryId, channel: 'mail', sentAt })
    sent('2026-11-01T00:00:00.000Z')
    does({ type: 'completeTask', taskId: task('dispatch').id, outcome: 'dispatched' })
    assert.deepEqual([open(), one.state.owed], [['effectuation assigned'], []])
    one.run(deliveries, { type: 'failDelivery', caseId, deliveryId, why: 'The mail came back.' })
    assert.deepEqual(open(), ['effectuation assigned', 'deliveryFailed assigned'])
    assert.deepEqual([task('deliveryFailed').about, one.state.owed], [deliveryId, [deliveryId]])
    sent('2026-11-01T00:00:00.000Z')
    assert.deepEqual(one.state.owed, [deliveryId])
    sent('2026-11-09T00:00:00.000Z')
    assert.deepEqual([open(), one.state.owed], [['effectuation assigned'], []])
  })

  it('dispatch may send a decision back: it is recalled, nothing is owed, and the adjudicator has it again', () => {
    toReview()
    signed(['party_1'])
    refuses('invalid', /note/, { type: 'completeTask', taskId: task('dispatch').id, outcome: 'returned' })
    does({
      type: 'completeTask',
      taskId: task('dispatch').id,
      outcome: 'returned',
      note: 'A page is missing.',
    })
    assert.deepEqual(open(), ['appeal onHold', 'review assigned'])
    assert.deepEqual(task('review').assignee, judge)
    assert.deepEqual(one.state.owed, [])
    assert.equal(one.state.workProduct?.status, 'recalled')
  })

  it('a recall opens a closed case anew, under a new root', () => {
    toReview()
    signed()
    const root = one.state.rootId
    does({ type: 'completeTask', taskId: task('dispatch').id, outcome: 'dispatched' })
    assert.equal(one.state.isClosed, true)
    one.run(workProducts, { type: 'recall', caseId, workProductId: 'wp_1', why: 'An error.' })
    assert.equal(one.state.isClosed, false)
    assert.notEqual(one.state.rootId, root)
    assert.deepEqual(open(), ['appeal onHold', 'review assigned'])
  })

  it('each outcome of a session moves the tasks that wait for it', () => {
    docket('hearing')
    const [sessionId = ''] = Object.keys(one.state.sessions)
    const slot = { startsAt: '2026-11-20T13:15:00.000Z', minutes: 60, timeZone: 'America/New_York' }
    const place = () =>
      one.run(session, {
        type: 'placeSession',
        caseId,
        sessionId,
        slot: { ...slot, startsAt: new Date(one.at.getTime() + 86_400_000).toISOString() },
        consent: 'Everybody has agreed.',
      })
    const end = (outcome: 'held' | 'noShow' | 'postponed' | 'withdrawn') =>
      one.run(session, { type: 'endSession', caseId, sessionId, outcome })
    const waiting = [
      'appeal onHold',
      'distribution onHold',
      'sessionPending onHold',
      'scheduleSession assigned',
    ]
    assert.deepEqual(open(), waiting)
    place()
    assert.deepEqual(open().at(-1), 'holdSession assigned')
    assert.equal(status(), 'sessionScheduled')
    end('postponed')
    assert.deepEqual(open(), waiting)
    place()
    one.passDays(2)
    end('noShow')
    assert.equal(open().at(-1), 'noShow onHold')
    one.passDays(15)
    for (const { id } of one.state.timers) does({ type: 'fireTimer', timerId: id })
    assert.equal(open().at(-1), 'noShow assigned')
    does({ type: 'completeTask', taskId: task('noShow').id, outcome: 'postpone' })
    assert.deepEqual(open(), waiting)
    place()
    one.passDays(2)
    end('held')
    assert.deepEqual(open(), ['appeal onHold', 'distribution onHold', 'evidenceWindow onHold'])
    one.passDays(90)
    for (const { id } of one.state.timers) does({ type: 'fireTimer', timerId: id })
    assert.deepEqual(open(), ['appeal onHold', 'distribution assigned'])
  })

  it('warns of a deadline once, as long before it as the profile says, while the task is open', () => {
    one = caseInWork({ profile: byTheClock(defaultProfile) })
    one.run(caseFile, opening)
    docket('directReview')
    does({ type: 'routeMail', mailType: 'statusInquiry', newTaskId: 'task_1', documentId: 'doc_1' })
    does({ type: 'routeMail', mailType: 'statusInquiry', newTaskId: 'task_2', documentId: 'doc_2' })
    const due = () => one.state.timers.filter(({ name }) => name === 'deadlineApproaching')
    assert.deepEqual(
      due().map(({ taskId, due }) => [taskId, (Date.parse(due ?? '') - noon.getTime()) / 86_400_000]),
      [
        ['task_1', 12],
        ['task_2', 12],
      ],
    )
    const fire = (timerId: string) => does({ type: 'fireTimer', timerId })
    const [first, second] = due().map(({ id }) => id)
    assert.deepEqual(fire(first ?? ''), [], 'not yet')
    does({ type: 'completeTask', taskId: 'task_2' })
    one.passDays(12)
    const [, warning] = fire(first ?? '')
    assert.equal(warning?.type, 'task.deadlineApproaching')
    assert.deepEqual(warning?.data, {
      taskId: 'task_1',
      type: 'statusInquiry',
      about: 'doc_1',
      deadline: new Date(noon.getTime() + 14 * 86_400_000).toISOString(),
      assignee: { kind: 'team', id: 'litigation', name: 'Litigation' },
    })
    assert.deepEqual([...fire(first ?? ''), ...fire(second ?? '')], [])
    toReviewFrom('distribution')
    assert.equal(Date.parse(due()[0]?.due ?? '') - one.at.getTime(), 23 * 86_400_000, '30 days, 7 before')
  })

  it('how long is waited is what the timers of the profile say', () => {
    const { timers: before } = byTheClock(defaultProfile)
    const timers = before.map((timer) => (timer.name === 'evidenceWindow' ? { ...timer, days: 30 } : timer))
    one = caseInWork({ profile: { ...defaultProfile, timers } })
    one.run(caseFile, opening)
    docket('evidenceSubmission')
    const [timer] = one.state.timers
    assert.equal(Date.parse(timer?.due ?? '') - noon.getTime(), 30 * 86_400_000)
  })

  it('mail goes to the team of the first route that holds, and blocks distribution where its type does', () => {
    docket('directReview')
    const mail = (mailType: string, newTaskId: string) =>
      does({ type: 'routeMail', mailType, newTaskId, documentId: 'doc_1' })
    refuses('invalid', /no mail type postcard/, {
      type: 'routeMail',
      mailType: 'postcard',
      newTaskId: 'task_0',
    })
    mail('statusInquiry', 'task_1')
    assert.deepEqual(task('statusInquiry').assignee?.id, 'litigation')
    assert.equal(task('distribution').status, 'assigned')
    mail('extensionRequest', 'task_2')
    assert.equal(task('distribution').status, 'onHold')
    assert.equal(status(), 'onHold')
    does({ type: 'completeTask', taskId: 'task_2', outcome: 'granted' })
    assert.equal(status(), 'onDocket')
    mail('hearingRelated', 'task_3')
    assert.equal(task('hearingRelated').assignee?.id, 'caseSupport')
    one.run(session, { type: 'requestSession', caseId, sessionId: 'session_1', kind: 'phone' })
    mail('changeOfAddress', 'task_4')
    assert.equal(task('changeOfAddress').assignee?.id, 'hearings')
    mail('withdrawal', 'task_5')
    does({ type: 'completeTask', taskId: 'task_3' })
    does({ type: 'completeTask', taskId: 'task_4', note: 'It is known already.' })
    does({ type: 'completeTask', taskId: 'task_5', ...whole })
    assert.equal(one.state.isClosed, true)
    refuses('stateForbids', /not accepted on a closed case/, {
      type: 'routeMail',
      mailType: 'docketSwitch',
      newTaskId: 'task_6',
    })
    mail('returnedMail', 'task_7')
    assert.equal(task('returnedMail').assignee?.id, 'dispatch')
  })

  it('where nothing is left to do, somebody is asked how it goes on', () => {
    docket('directReview')
    does({ type: 'cancelTask', taskId: task('distribution').id, why: 'By mistake.' })
    assert.deepEqual(open(), ['appeal onHold', 'caseReview assigned'])
    does({ type: 'completeTask', taskId: task('caseReview').id, outcome: 'returnToDocket' })
    assert.deepEqual(open(), ['appeal onHold', 'distribution assigned'])
  })

  it('what outlives the case stays open under the closed root', () => {
    docket('directReview')
    const profile = profileWithMore()
    const mail = caseInWork({ profile })
    mail.run(caseFile, opening)
    mail.run(work, { type: 'docket', caseId, docket: 'directReview', findings: [], mayOverride: false })
    const parentId = mail.state.tasks.find(({ type }) => type === 'distribution')?.id ?? ''
    mail.run(work, { type: 'openTask', caseId, parentId, taskType: 'privacyActRequest', newTaskId: 'task_p' })
    mail.run(work, { type: 'openTask', caseId, parentId, taskType: 'withdrawal', newTaskId: 'task_w' })
    mail.run(work, { type: 'completeTask', caseId, taskId: 'task_w', ...whole })
    assert.equal(mail.state.isClosed, true)
    assert.equal(mail.state.standing?.status, 'withdrawn')
    assert.deepEqual(
      mail.state.tasks.map(({ type, parentId }) => [type, parentId]),
      [['privacyActRequest', mail.state.rootId]],
    )
  })

  /** The default profile, where a task may be opened by hand that rules alone open. */
  function profileWithMore() {
    const profile = structuredClone(defaultProfile)
    for (const type of profile.taskTypes) {
      if (type.name === 'intake') type.children = [...(type.children ?? []), 'dispatch']
      if (type.name === 'distribution') {
        type.children = [...(type.children ?? []), 'privacyActRequest', 'withdrawal']
      }
    }
    return profile
  }
})
