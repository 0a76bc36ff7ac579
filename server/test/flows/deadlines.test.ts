import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CaseState } from '@portico/contract/cases'
import type { OpenedCase } from '@portico/contract/intake'
import type { Task } from '@portico/contract/tasks'
import { rebuild } from '../../app/engine/rebuild.ts'
import { createFireTimers } from '../../app/work/fire-timers.ts'
import { dayIn } from '../../core/time/local-time.ts'
import { allProjections } from '../../projections/all.ts'
import { type Http, startWorld, type World } from '../world.ts'

const zone = 'America/New_York'
const daysAgo = (days: number) => dayIn(new Date(Date.now() - days * 86_400_000), zone)

type Event = { type: string; data: Record<string, unknown> }

describe('the deadlines of a case, over HTTP', () => {
  let world: World
  let admin: Http

  before(async () => {
    world = await startWorld()
    admin = world.admin
  })
  after(() => world.close())

  async function ok<Answer>(status: number, method: string, path: string, body?: unknown) {
    const reply = await admin(method, path, body === undefined ? {} : { body })
    assert.equal(reply.status, status, `${method} ${path}: ${reply.text}`)
    return reply.json as Answer
  }

  const docketed = async (receiptDate: string, docket = 'evidenceSubmission') => {
    const veteran = { firstName: 'Ada', lastName: 'Byron' }
    const { id } = (await ok<OpenedCase>(201, 'POST', '/cases', { veteran, receiptDate })).case
    await ok(200, 'POST', `/cases/${id}/docket`, { docket })
    return id
  }
  const stateOf = (caseId: string) => ok<CaseState>(200, 'GET', `/cases/${caseId}/state`)
  const windowOf = async (caseId: string) =>
    (await stateOf(caseId)).deadlines.find(({ name }) => name === 'evidenceWindow')
  const eventsOf = async (caseId: string, type: string) => {
    const { events } = await ok<{ events: Event[] }>(200, 'GET', `/cases/${caseId}/events?limit=1000`)
    return events.filter((event) => event.type === type).map(({ data }) => data)
  }
  const tasksOf = async (caseId: string) =>
    (await ok<{ tasks: Task[] }>(200, 'GET', `/cases/${caseId}/tasks?open=true`)).tasks
  const fireAt = (at: Date) =>
    createFireTimers({ db: world.service.db, execute: world.service.portico.execute, clock: () => at })()

  it('a corrected receipt moves the window, which says why it is this day', async () => {
    const caseId = await docketed(daysAgo(20))
    const before = await windowOf(caseId)
    assert.match(before?.why ?? '', /^90 days from receipt on /)
    assert.equal(dayIn(new Date(before?.endsAt ?? ''), zone), before?.day)
    const receiptDate = daysAgo(10)
    await ok(200, 'PATCH', `/cases/${caseId}`, { receiptDate, why: 'The stamp was misread.' })
    const now = await windowOf(caseId)
    assert.ok((now?.day ?? '') > (before?.day ?? ''))
    const [moved] = await eventsOf(caseId, 'timer.moved')
    assert.deepEqual([moved?.wasDay, moved?.day], [before?.day, now?.day])
    const task = (await tasksOf(caseId)).find(({ type }) => type === 'evidenceWindow')
    assert.deepEqual([task?.onHoldDay, task?.onHoldUntil, task?.onHoldWhy], [now?.day, now?.endsAt, now?.why])
    const { case: found } = await ok<OpenedCase>(200, 'GET', `/cases/${caseId}`)
    assert.equal(found.receiptDate, receiptDate)
    const placed = await world.service.db.rows(
      `select w.docket_date::text as work, q.docket_date::text as queue
       from case_work w join queue_entries q using (case_id) where case_id = $1 group by 1, 2`,
      [caseId],
    )
    assert.deepEqual(
      placed,
      [{ work: receiptDate, queue: receiptDate }],
      'its place on the docket moves along',
    )
    const later = { receiptDate: '2999-01-01', why: 'It came later.' }
    const refused = await admin('PATCH', `/cases/${caseId}`, { body: later })
    assert.equal(refused.status, 400)
    assert.match((refused.json as { error: string }).error, /^receiptDate must not be in the future/)
  })

  it('is open until the day ends where the board is, and then the case goes on', async () => {
    const caseId = await docketed(daysAgo(30))
    const endsAt = new Date((await windowOf(caseId))?.endsAt ?? '')
    await fireAt(new Date(endsAt.getTime() - 1))
    assert.equal((await stateOf(caseId)).status, 'evidenceWindow')
    await fireAt(endsAt)
    const state = await stateOf(caseId)
    assert.deepEqual([state.status, state.deadlines], ['onDocket', []])
    const [fired] = (await eventsOf(caseId, 'timer.fired')).filter(
      ({ deadline }) => deadline === 'evidenceWindow',
    )
    assert.equal(fired?.day, dayIn(endsAt, zone))
  })

  it('an extension is granted by the task of the request, and a task says why it is due', async () => {
    const caseId = await docketed(daysAgo(30))
    const before = await windowOf(caseId)
    const { task } = await ok<{ task: Task }>(201, 'POST', `/cases/${caseId}/mail`, {
      mailType: 'extensionRequest',
    })
    assert.match(task.deadlineWhy ?? '', /^7 days from its opening on /)
    assert.equal(task.deadlineDay, dayIn(new Date(task.deadline ?? ''), zone))
    await ok(200, 'POST', `/cases/${caseId}/tasks/${task.id}/complete`, { outcome: 'granted' })
    const now = await windowOf(caseId)
    assert.ok((now?.day ?? '') > (before?.day ?? ''))
    assert.match(now?.why ?? '', /An extension was granted\. 30 days more is /)
  })

  it('mail that is routed counts from the day on which it came, and is judged anew when that is corrected', async () => {
    const caseId = await docketed(daysAgo(100))
    const last = (await windowOf(caseId))?.day ?? ''
    await fireAt(new Date((await windowOf(caseId))?.endsAt ?? ''))
    const form = new FormData()
    form.set('document', JSON.stringify({ name: 'A statement' }))
    form.set('file', new Blob(['The knee gave way.']), 'statement.txt')
    const { document } = await ok<{ document: { id: string } }>(
      ...([201, 'POST', `/cases/${caseId}/documents`, form] as const),
    )
    const mail = { mailType: 'evidenceOrArgument', documentId: document.id }
    const route = (more: object) => admin('POST', `/cases/${caseId}/mail`, { body: { ...mail, ...more } })
    const sentences = [
      [{ receiptDate: '2999-01-01' }, /^receiptDate must not be in the future: it is 2999-01-01\.$/],
      [
        { receiptDate: last, channel: 'mail', postmarkDate: daysAgo(0) },
        /^postmarkDate must not be after receiptDate: it is .*, and the mail was received on .*\.$/,
      ],
      [{ postmarkDate: last }, /^receiptDate must be given if channel or postmarkDate is/],
      [{ receiptDate: last, channel: 'pigeon' }, /channel/],
    ] as const
    for (const [given, sentence] of sentences) {
      const refused = await route(given)
      assert.equal(refused.status, 400, refused.text)
      assert.match((refused.json as { error: string }).error, sentence)
    }
    const today = daysAgo(0)
    const { task } = await ok<{ task: Task }>(201, 'POST', `/cases/${caseId}/mail`, {
      ...{ ...mail, receiptDate: today, channel: 'mail', postmarkDate: last },
    })
    assert.match(task.instructions.at(-1)?.text ?? '', /^In time for “Evidence window”\. .* is postmarked /)
    const fax = { ...mail, receiptDate: today, channel: 'fax' }
    const late = await ok<{ task: Task }>(201, 'POST', `/cases/${caseId}/mail`, fax)
    assert.match(late.task.instructions.at(-1)?.text ?? '', /^Too late for “Evidence window”\./)
    await ok(200, 'PATCH', `/cases/${caseId}/documents/${document.id}`, { receiptDate: last })
    const told = (await tasksOf(caseId)).find(({ id }) => id === late.task.id)
    assert.match(
      told?.instructions.at(-1)?.text ?? '',
      /^It was received on .*, not on .*\. In time for “Evidence window”\./,
    )
    const again = await eventsOf(caseId, 'mail.judgedAgain')
    assert.deepEqual(again.map(({ taskId }) => taskId).toSorted(), [task.id, late.task.id].toSorted())
  })

  it('direct review has its target, and the answer of an earlier time has the deadlines of then', async () => {
    const caseId = await docketed(daysAgo(30), 'directReview')
    const { deadlines, version } = await stateOf(caseId)
    assert.deepEqual(
      deadlines.map(({ name, label, isForParties }) => [name, label, isForParties]),
      [['directReviewTarget', 'Target of direct review', false]],
    )
    const { events } = await ok<{ events: { position: number; sequence: number }[] }>(
      200,
      'GET',
      `/cases/${caseId}/events?limit=1000`,
    )
    const position = events.find(({ sequence }) => sequence === version)?.position
    assert.deepEqual(
      (await ok<CaseState>(200, 'GET', `/cases/${caseId}/state?at=${position}`)).deadlines,
      deadlines,
    )
  })

  it('rebuilt from the events, tasks and timers are as they were', async () => {
    const { db } = world.service
    const rows = () =>
      db.rows<{ row: string }>(
        `select t::text as row from tasks t union all select d::text from timers d
         union all select c::text from cases c order by 1`,
      )
    const live = await rows()
    await rebuild(db, allProjections)
    assert.deepEqual(await rows(), live)
  })
})
