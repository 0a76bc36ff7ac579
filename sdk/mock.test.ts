import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { List } from './calls.ts'
import { PorticoError } from './errors.ts'
import { createMockClient } from './mock.ts'
import { describeClient } from './test/behaviour.ts'
import { kneeOrders } from './test/subject.ts'

function world() {
  return createMockClient({
    username: 'ada',
    boilerplate: kneeOrders,
    appeals: [
      { id: 'case_old', uploadedAt: '2024-01-01T00:00:00.000Z' },
      { id: 'case_new', uploadedAt: '2025-01-01T00:00:00.000Z' },
    ],
    documents: {
      case_old: [
        { id: 'doc_1', pages: ['Tinnitus since service.', 'Nothing here.'] },
        { id: 'doc_2', pages: ['The veteran reports\ntinnitus.'], tags: ['lay'], read: true },
        { id: 'doc_3' },
      ],
      case_new: [{ id: 'doc_4' }],
    },
  })
}

describeClient('the mock client', async () => ({
  client: world(),
  username: 'ada',
  appealId: 'case_old',
  otherAppealId: 'case_new',
  word: 'tinnitus',
}))

describe('createMockClient', () => {
  it('fills in what a test leaves out, and numbers the pages through', async () => {
    const client = world()
    assert.equal((await client.appeals.get('case_new')).appeal.docketNumber, 'mock-case_new')
    assert.deepEqual(
      (await client.documents.list('case_old')).map(({ startPage, endPage, tags, read }) => [
        startPage,
        endPage,
        tags,
        read,
      ]),
      [
        [1, 2, [], false],
        [3, 3, ['lay'], true],
        [4, 4, [], false],
      ],
    )
    assert.equal((await client.cases.get('case_old')).pageCount, 4)
  })

  it('finds text across a line end, on the page it stands on', async () => {
    assert.deepEqual(await world().search('case_old', 'reports tinnitus'), {
      query: 'reports tinnitus',
      hits: [{ page: 3, snippet: 'The veteran reports tinnitus.' }],
    })
  })

  it('serves the bytes it is given', async () => {
    const content = new TextEncoder().encode('%PDF-mine')
    const client = createMockClient({ appeals: [{ id: 'a' }], documents: { a: [{ id: 'd', content }] } })
    const part = await client.documents.content('a', 'd', { range: { start: 5 } })
    assert.equal(part.size, 4)
    assert.equal(new TextDecoder().decode(await part.bytes()), 'mine')
  })

  it('does not let an annotation of somebody else be removed', async () => {
    const annotation = { id: 'n', page: 1, createdBy: 'grace', createdAt: '2026-01-01T00:00:00.000Z' }
    const documents = { a: [{ id: 'd', annotations: [annotation] }] }
    const client = createMockClient({ roles: ['drafter'], appeals: [{ id: 'a' }], documents })
    await assert.rejects(client.documents.removeAnnotation('a', 'd', 'n'), { code: 'forbidden', status: 403 })
    const administrator = createMockClient({ appeals: [{ id: 'a' }], documents })
    await administrator.documents.removeAnnotation('a', 'd', 'n')
  })

  it('keeps its data to itself', async () => {
    const client = world()
    const { appeal } = await client.appeals.get('case_old')
    appeal.veteran.lastName = 'smuggled'
    assert.equal((await client.appeals.get('case_old')).appeal.veteran.lastName, 'Example')
    const tag = await client.documents.addTag('case_old', 'doc_1', 'x')
    tag.createdBy = 'smuggled'
    assert.equal((await client.documents.addTag('case_old', 'doc_1', 'x')).createdBy, 'ada')
  })

  it('misses no event that comes while a watcher looks', async () => {
    const client = world()
    const events = client.cases.watch('case_new', { types: ['document.tagged'] })
    const next = events.next()
    await client.documents.addTag('case_new', 'doc_4', 'at once')
    assert.equal((await next).value?.data?.text, 'at once')
  })

  it('fails where it does not play, and says what a test may do about it', async () => {
    const unplayed = [
      'queues',
      'distribution',
      'sessions',
      'accessGrants',
      'deliveries',
      'letters',
      'profile',
      'custody',
    ]
    const parts = Object.entries(createMockClient()).filter(([name]) => unplayed.includes(name))
    assert.equal(parts.length, unplayed.length)
    for (const [, part] of parts) {
      for (const method of Object.values(part as Record<string, (...given: string[]) => unknown>)) {
        const called = method('case_1', 'x', 'y') as Promise<unknown> | List<unknown, unknown>
        await assert.rejects('page' in called ? called.page() : called, (error: unknown) => {
          assert.ok(error instanceof PorticoError)
          assert.equal(error.code, 'methodNotAllowed')
          assert.match(error.message, /^The mock client does not support [A-Z]+ \/.*against a sandbox\.$/)
          return true
        })
      }
    }
    await assert.rejects(world().cases.explain('case_old'), { code: 'methodNotAllowed' })
  })

  it('has the methods that a test gives, beside those that it plays', async () => {
    const asked: string[] = []
    const client = createMockClient({
      appeals: [{ id: 'case_1' }],
      tasks: {
        async list(caseId) {
          asked.push(caseId)
          return []
        },
      },
      cases: { permissions: async () => ['signDecisions'] },
    })
    assert.deepEqual(await client.tasks.list('case_1'), [])
    assert.deepEqual(asked, ['case_1'])
    await assert.rejects(client.tasks.get('case_1', 'task_1'), { code: 'notFound' })
    assert.deepEqual(await client.cases.permissions('case_1'), ['signDecisions'])
    assert.equal((await client.cases.get('case_1')).id, 'case_1')
  })

  it('shows the state it is given, at the time it is given', async () => {
    const client = createMockClient({
      appeals: [{ id: 'a', state: { status: 'decided', openTasks: 2 } }],
      now: () => new Date('2026-11-01T00:00:00Z'),
    })
    const { status, openTasks, step } = await client.cases.state('a')
    assert.deepEqual({ status, openTasks, step }, { status: 'decided', openTasks: 2, step: 'intake' })
    assert.equal((await client.cases.events('a').page()).events[0]?.at, '2026-11-01T00:00:00.000Z')
    await assert.rejects(client.cases.state('a', { at: '2026-10-31T00:00:00Z' }), { code: 'notFound' })
  })

  it('lets a timer go off when its time has come', async () => {
    let now = new Date('2026-11-01T09:00:00Z')
    const client = createMockClient({ username: 'ada', appeals: [{ id: 'a' }], now: () => now })
    await client.cases.docket('a', { docket: 'directReview' })
    const open = async (type: string) =>
      (await client.tasks.list('a', { open: true })).find((task) => task.type === type)?.id ?? ''
    const assignee = { person: 'ada' }
    await client.tasks.complete('a', await open('distribution'), { outcome: 'distributed', assignee })
    const taskId = await open('assignment')
    const until = '2026-11-15T09:00:00.000Z'
    await client.tasks.hold('a', taskId, { until, why: 'A reply is expected.' })
    assert.equal((await client.cases.state('a')).onHoldUntil, until)
    now = new Date('2026-11-16T09:00:00Z')
    assert.equal((await client.tasks.get('a', taskId)).status, 'assigned')
    assert.equal((await client.cases.state('a')).onHoldUntil, undefined)
  })

  it('gives work to those who are named to it, and to nobody else', async () => {
    const people = [{ username: 'judith', roles: ['adjudicator'], teams: ['adjudicators'] }]
    const client = createMockClient({ appeals: [{ id: 'a' }], people })
    await client.cases.docket('a', { docket: 'directReview' })
    const [task] = (await client.tasks.list('a', { open: true })).filter(
      ({ type }) => type === 'distribution',
    )
    const assign = (person: string) => client.tasks.assign('a', task?.id ?? '', { assignee: { person } })
    await assert.rejects(assign('nobody'), { code: 'badRequest', message: /^There is no member nobody/ })
    assert.equal((await assign('judith')).assignee?.name, 'judith')
  })
})
