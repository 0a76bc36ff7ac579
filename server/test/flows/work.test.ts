import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CaseState } from '@portico/contract/cases'
import type { Explanation } from '@portico/contract/docket'
import type { Ending } from '@portico/contract/endings'
import type { OpenedCase } from '@portico/contract/intake'
import type { Session } from '@portico/contract/sessions'
import type { Task } from '@portico/contract/tasks'
import { createFireTimers } from '../../app/work/fire-timers.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

const newCase = { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' }
const later = (days: number) => new Date(Date.now() + days * 86_400_000)

describe('the work on a case', () => {
  let world: World
  let admin: Http
  let adjudicator: Http
  let drafter: Http

  before(async () => {
    world = await startWorld()
    admin = world.admin
    adjudicator = await world.member('judge', ['adjudicator'])
    drafter = await world.member('writer', ['drafter'])
  })
  after(() => world.close())

  async function ok<Answer>(http: Http, status: number, method: string, path: string, body?: unknown) {
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.equal(reply.status, status, `${method} ${path}: ${reply.text}`)
    return reply.json as Answer
  }

  async function refused(
    http: Http,
    status: number,
    sentence: RegExp,
    method: string,
    path: string,
    body?: unknown,
  ) {
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.equal(reply.status, status, `${method} ${path}: ${reply.text}`)
    assert.match((reply.json as { error: string }).error, sentence)
  }

  const openCase = async () => (await ok<OpenedCase>(admin, 201, 'POST', '/cases', newCase)).case.id
  const stateOf = (caseId: string) => ok<CaseState>(admin, 200, 'GET', `/cases/${caseId}/state`)
  const tasksOf = async (caseId: string, http = admin) =>
    (await ok<{ tasks: Task[] }>(http, 200, 'GET', `/cases/${caseId}/tasks?open=true`)).tasks
  async function taskOf(caseId: string, type: string, http = admin): Promise<Task> {
    const task = (await tasksOf(caseId, http)).find((task) => task.type === type)
    assert.ok(task, `no open ${type}`)
    return task
  }
  const docketed = async (docket: string) => {
    const caseId = await openCase()
    await ok(admin, 200, 'POST', `/cases/${caseId}/docket`, { docket })
    return caseId
  }
  const eventsOf = async (caseId: string) =>
    (
      await ok<{ events: { type: string }[] }>(admin, 200, 'GET', `/cases/${caseId}/events?limit=1000`)
    ).events.map(({ type }) => type)
  const jumpBy = (days: number) =>
    createFireTimers({
      db: world.service.db,
      execute: world.service.portico.execute,
      clock: () => later(days),
    })()

  it('a case that is opened waits at intake, and says so to staff and to a party', async () => {
    const caseId = await openCase()
    const state = await stateOf(caseId)
    assert.equal(state.status, 'preDocketed')
    assert.equal(state.partyStatus, 'received')
    assert.equal(state.step, 'intake')
    assert.deepEqual(state.assignee, { kind: 'team', id: 'intakeReview', name: 'Intake review' })
    assert.equal(state.openTasks, 1)
    assert.match(state.next ?? '', /docket/)
  })

  it('what speaks against docketing is said, and overridden only by roles that may', async () => {
    const caseId = await openCase()
    const path = `/cases/${caseId}/docket`
    const late = { docket: 'directReview', contestedDate: '2024-01-01' }
    await refused(
      admin,
      422,
      /1 year from the decision on January 1, 2024 is .* January 2, 2025/,
      'POST',
      path,
      late,
    )
    const intake = await world.member('intake-1', ['intake'])
    await refused(intake, 422, /do not allow an override/, 'POST', path, { ...late, override: 'Good cause.' })
    await refused(admin, 400, /no docket nowhere/, 'POST', path, { docket: 'nowhere' })
    await refused(admin, 400, /no reason of ineligibility boredom/, 'POST', path, {
      docket: 'directReview',
      findings: [{ reason: 'boredom' }],
    })
    await refused(drafter, 403, /roles/, 'POST', path, late)
    const state = await ok<CaseState>(admin, 200, 'POST', path, { ...late, override: 'Good cause.' })
    assert.equal(state.status, 'onDocket')
    await refused(admin, 409, /already docketed/, 'POST', path, { docket: 'hearing' })
  })

  it('the same in active review speaks against docketing, and is found by itself', async () => {
    const asks = async (caseId: string) => {
      const person = { firstName: 'Ada', lastName: 'Byron' }
      await ok(admin, 201, 'POST', `/cases/${caseId}/parties/party_ada`, { role: 'appellant', person })
      await ok(admin, 201, 'POST', `/cases/${caseId}/issues`, {
        issueType: 'serviceConnection',
        description: 'Service connection for tinnitus',
      })
    }
    const [first, second] = [await openCase(), await openCase()]
    for (const caseId of [first, second]) await asks(caseId)
    await ok(admin, 200, 'POST', `/cases/${first}/docket`, { docket: 'directReview' })
    const again = { docket: 'directReview' }
    await refused(admin, 422, /in active review as \d{6}-\d+/, 'POST', `/cases/${second}/docket`, again)
  })

  it('a case that is not eligible is closed, and nothing can be done to its tasks any more', async () => {
    const caseId = await openCase()
    const { id } = await taskOf(caseId, 'intake')
    const findings = [{ reason: 'wrongForum', why: 'It belongs to the court.' }]
    const state = await ok<CaseState>(admin, 200, 'POST', `/cases/${caseId}/docket-refusal`, { findings })
    assert.equal(state.status, 'closed')
    assert.equal(state.openTasks, 0)
    await refused(admin, 422, /closed/, 'POST', `/cases/${caseId}/tasks/${id}/instructions`, {
      text: 'Late.',
    })
    await refused(admin, 404, /no such task/, 'POST', `/cases/${caseId}/tasks/task_unknown/start`)
  })

  it('goes from the docket to an adjudicator, a drafter and back, each seeing what they may do', async () => {
    const caseId = await docketed('directReview')
    const distribution = await taskOf(caseId, 'distribution')
    const path = (task: Task) => `/cases/${caseId}/tasks/${task.id}`
    const give = { outcome: 'distributed', assignee: { person: 'judge' } }
    await refused(
      drafter,
      403,
      /held by the team Distribution/,
      'POST',
      `${path(distribution)}/complete`,
      give,
    )
    await refused(admin, 400, /assignee must be the next person/, 'POST', `${path(distribution)}/complete`, {
      outcome: 'distributed',
    })
    await refused(admin, 400, /outcome must be distributed/, 'POST', `${path(distribution)}/complete`, {})
    await refused(admin, 400, /no member nobody/, 'POST', `${path(distribution)}/complete`, {
      ...give,
      assignee: { person: 'nobody' },
    })
    await ok(admin, 200, 'POST', `${path(distribution)}/complete`, give)
    assert.equal((await stateOf(caseId)).status, 'withAdjudicator')

    const assignment = await taskOf(caseId, 'assignment', adjudicator)
    assert.equal(assignment.assignee?.name, 'judge')
    assert.ok(assignment.actions.may.includes('start'))
    assert.deepEqual(
      assignment.actions.outcomes.map(({ name }) => name),
      ['assigned', 'ownDraft'],
    )
    assert.deepEqual((await taskOf(caseId, 'assignment', drafter)).actions.may, [])
    await ok(adjudicator, 200, 'POST', `${path(assignment)}/start`)
    await ok(adjudicator, 200, 'POST', `${path(assignment)}/complete`, {
      outcome: 'assigned',
      assignee: { person: 'writer' },
    })
    assert.equal((await stateOf(caseId)).status, 'drafting')
    assert.equal((await taskOf(caseId, 'review')).status, 'onHold')

    const drafting = await taskOf(caseId, 'drafting', drafter)
    const child = await ok<{ task: Task }>(drafter, 201, 'POST', `/cases/${caseId}/tasks`, {
      parentId: drafting.id,
      type: 'supportAction',
      instructions: 'Please ask for the 1994 records.',
    })
    assert.deepEqual(
      child.task.instructions.map(({ by, text }) => [by, text]),
      [['writer', 'Please ask for the 1994 records.']],
    )
    assert.equal((await stateOf(caseId)).status, 'supportAction')
    await refused(drafter, 422, /on hold/, 'POST', `${path(drafting)}/complete`, {})
    await refused(
      drafter,
      400,
      /cannot be opened under “Drafting”: type must be /,
      'POST',
      `/cases/${caseId}/tasks`,
      {
        parentId: drafting.id,
        type: 'distribution',
      },
    )
    await ok(drafter, 200, 'POST', `${path(child.task)}/cancel`, { why: 'They came by themselves.' })
    assert.equal((await taskOf(caseId, 'drafting')).status, 'assigned')
    const unfinished = /^“Drafting” cannot be completed\. No draft has been submitted/
    await refused(drafter, 422, unfinished, 'POST', `${path(drafting)}/complete`, {})
    assert.ok(!(await taskOf(caseId, 'drafting', drafter)).actions.may.includes('complete'))
    const drafted = await ok<{ workProduct: { id: string } }>(
      drafter,
      201,
      'POST',
      `/cases/${caseId}/work-products`,
      {},
    )
    const submission = `/cases/${caseId}/work-products/${drafted.workProduct.id}/submit`
    await ok(drafter, 200, 'POST', submission, { version: 1 })
    assert.equal((await stateOf(caseId)).status, 'readyToSign')
    await refused(
      adjudicator,
      422,
      /is completed automatically/,
      'POST',
      `${path(await taskOf(caseId, 'review'))}/complete`,
      {},
    )
  })

  it('a timed hold ends once, however many look for it, and not before its time', async () => {
    const caseId = await docketed('directReview')
    const { id } = await taskOf(caseId, 'distribution')
    await ok(admin, 200, 'POST', `/cases/${caseId}/tasks/${id}/complete`, {
      outcome: 'distributed',
      assignee: { person: 'judge' },
    })
    const assignment = await taskOf(caseId, 'assignment', adjudicator)
    const path = `/cases/${caseId}/tasks/${assignment.id}`
    await refused(adjudicator, 400, /1 to 120 days/, 'POST', `${path}/hold`, {
      until: later(400),
      why: 'Too long.',
    })
    const held = await ok<{ task: Task }>(adjudicator, 200, 'POST', `${path}/hold`, {
      until: later(10),
      why: 'Waiting for a reply.',
    })
    assert.equal(held.task.status, 'onHold')
    assert.ok((await stateOf(caseId)).onHoldUntil)
    await jumpBy(9)
    assert.equal((await taskOf(caseId, 'assignment')).status, 'onHold')
    await Promise.all([jumpBy(11), jumpBy(11), jumpBy(12)])
    assert.equal((await taskOf(caseId, 'assignment')).status, 'assigned')
    const events = await eventsOf(caseId)
    assert.equal(events.filter((type) => type === 'timer.fired').length, 1)
    await jumpBy(20)
    assert.equal((await eventsOf(caseId)).filter((type) => type === 'timer.fired').length, 1)
  })

  it('evidence may be sent for 90 days on the evidence docket, then the case is ready by itself', async () => {
    const caseId = await docketed('evidenceSubmission')
    assert.equal((await stateOf(caseId)).status, 'evidenceWindow')
    assert.equal((await taskOf(caseId, 'distribution')).status, 'onHold')
    await jumpBy(91)
    assert.equal((await stateOf(caseId)).status, 'onDocket')
    assert.equal((await taskOf(caseId, 'distribution')).status, 'assigned')
  })

  const slot = { startsAt: later(20).toISOString(), minutes: 60, timeZone: 'America/New_York' }

  async function hearing() {
    const caseId = await docketed('hearing')
    const { sessions } = await ok<{ sessions: Session[] }>(admin, 200, 'GET', `/cases/${caseId}/sessions`)
    const path = `/cases/${caseId}/sessions/${sessions[0]?.id}`
    return { caseId, path, status: async () => (await stateOf(caseId)).status }
  }

  it('a hearing is asked for by the docket, placed, moved and postponed: one record, one task at a time', async () => {
    const { caseId, path, status } = await hearing()
    assert.equal(await status(), 'waitingForSession')
    await refused(admin, 400, /^timeZone must be a time zone such as/, 'PUT', `${path}/slot`, {
      slot: { ...slot, timeZone: 'Mars' },
    })
    await refused(admin, 400, /in the future/, 'PUT', `${path}/slot`, {
      slot: { ...slot, startsAt: later(-1) },
    })
    await refused(admin, 422, /not scheduled yet/, 'PUT', `${path}/outcome`, { outcome: 'held' })
    await ok(admin, 200, 'PUT', `${path}/slot`, { slot })
    assert.equal(await status(), 'sessionScheduled')
    await refused(admin, 422, /not begun/, 'PUT', `${path}/outcome`, { outcome: 'held' })
    await ok(admin, 200, 'PUT', `${path}/slot`, { slot: { ...slot, startsAt: later(30).toISOString() } })
    await ok(admin, 200, 'PUT', `${path}/outcome`, { outcome: 'postponed', why: 'Illness.' })
    assert.equal(await status(), 'waitingForSession')
    const types = (await tasksOf(caseId)).map(({ type }) => type)
    assert.deepEqual(types.filter((type) => /ession/.test(type)).sort(), [
      'scheduleSession',
      'sessionPending',
    ])
    const { sessions } = await ok<{ sessions: Session[] }>(admin, 200, 'GET', `/cases/${caseId}/sessions`)
    assert.deepEqual(
      sessions.map(({ status, slot }) => [status, slot]),
      [['postponed', undefined]],
    )
  })

  it('a hearing that is withdrawn opens the evidence window', async () => {
    const { caseId, path, status } = await hearing()
    await ok(admin, 200, 'PUT', `${path}/outcome`, { outcome: 'withdrawn' })
    assert.equal(await status(), 'evidenceWindow')
    await jumpBy(91)
    assert.equal(await status(), 'onDocket')
    await refused(admin, 422, /withdrawn/, 'PUT', `${path}/slot`, { slot })
    assert.ok(!(await tasksOf(caseId)).some(({ type }) => /ession/.test(type)))
  })

  it('a case that is closed withdraws its hearing, and takes what the profile names and nothing else', async () => {
    const { caseId, path } = await hearing()
    await ok(admin, 200, 'PUT', `${path}/slot`, { slot })
    const mail = { mailType: 'withdrawal' }
    const { task } = await ok<{ task: Task }>(admin, 201, 'POST', `/cases/${caseId}/mail`, mail)
    const before = await ok<{ permissions: string[] }>(admin, 200, 'GET', `/cases/${caseId}`)
    const whole = { changes: { scope: 'case' } }
    // Its conference may be made meanwhile, which would end too.
    await until(async () => {
      const command = { completeTask: { taskId: task.id, ...whole } }
      const path = `/cases/${caseId}`
      const { ending } = await ok<{ ending: Ending }>(admin, 200, 'POST', `${path}/endings`, command)
      const body = { ...whole, ends: ending.hash }
      return (await admin('POST', `${path}/tasks/${task.id}/complete`, { body })).status === 200
    })
    const { sessions } = await ok<{ sessions: Session[] }>(admin, 200, 'GET', `/cases/${caseId}/sessions`)
    assert.deepEqual(
      sessions.map(({ status }) => status),
      ['withdrawn'],
    )
    const events = await eventsOf(caseId)
    assert.deepEqual(events.slice(events.indexOf('case.closed')).slice(0, 3), [
      'case.closed',
      'session.withdrawn',
      'case.stateChanged',
    ])
    await refused(
      admin,
      422,
      /closed: it no longer accepts manageSessions/,
      'POST',
      `/cases/${caseId}/sessions`,
      {
        kind: 'video',
      },
    )
    await refused(admin, 422, /no longer accepts manageSessions/, 'PUT', `${path}/slot`, { slot })
    await refused(admin, 422, /closed: it no longer accepts editIssues/, 'POST', `/cases/${caseId}/issues`, {
      issueType: 'serviceConnection',
    })
    await refused(admin, 422, /not accepted on a closed case/, 'POST', `/cases/${caseId}/mail`, mail)
    await ok(admin, 201, 'POST', `/cases/${caseId}/mail`, { mailType: 'statusInquiry' })
    const after = await ok<{ permissions: string[] }>(admin, 200, 'GET', `/cases/${caseId}`)
    const gone = before.permissions.filter((action) => !after.permissions.includes(action))
    assert.ok(gone.includes('manageSessions') && gone.includes('editIssues') && !gone.includes('readCases'))
  })

  it('mail is routed by the profile, and its document must be of the case', async () => {
    const caseId = await docketed('directReview')
    const path = `/cases/${caseId}/mail`
    await refused(admin, 400, /not in this case/, 'POST', path, {
      mailType: 'extensionRequest',
      documentId: world.documentId,
    })
    const { task } = await ok<{ task: Task }>(admin, 201, 'POST', path, { mailType: 'extensionRequest' })
    assert.deepEqual([task.type, task.assignee?.id], ['extensionRequest', 'caseSupport'])
    assert.equal((await stateOf(caseId)).status, 'onHold')
    await refused(drafter, 403, /roles/, 'POST', path, { mailType: 'extensionRequest' })
  })

  it('the type of a document suggests its category and what mail it is, and a person may change it', async () => {
    const caseId = await docketed('directReview')
    const form = (given: object, text: string) => {
      const body = new FormData()
      body.set('document', JSON.stringify(given))
      body.set('file', new Blob([text]), 'letter.txt')
      return body
    }
    type Filed = {
      document: { id: string; documentType?: string; categories: string[]; suggestedMail?: string[] }
    }
    const file = (given: object, text: string) =>
      ok<Filed>(admin, 201, 'POST', `/cases/${caseId}/documents`, form(given, text))
    const { document } = await file({ name: 'Letter', documentType: 'motion' }, 'I move.')
    assert.deepEqual(
      [document.documentType, document.categories, document.suggestedMail],
      ['motion', ['procedural'], ['otherMotion']],
    )
    await refused(
      admin,
      400,
      /no document type motionn/,
      'POST',
      `/cases/${caseId}/documents`,
      form({ name: 'X', documentType: 'motionn' }, 'x'),
    )
    const mail = `/cases/${caseId}/mail`
    const { task } = await ok<{ task: Task }>(admin, 201, 'POST', mail, { documentId: document.id })
    assert.equal(task.type, 'otherMotion')
    const plain = (await file({ name: 'Note' }, 'A note.')).document
    assert.deepEqual([plain.documentType, plain.categories], [undefined, ['other']])
    await refused(admin, 400, /mailType must be one of .*: no document suggests one/, 'POST', mail, {
      documentId: plain.id,
    })
    const path = `/cases/${caseId}/documents/${plain.id}`
    const changed = await ok<Filed>(admin, 200, 'PATCH', path, { documentType: 'examination' })
    assert.deepEqual(changed.document.categories, ['medical'])
    await refused(drafter, 403, /roles/, 'PATCH', path, { name: 'Mine' })
    const listed = await ok<{ documents: { documentType?: string }[] }>(
      admin,
      200,
      'GET',
      `/appeals/${caseId}/documents`,
    )
    assert.deepEqual(
      listed.documents.map(({ documentType }) => documentType),
      ['motion', 'examination'],
    )
  })

  it('a case says how it came to stand where it stands, also as of an earlier time', async () => {
    const caseId = await docketed('directReview')
    const explanation = await ok<Explanation>(admin, 200, 'GET', `/cases/${caseId}/explain`)
    assert.equal(explanation.status, 'onDocket')
    assert.deepEqual(explanation.standing.when, { task: ['distribution'] })
    assert.deepEqual(
      explanation.path.map(({ status, causedBy }) => [status, causedBy?.type, causedBy?.by]),
      [
        ['preDocketed', 'case.opened', 'tester'],
        ['onDocket', 'case.docketed', 'tester'],
      ],
    )
    assert.deepEqual(
      explanation.waitsFor.map(({ type }) => type),
      ['distribution'],
    )
    const [first] = explanation.path
    const then = await ok<CaseState>(admin, 200, 'GET', `/cases/${caseId}/state?at=${first?.position}`)
    assert.deepEqual([then.status, then.step, then.openTasks], ['preDocketed', 'intake', 1])
    type Told = { events: { type: string; position: number }[] }
    const { events } = await ok<Told>(admin, 200, 'GET', `/cases/${caseId}/events?limit=6`)
    const inside: unknown[] = []
    for (const { type, position } of events) {
      const then = await ok<CaseState>(admin, 200, 'GET', `/cases/${caseId}/state?at=${position}`)
      inside.push([type, then.status, then.step, then.openTasks])
    }
    assert.deepEqual(inside, [
      ['case.opened', 'preDocketed', 'appeal', 0],
      ['party.recorded', 'preDocketed', 'appeal', 0],
      ['task.opened', 'preDocketed', 'appeal', 0],
      ['task.opened', 'preDocketed', 'intake', 1],
      ['task.held', 'preDocketed', 'intake', 1],
      ['case.stateChanged', 'preDocketed', 'intake', 1],
    ])
  })
})
