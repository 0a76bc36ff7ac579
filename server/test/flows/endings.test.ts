import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CaseState } from '@portico/contract/cases'
import type { Ending } from '@portico/contract/endings'
import type { OpenedCase } from '@portico/contract/intake'
import type { IssueList } from '@portico/contract/issues'
import { correspondence } from '@portico/contract/ports/correspondence'
import { defineAdapter, PortError } from '@portico/contract/ports/kit'
import type { Session } from '@portico/contract/sessions'
import type { Task } from '@portico/contract/tasks'
import Type from '@portico/contract/type'
import { rebuild } from '../../app/engine/rebuild.ts'
import { allProjections } from '../../projections/all.ts'
import { conforms } from '../conforms.ts'
import { submitSmallDraft } from '../released-decision.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

const newCase = { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' }
const slot = {
  startsAt: new Date(Date.now() + 40 * 86_400_000).toISOString(),
  minutes: 60,
  timeZone: 'America/New_York',
}

describe('what ends', () => {
  let world: World
  let support: Http
  let caseId: string
  let withdrawal: Task

  async function ok<Answer>(http: Http, method: string, path: string, body?: unknown) {
    const reply = await http(method, `/cases${path}`, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return reply.json as Answer
  }
  async function refused(status: number, sentence: RegExp, http: Http, path: string, body: unknown) {
    const reply = await http('POST', `/cases${path}`, { body })
    assert.equal(reply.status, status, reply.text)
    assert.match((reply.json as { error: string }).error, sentence)
  }
  const preview = async (command: object, http = support) => {
    const json = await ok<{ ending: Ending }>(http, 'POST', `/${caseId}/endings`, command)
    conforms('previewEnding', { status: 200, json })
    return json.ending
  }
  const complete = () => `/${caseId}/tasks/${withdrawal.id}/complete`
  const tasksOf = async () =>
    (await ok<{ tasks: Task[] }>(world.admin, 'GET', `/${caseId}/tasks?open=true`)).tasks
  const issuesOf = () => ok<IssueList>(world.admin, 'GET', `/${caseId}/issues`)
  const version = async () => (await ok<CaseState>(world.admin, 'GET', `/${caseId}/state`)).version
  const whole = { changes: { scope: 'case' } }

  before(async () => {
    world = await startWorld()
    support = await world.member('sue', ['caseSupport'])
    caseId = (await ok<OpenedCase>(world.admin, 'POST', '', newCase)).case.id
    for (const description of ['Tinnitus', 'Left knee', 'Right knee'])
      await ok(world.admin, 'POST', `/${caseId}/issues`, { issueType: 'serviceConnection', description })
    await ok(world.admin, 'POST', `/${caseId}/docket`, { docket: 'hearing' })
    const { sessions } = await ok<{ sessions: Session[] }>(world.admin, 'GET', `/${caseId}/sessions`)
    await ok(world.admin, 'PUT', `/${caseId}/sessions/${sessions[0]?.id}/slot`, { slot })
    const mail = { mailType: 'withdrawal', instructions: 'A letter of 3 May.' }
    withdrawal = (await ok<{ task: Task }>(world.admin, 'POST', `/${caseId}/mail`, mail)).task
  })
  after(() => world.close())

  it('is answered before anything does, and changes nothing', async () => {
    const task = (await tasksOf()).find(({ type }) => type === 'withdrawal')
    assert.equal(task?.actions.asksScope, true)
    const at = await version()
    const ending = await preview({ completeTask: { taskId: withdrawal.id, ...whole } })
    assert.deepEqual(ending.case, { reason: 'withdrawn', label: 'Withdrawn' })
    assert.deepEqual(
      ending.issues.map(({ description, as }) => `${description} ${as}`),
      ['Tinnitus withdrawn', 'Left knee withdrawn', 'Right knee withdrawn'],
    )
    assert.deepEqual(ending.tasks.map(({ type }) => type).toSorted(), [
      'distribution',
      'holdSession',
      'sessionPending',
    ])
    assert.deepEqual(
      ending.sessions.map(({ startsAt }) => startsAt),
      [slot.startsAt],
    )
    assert.equal(ending.isRequired, true)
    // Conferences are made beside it, by nobody in person.
    const { events } = (await world.admin('GET', `/cases/${caseId}/events?limit=1000`)).json as {
      events: { sequence: number; actor: { kind: string } }[]
    }
    assert.deepEqual(
      events.filter(({ sequence, actor }) => sequence > at && actor.kind === 'person'),
      [],
    )
    const none = await preview({
      completeTask: { taskId: withdrawal.id, changes: { scope: 'none', why: 'Another case.' } },
    })
    assert.equal(none.isRequired, false)
    await refused(400, /changes must be \{"scope": "case"\}/, support, `/${caseId}/endings`, {
      completeTask: { taskId: withdrawal.id },
    })
    await refused(400, /./, support, `/${caseId}/endings`, {})
    const scheduler = await world.member('reporter', ['reporting'])
    await refused(403, /roles/, scheduler, `/${caseId}/endings`, { cancelTask: { taskId: withdrawal.id } })
  })

  it('ends by a command that has seen it: 422 without its hash, 409 if it has changed', async () => {
    await refused(422, /would end the case, 3 issues, 3 tasks, 1 session/, support, complete(), whole)
    const { hash } = await preview({ completeTask: { taskId: withdrawal.id, ...whole } })
    const added = { issueType: 'serviceConnection', description: 'Migraine' }
    await ok(world.admin, 'POST', `/${caseId}/issues`, added)
    await refused(409, /has changed since you looked/, support, complete(), { ...whole, ends: hash })
    const { issues } = await issuesOf()
    const some = { changes: { scope: 'issues', issueIds: [issues[3]?.id] } }
    const part = await preview({ completeTask: { taskId: withdrawal.id, ...some } })
    assert.deepEqual([part.case, part.issues.length, part.tasks], [undefined, 1, []])
    await refused(409, /has changed/, support, complete(), { ...whole, ends: part.hash })
    const distribution = (await tasksOf()).find(({ type }) => type === 'distribution')
    await refused(422, /would end 2 tasks/, support, `/${caseId}/tasks/${distribution?.id}/cancel`, {
      why: 'By mistake.',
    })
  })

  it('ends once, and a case that was ended in error stands where it stood', async () => {
    const before = { tasks: await tasksOf(), issues: await issuesOf(), queue: await version() }
    const { hash } = await preview({ completeTask: { taskId: withdrawal.id, ...whole } })
    await ok(support, 'POST', complete(), { ...whole, ends: hash })
    const closed = await ok<CaseState>(world.admin, 'GET', `/${caseId}/state`)
    assert.equal(closed.status, 'withdrawn')
    assert.deepEqual((await issuesOf()).issues, [])
    const asSupport = () => ok<{ permissions: string[] }>(support, 'GET', `/${caseId}`)
    assert.ok((await asSupport()).permissions.includes('reopenCases'))

    const drafter = await world.member('writer', ['drafter'])
    await refused(403, /roles/, drafter, `/${caseId}/reopen`, { why: 'It meant one issue.' })
    await refused(400, /why/, support, `/${caseId}/reopen`, {})
    const json = await ok<CaseState>(support, 'POST', `/${caseId}/reopen`, { why: 'It meant one issue.' })
    conforms('reopenCase', { status: 200, json })
    assert.equal(json.status, 'waitingForSession', 'its hearing has to be placed anew')
    const tasks = await tasksOf()
    const mail = tasks.find(({ type }) => type === 'withdrawal')
    const was = before.tasks.find(({ type }) => type === 'withdrawal')
    assert.deepEqual(
      [mail?.assignee, mail?.deadline, mail?.openedAt],
      [was?.assignee, was?.deadline, was?.openedAt],
    )
    assert.deepEqual(
      mail?.instructions.map(({ text }) => text),
      ['A letter of 3 May.'],
    )
    assert.notEqual(mail?.id, was?.id)
    const { issues } = await issuesOf()
    assert.deepEqual(
      issues.map(({ id }) => id),
      before.issues.issues.map(({ id }) => id),
    )
    assert.ok(!(await asSupport()).permissions.includes('reopenCases'))
    await refused(422, /Only a closed case/, support, `/${caseId}/reopen`, { why: 'Again.' })
    const { broken } = (await world.admin('GET', '/docket/health')).json as { broken: unknown[] }
    assert.deepEqual(broken, [])
  })

  it('of a case that is back in its step leaves the age that counts, in its state and in queues', async () => {
    caseId = (await ok<OpenedCase>(world.admin, 'POST', '', newCase)).case.id
    await ok(world.admin, 'POST', `/${caseId}/docket`, { docket: 'directReview' })
    const mail = { mailType: 'withdrawal' }
    withdrawal = (await ok<{ task: Task }>(world.admin, 'POST', `/${caseId}/mail`, mail)).task
    const stateOf = () => ok<CaseState>(world.admin, 'GET', `/${caseId}/state`)
    const readySince = async () => {
      const rows = await world.service.db.rows<{ ready_since: Date; opened_at: Date }>(
        `select ready_since, opened_at from queue_entries where case_id = $1 and type = 'distribution'`,
        [caseId],
      )
      return rows
    }
    const before = { state: await stateOf(), queue: await readySince() }
    const { hash } = await preview({ completeTask: { taskId: withdrawal.id, ...whole } })
    await ok(support, 'POST', complete(), { ...whole, ends: hash })
    await ok(support, 'POST', `/${caseId}/reopen`, { why: 'It was sent for another appeal.' })
    const { step, status, enteredStepAt } = await stateOf()
    assert.deepEqual(
      { step, status, enteredStepAt },
      {
        step: before.state.step,
        status: before.state.status,
        enteredStepAt: before.state.enteredStepAt,
      },
    )
    assert.deepEqual(await readySince(), before.queue)
  })

  describe('with a step under which somebody has a task', () => {
    const under = async (type: string, child: string) => {
      const parentId = (await tasksOf()).find((task) => task.type === type)?.id
      return (await ok<{ task: Task }>(world.admin, 'POST', `/${caseId}/tasks`, { parentId, type: child }))
        .task
    }
    const isOpen = async ({ id }: Task) => (await tasksOf()).some((task) => task.id === id)
    /** Without the hash it is refused, with another one too, and with that of what would end it is done. */
    async function endsWith(
      child: Task,
      http: Http,
      [method, path, body]: [method: string, path: string, body: object],
      command: object,
    ) {
      const send = (ends?: string) =>
        http(method, `/cases/${caseId}${path}`, { body: { ...body, ...(ends ? { ends } : {}) } })
      const blind = await send()
      assert.deepEqual([blind.status, /would end .*\d tasks?/.test(blind.text)], [422, true], blind.text)
      const stale = await send('0'.repeat(64))
      assert.deepEqual([stale.status, /has changed since you looked/.test(stale.text)], [409, true])
      assert.equal(await isOpen(child), true)
      const ending = await preview(command, http)
      assert.equal(ending.isRequired, true)
      assert.ok(ending.tasks.some(({ id }) => id === child.id))
      const done = await send(ending.hash)
      assert.ok(done.status < 300, `${path}: ${done.text}`)
      assert.equal(await isOpen(child), false)
    }
    const openCase = async () => {
      caseId = (await ok<OpenedCase>(world.admin, 'POST', '', newCase)).case.id
    }

    it('docketing and the outcome of a session ask for what they end', async () => {
      await openCase()
      const letter = await under('intake', 'letter')
      const docket = { docket: 'hearing' }
      await endsWith(letter, world.admin, ['POST', '/docket', docket], { docketCase: docket })
      const { sessions } = await ok<{ sessions: Session[] }>(world.admin, 'GET', `/${caseId}/sessions`)
      const sessionId = sessions[0]?.id
      const waiting = await under('sessionPending', 'letter')
      const outcome = { outcome: 'withdrawn', why: 'By letter.' }
      const place = `/sessions/${sessionId}/outcome`
      const scheduled = await preview({ endSession: { sessionId, ...outcome } })
      assert.deepEqual([scheduled.sessions.length, scheduled.isRequired], [1, true])
      await endsWith(waiting, world.admin, ['PUT', place, outcome], { endSession: { sessionId, ...outcome } })
    })

    it('a session that ends alone, and an issue that leaves alone, need no look', async () => {
      await openCase()
      await ok(world.admin, 'POST', `/${caseId}/docket`, { docket: 'hearing' })
      const { sessions } = await ok<{ sessions: Session[] }>(world.admin, 'GET', `/${caseId}/sessions`)
      const sessionId = sessions[0]?.id
      const ending = await preview({ endSession: { sessionId, outcome: 'withdrawn' } })
      assert.deepEqual([ending.sessions.length, ending.isRequired], [1, false])
      await ok(world.admin, 'PUT', `/${caseId}/sessions/${sessionId}/outcome`, { outcome: 'withdrawn' })
      const { issue } = await ok<{ issue: { id: string } }>(world.admin, 'POST', `/${caseId}/issues`, {
        issueType: 'serviceConnection',
      })
      const removal = { how: 'withdrawn', why: 'By telephone.' }
      const leaving = await preview({ removeIssue: { issueId: issue.id, ...removal } }, world.admin)
      assert.deepEqual([leaving.issues.length, leaving.isRequired], [1, false])
      const place = `/cases/${caseId}/issues/${issue.id}/removal`
      const stale = await world.admin('PUT', place, { body: { ...removal, ends: '0'.repeat(64) } })
      assert.equal(stale.status, 409)
      await ok(world.admin, 'PUT', `/${caseId}/issues/${issue.id}/removal`, {
        ...removal,
        ends: leaving.hash,
      })
    })

    it('a letter that is composed again asks for what it ends', async () => {
      await openCase()
      const party = { role: 'appellant', person: { firstName: 'Ada', lastName: 'Byron' } }
      await ok(world.admin, 'POST', `/${caseId}/parties/nobody`, party)
      const written = { letter: 'general', partyId: 'nobody', reason: 'Please write.' }
      const { letter } = await ok<{ letter: { id: string } }>(
        world.admin,
        'POST',
        `/${caseId}/letters`,
        written,
      )
      await until(async () => (await tasksOf()).some(({ type }) => type === 'letterFailed') || undefined)
      const search = await under('letterFailed', 'supportAction')
      const place = `/letters/${letter.id}/retry`
      await endsWith(search, world.admin, ['POST', place, {}], { retryLetter: { letterId: letter.id } })
    })

    it('submitting, signing, recalling and reporting an effect ask for what they end', async () => {
      caseId = world.caseId
      const { workProductId, drafter, judge } = await submitSmallDraft(world)
      const of = `/work-products/${workProductId}`
      await ok(judge, 'POST', `/${caseId}${of}/return`, { version: 1, reasons: ['Say more.'] })
      const version = { version: 1 }
      const support = await under('drafting', 'supportAction')
      await endsWith(support, drafter, ['POST', `${of}/submit`, version], {
        submitWorkProduct: { workProductId, ...version },
      })
      const letter = await under('review', 'letter')
      await endsWith(letter, judge, ['POST', `${of}/sign`, version], {
        signWorkProduct: { workProductId, ...version },
      })
      await until(async () => (await tasksOf()).some(({ type }) => type === 'dispatch') || undefined)
      const failed = { result: 'failed', why: 'The account is closed.' }
      await ok(world.admin, 'POST', `/${caseId}/effectuation`, failed)
      const mending = await under('effectuationFailed', 'supportAction')
      const inEffect = { result: 'completed' }
      await endsWith(mending, world.admin, ['POST', '/effectuation', inEffect], {
        reportEffectuation: inEffect,
      })
      await ok(world.admin, 'POST', `/${caseId}/effectuation`, failed)
      const again = await under('effectuationFailed', 'supportAction')
      await ok(
        await world.member('feed', ['integration'], 'integration'),
        'POST',
        `/${caseId}/effectuation`,
        inEffect,
      )
      assert.equal(await isOpen(again), false, 'what another system reports is recorded')
      const sent = await under('dispatch', 'letter')
      const why = { why: 'A page was missed.' }
      await endsWith(sent, judge, ['POST', `${of}/recall`, why], { recallWorkProduct: { workProductId } })
    })
  })

  it('is in the tables as in the log', async () => {
    const { db } = world.service
    const rows = () =>
      db.rows<{ row: string }>(
        `select t::text as row from tasks t union all select i::text from issues i
         union all select w::text from case_work w union all select s::text from sessions s order by 1`,
      )
    const live = await rows()
    await rebuild(db, allProjections)
    assert.deepEqual(await rows(), live)
  })
})

/** Takes no letter: whoever mails one records it by hand. */
const refusing = defineAdapter({
  port: correspondence,
  name: 'refusing',
  does: 'Refuses every letter.',
  options: Type.Object({}),
  open: () => ({
    supports: ['distribution', 'receipts'],
    calls: {
      async send() {
        throw new PortError('refused', 'The printer has no contract.')
      },
    },
  }),
})

describe('the receipt of a letter that could not be handed over', () => {
  let world: World
  let caseId: string
  before(async () => {
    world = await startWorld({}, { ports: { correspondence: { refusing: { adapter: refusing } } } })
    const { json } = await world.admin('POST', '/cases', { body: newCase })
    caseId = (json as OpenedCase).case.id
    const party = {
      role: 'appellant',
      person: { firstName: 'Ada', lastName: 'Byron' },
      contact: { addresses: [{ lines: ['1 Main Street'], city: 'Salem' }] },
    }
    await sent('POST', '/parties/ada', party)
  })
  after(() => world.close())

  async function sent<Answer>(method: string, path: string, body?: unknown, http = world.admin) {
    const reply = await http(method, `/cases/${caseId}${path}`, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return reply.json as Answer
  }
  const openTasks = async () => (await sent<{ tasks: Task[] }>('GET', '/tasks?open=true')).tasks
  /** A letter that was refused, and what somebody does about it. */
  async function refusedLetter() {
    const written = { letter: 'general', partyId: 'ada', reason: 'Please write.' }
    const { letter } = await sent<{ letter: { id: string } }>('POST', '/letters', written)
    const failed = await until(async () => (await openTasks()).find(({ type }) => type === 'letterFailed'))
    const parentId = failed?.id
    const { task } = await sent<{ task: Task }>('POST', '/tasks', { parentId, type: 'supportAction' })
    return { letterId: letter.id, path: `/letters/${letter.id}/receipt`, taskId: task.id }
  }
  const receipt = { channel: 'mail', sentAt: '2026-11-02T10:00:00.000Z' }
  const isOpen = async (taskId: string) => (await openTasks()).some(({ id }) => id === taskId)

  it('asks whoever records it for what it ends', async () => {
    const { letterId, path, taskId } = await refusedLetter()
    const record = (more: object = {}) =>
      world.admin('PUT', `/cases/${caseId}${path}`, { body: { ...receipt, ...more } })
    const blind = await record()
    assert.deepEqual([blind.status, /would end 1 task/.test(blind.text)], [422, true], blind.text)
    assert.equal((await record({ ends: '0'.repeat(64) })).status, 409)
    assert.equal(await isOpen(taskId), true)
    const { ending } = await sent<{ ending: Ending }>('POST', '/endings', {
      receiptLetter: { letterId, ...receipt },
    })
    assert.deepEqual([ending.isRequired, ending.tasks.map(({ id }) => id)], [true, [taskId]])
    assert.equal((await record({ ends: ending.hash })).status, 200)
    assert.deepEqual(
      [await isOpen(taskId), (await openTasks()).filter(({ type }) => type === 'letterFailed')],
      [false, []],
    )
  })

  it('is recorded as it is where another system reports it', async () => {
    const { path, taskId } = await refusedLetter()
    const feed = await world.member('post', ['integration'], 'integration')
    await sent('PUT', path, receipt, feed)
    assert.equal(await isOpen(taskId), false)
  })
})
