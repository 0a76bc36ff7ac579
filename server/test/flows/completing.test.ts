import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Session } from '@portico/contract/sessions'
import type { Task, TaskList } from '@portico/contract/tasks'
import { conforms } from '../conforms.ts'
import { testPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

describe('a task that is completed', () => {
  let world: World
  let support: Http
  let hearings: Http
  let caseId: string
  before(async () => {
    world = await startWorld()
    support = await world.member('sue', ['caseSupport'])
    hearings = await world.member('hana', ['sessionCoordinator'])
    const body = { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' }
    caseId = (await ok<{ case: { id: string } }>(world.admin, 'POST', '/cases', body)).case.id
    await ok(world.admin, 'POST', on('/parties/ada'), {
      role: 'appellant',
      person: { firstName: 'Ada', lastName: 'Byron' },
      contact: { addresses: [{ lines: ['17 Thistledown Lane'], city: 'Exeter' }] },
    })
  })
  after(() => world.close())

  const on = (path: string) => `/cases/${caseId}${path}`
  async function ok<Answer>(http: Http, method: string, path: string, body?: unknown): Promise<Answer> {
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return reply.json as Answer
  }
  async function refused(http: Http, task: Task, body: object, sentence: string) {
    const reply = await http('POST', on(`/tasks/${task.id}/complete`), { body })
    assert.deepEqual([reply.status, (reply.json as { error: string }).error], [422, sentence])
  }
  const task = async (http: Http, type: string) => {
    const { tasks } = conforms<TaskList>('listTasks', await http('GET', on('/tasks?open=true')))
    const found = tasks.find((one) => one.type === type)
    assert.ok(found, type)
    return found
  }

  it('for a letter has one, or a note says why there is none; the list says so beforehand', async () => {
    const sentence =
      '“Letter and its answer” cannot be completed. No letter has been written since the task was opened: write it, or say in a note why none is needed.'
    const intake = await task(world.admin, 'intake')
    const open = async () => {
      await ok(world.admin, 'POST', on('/tasks'), { parentId: intake.id, type: 'letter' })
      return task(support, 'letter')
    }
    const first = await open()
    assert.deepEqual([first.actions.may.includes('complete'), first.actions.asksNote], [true, sentence])
    await refused(support, first, {}, sentence)
    await ok(support, 'POST', on(`/tasks/${first.id}/complete`), { note: 'They called.' })

    const second = await open()
    await refused(support, second, {}, sentence)
    await ok(world.admin, 'POST', on('/letters'), {
      letter: 'general',
      partyId: 'ada',
      reason: 'Which knee is it?',
    })
    assert.equal((await task(support, 'letter')).actions.asksNote, undefined)
    await ok(support, 'POST', on(`/tasks/${second.id}/complete`), {})
    const third = await open()
    assert.equal(third.actions.asksNote, sentence, 'the letter before it is not this one')
    await ok(support, 'POST', on(`/tasks/${third.id}/complete`), { note: 'Answered with the other.' })
  })

  it('for the record of a hearing has one that was filed, or says that there is none', async () => {
    const sentence =
      '“Get a record of the hearing” cannot be completed. No recording or transcript has been filed since the hearing began: file it first.'
    const asked = await ok<{ session: Session }>(world.admin, 'POST', on('/sessions'), { kind: 'video' })
    const { id } = asked.session
    const startsAt = new Date(Date.now() + 1500).toISOString()
    await ok(world.admin, 'PUT', on(`/sessions/${id}/slot`), {
      slot: { startsAt, minutes: 60, timeZone: 'America/New_York' },
      consent: 'Everybody has agreed.',
    })
    const held = { body: { outcome: 'held' } }
    await until(async () => (await world.admin('PUT', on(`/sessions/${id}/outcome`), held)).status === 200)
    const missing = await task(hearings, 'recordMissing')
    assert.deepEqual(
      [missing.actions.outcomes.map(({ name }) => name), missing.actions.refused],
      [['none'], [{ action: 'complete', outcome: 'filed', label: 'Filed by hand', why: sentence }]],
    )
    await refused(hearings, missing, { outcome: 'filed', note: 'It is on my desk.' }, sentence)
    const file = async (name: string, documentType?: string) => {
      const form = new FormData()
      const document = { name, receiptDate: '2026-03-02', ...(documentType ? { documentType } : {}) }
      form.append('document', JSON.stringify(document))
      form.append('file', new Blob([new Uint8Array(await testPdf([name]))]), `${name}.pdf`)
      await ok(world.admin, 'POST', on('/documents'), form)
    }
    await file('Examination')
    await refused(hearings, missing, { outcome: 'filed' }, sentence)
    await file('Transcript', 'hearingTranscript')
    await until(async () => (await task(hearings, 'recordMissing')).actions.refused === undefined)
    const recordNow = async () => {
      const { sessions } = await ok<{ sessions: Session[] }>(world.admin, 'GET', on('/sessions'))
      const found = sessions.find((one) => one.id === id)
      return [found?.record, found?.withoutRecord]
    }
    assert.deepEqual(await recordNow(), ['missing', undefined])
    await ok(hearings, 'POST', on(`/tasks/${missing.id}/complete`), { outcome: 'filed' })
    assert.deepEqual(await recordNow(), ['stored', undefined])
  })

  it('for the record of a hearing of which there is none leaves the session with that, and with the reason', async () => {
    const asked = await ok<{ session: Session }>(world.admin, 'POST', on('/sessions'), { kind: 'video' })
    const { id } = asked.session
    const startsAt = new Date(Date.now() + 1500).toISOString()
    await ok(world.admin, 'PUT', on(`/sessions/${id}/slot`), {
      slot: { startsAt, minutes: 60, timeZone: 'America/New_York' },
      consent: 'Everybody has agreed.',
    })
    const held = { body: { outcome: 'held' } }
    await until(async () => (await world.admin('PUT', on(`/sessions/${id}/outcome`), held)).status === 200)
    const missing = await task(hearings, 'recordMissing')
    const note = 'The machine was not switched on.'
    await ok(hearings, 'POST', on(`/tasks/${missing.id}/complete`), { outcome: 'none', note })
    const { sessions } = conforms<{ sessions: Session[] }>(
      'listSessions',
      await world.admin('GET', on('/sessions')),
    )
    const found = sessions.find((one) => one.id === id)
    assert.deepEqual([found?.record, found?.withoutRecord], ['none', note])
  })
})
