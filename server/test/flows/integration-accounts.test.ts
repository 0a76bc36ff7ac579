import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AccessPage } from '@portico/contract/access-log'
import { ofPersons } from '@portico/contract/actions'
import type { PorticoEvent } from '@portico/contract/events'
import type { Member } from '@portico/contract/members'
import type { Task } from '@portico/contract/tasks'
import { PorticoClient } from '@portico/sdk'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

const password = 'a long enough phrase'

describe('the account of another system', () => {
  let world: World
  let archive: PorticoClient
  let archiveId: string

  before(async () => {
    world = await startWorld()
    const { member, link } = await ok<{ member: Member; link: string }>(world.admin, 'POST', '/invitations', {
      email: 'archive@example.org',
      username: 'archive',
      kind: 'integration',
      roles: ['integration'],
    })
    archiveId = member.id
    await ok(world.anonymous, 'POST', '/auth/invitation', { token: link.split('#')[1], password })
    archive = new PorticoClient({ baseUrl: world.baseUrl, credentials: { username: 'archive', password } })
  })
  after(() => world.close())

  async function ok<Answer>(http: Http, method: string, path: string, body?: unknown): Promise<Answer> {
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return reply.json as Answer
  }
  async function refused(
    http: Http,
    status: number,
    why: RegExp,
    method: string,
    path: string,
    body: object,
  ) {
    const reply = await http(method, path, { body })
    assert.equal(reply.status, status, `${method} ${path}: ${reply.text}`)
    assert.match((reply.json as { error: string }).error, why)
  }
  const taskOf = async (type: string) => {
    const { tasks } = await ok<{ tasks: Task[] }>(
      world.admin,
      'GET',
      `/cases/${world.caseId}/tasks?open=true`,
    )
    const task = tasks.find((one) => one.type === type)
    assert.ok(task, `no open ${type}`)
    return `/cases/${world.caseId}/tasks/${task.id}`
  }

  it('is told from a person wherever members are shown', async () => {
    const { members } = await ok<{ members: Member[] }>(world.admin, 'GET', '/members')
    const kinds = Object.fromEntries(members.map(({ username, kind }) => [username, kind]))
    assert.deepEqual(kinds, { archive: 'integration', [world.username]: 'person' })
    const { people } = await ok<{ people: Member[] }>(world.admin, 'GET', '/directory?text=archive')
    assert.deepEqual([people[0]?.username, people[0]?.kind], ['archive', 'integration'])
    assert.equal((await archive.me.get()).kind, 'integration')
    const { changes } = await ok<{ changes: { change: object }[] }>(
      world.admin,
      'GET',
      `/members/${archiveId}/changes`,
    )
    assert.deepEqual(changes[0]?.change, {
      kind: 'added',
      as: 'integration',
      roles: ['integration'],
      clearance: 3,
    })
    await refused(world.admin, 400, /kind/, 'POST', '/invitations', {
      email: 'robot@example.org',
      kind: 'robot',
      roles: [],
    })
  })

  it('acts as an integration in events and in the access log, by the credentials of the SDK as over HTTP', async () => {
    await archive.documents.addTag(world.caseId, world.documentId, 'archived')
    const own = await world.member('feed', ['integration'], 'integration')
    await ok(own, 'POST', `/appeals/${world.caseId}/documents/${world.documentId}/tags`, { text: 'fed' })
    await ok(world.admin, 'POST', `/appeals/${world.caseId}/documents/${world.documentId}/tags`, {
      text: 'by hand',
    })
    const { events } = await ok<{ events: PorticoEvent[] }>(
      world.admin,
      'GET',
      `/cases/${world.caseId}/events?types=document.tagged`,
    )
    const tagged = events.slice(-3).map(({ actor }) => [actor.name, actor.kind])
    assert.deepEqual(tagged, [
      ['archive', 'integration'],
      ['feed', 'integration'],
      [world.username, 'person'],
    ])

    await archive.documents.content(world.caseId, world.documentId, { range: { start: 0, end: 4 } })
    await ok(world.admin, 'GET', `/appeals/${world.caseId}/documents/${world.documentId}`)
    const seen = await until(async () => {
      const { entries } = await ok<AccessPage>(
        world.admin,
        'GET',
        `/cases/${world.caseId}/access-log?limit=1000`,
      )
      const kinds = new Map(entries.map(({ member }) => [member.name, member.kind]))
      return kinds.has('archive') && kinds.has(world.username) ? kinds : undefined
    })
    assert.equal(seen.get('archive'), 'integration')
    assert.equal(seen.get(world.username), 'person')
  })

  it('works the tasks that it holds, and no others, as the page about integrations says', async () => {
    const intake = await taskOf('intake')
    const parentId = intake.split('/').at(-1) ?? ''
    const open = () =>
      archive.tasks.open(world.caseId, { parentId, type: 'letter', assignee: { person: 'archive' } })
    await assert.rejects(open(), {
      code: 'forbidden',
      message: /only its holder or a supervisor can do this/,
    })
    await ok(world.admin, 'PUT', `${intake}/assignee`, { assignee: { person: 'archive' } })
    const { id } = await open()
    await archive.tasks.start(world.caseId, id)
    await archive.tasks.complete(world.caseId, id, { note: 'Sent by the archive.' })
    const { task } = await ok<{ task: Task }>(world.admin, 'GET', intake)
    assert.deepEqual([task.status, task.assignee?.name], ['assigned', 'archive'])
  })

  it('does nothing that takes judgment, whatever its roles', async () => {
    const roles = ['administrator', 'adjudicator', 'drafter', 'integration']
    const machine = await world.member('machine', roles, 'integration')
    const { me } = await ok<{ me: { actions: string[] } }>(machine, 'GET', '/me')
    assert.deepEqual(
      me.actions.filter((action) => ofPersons.some((one) => one === action)),
      [],
    )
    assert.ok(me.actions.includes('administer') && me.actions.includes('fileDocuments'))
    const only = /^Only a person may do this/
    const product = `/cases/${world.caseId}/work-products`
    await refused(machine, 403, only, 'POST', `${product}/product_1/sign`, { version: 1 })
    await refused(machine, 403, only, 'POST', product, { content: { opening: [], issues: [], closing: [] } })

    await world.member('judith', ['adjudicator'])
    await ok(machine, 'POST', `/cases/${world.caseId}/docket`, { docket: 'directReview' })
    const distribution = await taskOf('distribution')
    const distributed = (person: string) => ({ outcome: 'distributed', assignee: { person } })
    const takes = /^machine cannot have “.*”: it requires judgment/
    await refused(world.admin, 422, takes, 'POST', `${distribution}/complete`, distributed('machine'))
    await ok(world.admin, 'POST', `${distribution}/complete`, distributed('judith'))
    const assignment = await taskOf('assignment')
    const toMachine = { assignee: { person: 'machine' }, why: 'It works at night.' }
    await refused(world.admin, 422, takes, 'PUT', `${assignment}/assignee`, toMachine)
    const assigned = { outcome: 'assigned', assignee: { person: 'judith' } }
    const own = await machine('POST', `${assignment}/complete`, { body: assigned })
    assert.ok([403, 422].includes(own.status), own.text)
    const { task } = await ok<{ task: Task }>(machine, 'GET', assignment)
    assert.ok(!task.actions.may.includes('complete') && !task.actions.may.includes('start'), task.type)
  })

  it('signs in for a token that expires, as everyone does, and stays out once it is deactivated', async () => {
    const feed = { username: 'archive', password }
    const { expiresIn } = await ok<{ expiresIn: number }>(world.anonymous, 'POST', '/auth/token', feed)
    assert.ok(expiresIn <= 3600, String(expiresIn))
    await ok(world.admin, 'DELETE', `/members/${archiveId}`)
    await assert.rejects(archive.cases.get(world.caseId), { code: 'unauthenticated' })
  })
})
