import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PorticoEvent } from '@portico/contract/events'
import type { OpenedCase } from '@portico/contract/intake'
import type { SessionPlan } from '@portico/contract/session-plans'
import type { Session } from '@portico/contract/sessions'
import type { Task, TaskList } from '@portico/contract/tasks'
import { submitSmallDraft } from '../released-decision.ts'
import { testPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

describe('a case that becomes too sensitive for those who work on it', () => {
  let world: World
  let judith: Http
  let productId: string
  let caseId: string
  before(async () => {
    world = await startWorld({ PORTICO_MODE: 'deployment' })
    await world.member('jules', ['adjudicator'])
    await clearTo('jules', 9)
    caseId = await open()
    const draft = await submitSmallDraft(world, caseId)
    judith = draft.judge
    productId = draft.workProductId
  })
  after(() => world.close())

  const on = (path: string) => `/cases/${caseId}${path}`
  const done = async <Json>(http: Http, method: string, path: string, body?: unknown): Promise<Json> => {
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return reply.json as Json
  }
  const open = async () => {
    const body = { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' }
    const { id } = (await done<OpenedCase>(world.admin, 'POST', '/cases', body)).case
    const form = new FormData()
    form.set('document', JSON.stringify({ name: 'Examination', receiptDate: '2026-05-04' }))
    const pdf = new Uint8Array(await testPdf(['One.', 'Two.']))
    form.set('file', new Blob([pdf], { type: 'application/pdf' }), 'x.pdf')
    await done(world.admin, 'POST', `/cases/${id}/documents`, form)
    await done(world.admin, 'POST', `/cases/${id}/parties/ada`, {
      role: 'appellant',
      person: { firstName: 'Ada', lastName: 'Byron' },
      contact: { emails: ['ada@example.org'] },
    })
    return id
  }
  const memberId = async (name: string) => {
    const { members } = await done<{ members: { id: string; username: string }[] }>(
      world.admin,
      'GET',
      '/members',
    )
    return members.find(({ username }) => username === name)?.id as string
  }
  const clearTo = async (name: string, clearance: number) =>
    done(world.admin, 'PATCH', `/members/${await memberId(name)}`, { clearance })
  const raiseTo = (level: number) =>
    done(world.admin, 'PUT', on('/sensitivity'), { level, why: 'The claimant is known.' })
  const task = async (type: string) => {
    const { tasks } = await done<TaskList>(world.admin, 'GET', on('/tasks?open=true'))
    return tasks.find((one) => one.type === type) as Task
  }
  const whyAssigned = async (taskId: string) => {
    const { events } = await done<{ events: PorticoEvent[] }>(
      world.admin,
      'GET',
      on('/events?types=task.assigned&limit=1000'),
    )
    const last = events.findLast((event) => event.type === 'task.assigned' && event.data.taskId === taskId)
    return last?.type === 'task.assigned' ? last.data.why : undefined
  }
  const sign = (http: Http, more: object = {}) =>
    http('POST', on(`/work-products/${productId}/sign`), { body: { version: 1, ...more } })

  it('goes back to the team of each task, with a sentence, and is signed by who takes it there', async () => {
    const review = await task('review')
    assert.equal(review.assignee?.name, 'judith')
    await raiseTo(6)
    const { assignee } = await task('review')
    assert.deepEqual(
      [assignee?.kind, await whyAssigned(review.id)],
      ['team', 'judith may not see this case.'],
    )
    assert.equal((await sign(judith)).status, 404)
    await done(world.admin, 'PUT', on(`/tasks/${review.id}/assignee`), { assignee: { person: 'jules' } })
    await raiseTo(9)
    assert.equal((await task('review')).assignee?.name, 'jules')
  })

  it('is lost to a member whose clearance is lowered, and to one who loses the role', async () => {
    const { id } = await task('review')
    await clearTo('jules', 3)
    await until(async () => (await task('review')).assignee?.kind === 'team')
    assert.equal(await whyAssigned(id), 'jules may not see this case.')
    await raiseTo(0)
    await done(world.admin, 'PUT', on(`/tasks/${id}/assignee`), { assignee: { person: 'jules' } })
    await done(world.admin, 'PATCH', `/members/${await memberId('jules')}`, { roles: ['mailClerk'] })
    await until(async () => (await task('review')).assignee?.kind === 'team')
    assert.match((await whyAssigned(id)) ?? '', /jules cannot have .*none of their roles may/)
    await done(world.admin, 'PATCH', `/members/${await memberId('jules')}`, {
      roles: ['adjudicator'],
      clearance: 9,
    })
  })

  it('seats nobody who may not see it, and flags a session whose adjudicator lost sight of it', async () => {
    const { session } = await done<{ session: Session }>(world.admin, 'POST', on('/sessions'), {
      kind: 'virtual',
    })
    const slot = { startsAt: '2096-03-05T15:00:00.000Z', minutes: 60, timeZone: 'America/New_York' }
    const place = (name: string) =>
      world.admin('PUT', on(`/sessions/${session.id}/slot`), {
        body: { slot, participants: [{ kind: 'adjudicator', id: name }] },
      })
    await raiseTo(6)
    const refused = await place('judith')
    assert.equal(refused.status, 400, refused.text)
    assert.match(refused.text, /who may sit: judith may not see this case/)
    assert.ok((await place('jules')).status < 300)
    await raiseTo(0)
    assert.ok((await place('judith')).status < 300)
    await raiseTo(6)
    await until(async () => {
      const { sessions } = await done<{ sessions: Session[] }>(world.admin, 'GET', on('/sessions'))
      return sessions[0]?.conflicts?.some(({ why }) => /judith may not sit/.test(why))
    })
    const { plan } = await done<{ plan: SessionPlan }>(world.admin, 'POST', '/session-repairs', {
      sessionIds: [session.id],
    })
    const [item] = plan.sessions
    assert.deepEqual([item?.state, item?.slot ?? null], ['left', null])
    assert.match(item?.why ?? '', /^judith may not sit as adjudicator any more/)
  })
})
