import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type {
  Ranking,
  DistributionRunDetail as RunDetail,
  LeverSimulation as Simulation,
} from '@portico/contract/distribution'
import type { Queue, QueuedTask, Reassignment, TaskPage } from '@portico/contract/queues'
import type { Route } from '@portico/contract/route'
import { type RouteName, routes } from '@portico/contract/table'
import { conforms } from '../conforms.ts'
import { until } from '../until.ts'
import { type Http, type Reply, startWorld, type World } from '../world.ts'

type Call = [method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }]

describe('queues over HTTP', () => {
  let world: World
  let clerk: Http
  let judge: Http
  let support: Http
  let outsider: Http
  let clerkId: string
  const caseIds: string[] = []

  before(async () => {
    world = await startWorld()
    const { members } = world.service.identity
    const join = async (name: string, role: string, team?: string) => {
      const http = await world.member(name, [role])
      const member = await members.find(name)
      if (team) await members.change(member!.id, { teams: [team] })
      return { http, id: member!.id }
    }
    ;({ http: clerk, id: clerkId } = await join('clerk', 'intake', 'intakeReview'))
    ;({ http: judge } = await join('judge', 'adjudicator'))
    ;({ http: support } = await join('support', 'caseSupport', 'caseSupport'))
    ;({ http: outsider } = await join('outsider', 'representative'))
    const { json } = await world.admin('GET', '/appeals')
    caseIds.push(...(json as { appeals: { id: string }[] }).appeals.map(({ id }) => id))
  })
  after(() => world.close())

  const answered = <Body>(name: RouteName, { status, json, text }: Reply): Body => {
    const route: Route = routes[name]
    const expected = Number(Object.keys(route.answers)[0])
    assert.equal(status, expected, `${name}: ${text.slice(0, 300)}`)
    return conforms<Body>(name, { status, json })
  }
  const refused = async (http: Http, status: number, sentence: RegExp, ...call: Call) => {
    const reply = await http(...call)
    assert.equal(reply.status, status, `${call[0]} ${call[1]}: ${reply.text.slice(0, 200)}`)
    assert.deepEqual(Object.keys(reply.json as object), ['error'])
    assert.match((reply.json as { error: string }).error, sentence)
  }

  it('a query that cannot be answered is refused, counted or not', async () => {
    for (const counted of ['', '&count=true']) {
      await refused(clerk, 400, /sort must be closed/, 'GET', `/tasks?sort=closed${counted}`)
      await refused(clerk, 400, /statuses must be/, 'GET', `/tasks?statuses=completed,assigned${counted}`)
      await refused(clerk, 400, /after/, 'GET', `/tasks?after=garbage${counted}`)
    }
  })

  it('everyone has their own and those of their teams, with how much is in each', async () => {
    const { queues } = answered<{ queues: (Queue & { count: object })[] }>(
      'listQueues',
      await clerk('GET', '/queues'),
    )
    assert.deepEqual(
      queues.map(({ id, name, count, isBuiltIn }) => [id, name, count, isBuiltIn]),
      [
        ['mine', 'Mine', { tasks: 0, isExact: true }, true],
        ['team:intakeReview', 'Intake review', { tasks: 2, isExact: true }, true],
      ],
    )
    await refused(
      outsider,
      403,
      /^Your roles do not allow this: it needs the action `readTasks`\.$/,
      'GET',
      '/queues',
    )
    await refused(world.anonymous, 401, /./, 'GET', '/queues')
  })

  it('tasks of all cases are asked for in words of a query, page by page', async () => {
    const asked = '/tasks?assignees=me,team:intakeReview&types=intake&sort=age&isReversed=true&limit=1'
    const first = answered<TaskPage>('findTasks', await clerk('GET', `${asked}&count=true`))
    assert.deepEqual([first.tasks.length, first.count], [1, { tasks: 2, isExact: true }])
    const second = answered<TaskPage>('findTasks', await clerk('GET', `${asked}&after=${first.next}`))
    assert.equal(second.next, undefined)
    assert.notEqual(second.tasks[0]?.id, first.tasks[0]?.id)
    const none = answered<TaskPage>('findTasks', await clerk('GET', '/tasks?assignees=me&isOverdue=true'))
    assert.deepEqual(none, { tasks: [] })
    for (const [query, sentence] of [
      ['colour=red', /colour/],
      ['sort=colour', /sort/],
      ['statuses=asleep', /statuses/],
      ['statuses=completed,assigned', /either open ones/],
      ['assignees=everyone', /assignees/],
      ['after=x', /^after must be the next/],
      ['limit=201', /limit/],
    ] as const)
      await refused(clerk, 400, sentence, 'GET', `/tasks?${query}`)
    await refused(outsider, 403, /roles/, 'GET', '/tasks')
  })

  it('a question is kept for a team, changed and removed by its members alone', async () => {
    const body = {
      name: 'New ones',
      team: 'intakeReview',
      query: { assignees: ['myTeams'], types: ['intake'] },
    }
    const headers = { 'idempotency-key': 'save-1' }
    const { queue } = answered<{ queue: Queue }>(
      'saveQueue',
      await clerk('POST', '/queues', { body, headers }),
    )
    const again = answered<{ queue: Queue }>('saveQueue', await clerk('POST', '/queues', { body, headers }))
    assert.deepEqual(again, { queue })
    assert.deepEqual(queue.owner, { kind: 'team', id: 'intakeReview' })
    const at = `/queues/${queue.id}`
    answered('getQueue', await clerk('GET', at))
    assert.equal(
      answered<TaskPage>('listQueueTasks', await clerk('GET', `${at}/tasks?limit=5`)).tasks.length,
      2,
    )
    await refused(judge, 404, /^There is no queue with this id\.$/, 'GET', at)
    await refused(judge, 404, /no queue/, 'DELETE', at)
    await refused(judge, 403, /Only members of the team intakeReview/, 'POST', '/queues', { body })
    await refused(clerk, 409, /name already/, 'POST', '/queues', { body })
    await refused(clerk, 400, /colour/, 'POST', '/queues', { body: { ...body, query: { colour: 'red' } } })
    const unanswerable = { ...body, query: { sort: 'closed' } }
    await refused(clerk, 400, /sort must be closed for closed tasks/, 'POST', '/queues', {
      body: unanswerable,
    })
    const changed = { name: 'On hold', query: { statuses: ['onHold'] } }
    const after = answered<{ queue: Queue }>('changeQueue', await clerk('PUT', at, { body: changed }))
    assert.deepEqual([after.queue.name, after.queue.query], [changed.name, changed.query])
    answered('removeQueue', await clerk('DELETE', at))
    await refused(clerk, 404, /no queue/, 'GET', at)
    await refused(clerk, 422, /This queue is built in/, 'DELETE', '/queues/mine')
  })

  it('the next task is taken from a queue of a team', async () => {
    const path = '/queues/team:intakeReview/next'
    const { task } = answered<{ task: QueuedTask }>('takeNextTask', await clerk('POST', path))
    assert.deepEqual(task.assignee, { kind: 'person', id: clerkId, name: 'clerk' })
    assert.ok(task.may.includes('start'))
    answered('takeNextTask', await clerk('POST', path))
    assert.deepEqual(answered('takeNextTask', await clerk('POST', path)), { task: null })
    await refused(judge, 404, /no queue/, 'POST', path)
    await refused(outsider, 403, /roles/, 'POST', '/queues/mine/next')
  })

  it('many tasks are moved at once, and what came of it can be asked', async () => {
    const body = {
      query: { assignees: [`person:${clerkId}`] },
      to: { team: 'intakeReview' },
      why: 'On leave.',
    }
    const { reassignment } = answered<{ reassignment: Reassignment }>(
      'startReassignment',
      await support('POST', '/reassignments', { body }),
    )
    const done = await until(async () => {
      const { reassignment: now } = answered<{ reassignment: Reassignment }>(
        'getReassignment',
        await support('GET', `/reassignments/${reassignment.id}`),
      )
      return now.waiting === 0 && now
    })
    assert.deepEqual([done.tasks, done.moved, done.refused], [2, 2, []])
    await refused(support, 400, /either tasks or query/, 'POST', '/reassignments', {
      body: { to: { team: 'intakeReview' }, why: 'x' },
    })
    await refused(support, 400, /no team nowhere/, 'POST', '/reassignments', {
      body: { ...body, to: { team: 'nowhere' } },
    })
    await refused(support, 404, /no reassignment/, 'GET', '/reassignments/move_none')
    await refused(outsider, 403, /roles/, 'POST', '/reassignments', { body })
  })

  it('cases that are ready are ranked, tried with other levers, and given', async () => {
    for (const id of caseIds) {
      const docketed = await world.admin('POST', `/cases/${id}/docket`, { body: { docket: 'directReview' } })
      assert.ok(docketed.status < 300, docketed.text)
    }
    const { cases } = answered<Ranking>(
      'listRanking',
      await judge('GET', '/distribution/ranking?docket=directReview'),
    )
    // The claimants of synthetic cases are of any age.
    const whyOf = (advanced: string[]) =>
      advanced.length > 0 ? 'The case is advanced on the docket.' : 'Its docket number is next.'
    assert.deepEqual(
      cases.map(({ rank, why }) => [rank, why]),
      cases.map(({ advanced }, index) => [index + 1, whyOf(advanced)]),
    )
    assert.equal(cases.length, 2)
    const { simulation } = answered<Simulation>(
      'simulateLevers',
      await support('POST', '/distribution/simulation', { body: { levers: { batchWithoutTeam: 1 } } }),
    )
    assert.deepEqual([simulation.inForce.cases, simulation.changed.cases, simulation.moved], [2, 1, 1])

    const headers = { 'idempotency-key': 'ask-1' }
    const asked = await judge('POST', '/distribution/runs', { body: {}, headers })
    const { run } = answered<RunDetail>('askForCases', asked)
    assert.deepEqual([run.given, run.askedBy, run.member.name], [2, 'judge', 'judge'])
    const repeated = await judge('POST', '/distribution/runs', { body: {}, headers })
    assert.equal(answered<RunDetail>('askForCases', repeated).run.id, run.id)
    assert.deepEqual(answered('getRun', await judge('GET', `/distribution/runs/${run.id}`)), { run })
    answered('listRuns', await judge('GET', '/distribution/runs?limit=1'))
    const mine = answered<TaskPage>('listQueueTasks', await judge('GET', '/queues/mine/tasks'))
    assert.deepEqual(
      mine.tasks.map(({ type }) => type),
      ['assignment', 'assignment'],
    )
  })

  it('what distribution refuses has a sentence', async () => {
    await refused(clerk, 403, /roles/, 'GET', '/distribution/ranking')
    await refused(judge, 400, /no docket nowhere/, 'GET', '/distribution/ranking?docket=nowhere')
    await refused(judge, 400, /after must be/, 'GET', '/distribution/ranking?after=x')
    await refused(judge, 403, /roles/, 'POST', '/distribution/runs', { body: { memberId: clerkId } })
    await refused(support, 422, /only to active members/, 'POST', '/distribution/runs', {
      body: { memberId: clerkId },
    })
    await refused(judge, 403, /roles/, 'POST', '/distribution/simulation', { body: { levers: {} } })
    await refused(support, 400, /batchWithoutTeam/, 'POST', '/distribution/simulation', {
      body: { levers: { batchWithoutTeam: 0 } },
    })
    await refused(judge, 404, /no run/, 'GET', '/distribution/runs/run_none')
  })

  it('whoever is shut out leaves nothing behind', async () => {
    const judged = await world.service.identity.members.find('judge')
    assert.deepEqual(await world.service.deactivateMember(judged!.id), { released: 2 })
    assert.equal((await judge('GET', '/queues')).status, 401)
    const left = answered<TaskPage>(
      'findTasks',
      await world.admin('GET', `/tasks?assignees=person:${judged!.id}`),
    )
    assert.deepEqual(left.tasks, [])
    const team = answered<TaskPage>(
      'findTasks',
      await world.admin('GET', '/tasks?assignees=team:adjudicators'),
    )
    assert.equal(team.tasks.length, 2)
  })
})
