import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { QueueQuery } from '@portico/contract/queues'
import { Refusal } from '../../core/kernel/decider.ts'
import { allProjections } from '../../projections/all.ts'
import type { Queryable } from '../../store/db.ts'
import { requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { alice, noon } from '../../test/given.ts'
import { openWorkDesk, type WorkDesk } from '../../test/work-desk.ts'
import { rebuild } from '../engine/rebuild.ts'
import { cursorOf } from './cursor.ts'
import { openQueues, type Queues } from './queues.ts'

const dayMs = 86_400_000
const intake = 'team:intakeReview'
const asking = { id: 'mem_ada', roles: ['intake'], teams: ['intakeReview'], mostSensitivity: 9 }

describe('a queue', () => {
  let db: TestDatabase
  let desk: WorkDesk
  let queues: Queues
  const now = new Date(noon.getTime() + 5 * dayMs)
  before(async () => {
    db = await freshDatabase({ size: 4 })
    desk = openWorkDesk(db)
    queues = openQueues({ db, profileFor: desk.profileFor })
    const dates = [
      '2020-03-01',
      '2021-05-05',
      '2020-01-02',
      '2024-02-29',
      '2020-01-02',
      '2022-10-10',
      '2019-12-31',
    ]
    for (const [index, receiptDate] of dates.entries()) {
      await desk.open({
        receiptDate,
        docketNumber: `${receiptDate.slice(2).replaceAll('-', '')}-${20 - index * 3}`,
      })
    }
  })
  after(() => db.close())

  const page = (query: QueueQuery, paging: { after?: string; limit?: number } = {}) =>
    queues.page(asking, query, { ...paging, now })
  const count = async (query: QueueQuery) => (await queues.count(asking, query, now)).tasks

  async function walk(query: QueueQuery, limit: number) {
    const found = []
    for (let after: string | undefined; ; ) {
      const { tasks, next } = await page(query, { limit, ...(after === undefined ? {} : { after }) })
      found.push(...tasks)
      if (next === undefined) return found
      after = next
    }
  }

  const refused = (query: QueueQuery, sentence: RegExp, after?: string) =>
    assert.rejects(
      page(query, after === undefined ? {} : { after }),
      (error) => error instanceof Refusal && error.code === 'invalid' && sentence.test(error.message),
    )

  it('shows what waits for a team, by docket date and number', async () => {
    const { tasks } = await page({ assignees: ['myTeams'] })
    assert.deepEqual(
      tasks.map(({ docketNumber }) => docketNumber),
      ['191231-2', '200102-8', '200102-14', '200301-20', '210505-17', '221010-5', '240229-11'],
    )
    const { caseId, ...first } = tasks[0]!
    assert.match(caseId, /^case_/)
    assert.match(first.id, /^task_/)
    assert.deepEqual(
      { ...first, id: '' },
      {
        id: '',
        docketNumber: '191231-2',
        caseName: 'Ada Byron',
        caseType: 'appeal',
        docket: null,
        type: 'intake',
        label: 'Intake',
        status: 'assigned',
        assignee: { kind: 'team', id: 'intakeReview', name: 'Intake review' },
        advanced: [],
        isCourtRemand: false,
        openedAt: noon.toISOString(),
        assignedAt: noon.toISOString(),
        ageDays: 5,
        isOverdue: false,
        may: ['start', 'assign', 'hold', 'instruct', 'openChild'],
      },
    )
  })

  it('is read by as many statements for many tasks as for one, where what may be done depends on their cases', async () => {
    const said = await desk.profileFor()
    const completesWhen = { workProduct: ['released' as const], otherwise: 'It is not released.' }
    const profile = {
      ...said,
      taskTypes: said.taskTypes.map((type) => (type.name === 'intake' ? { ...type, completesWhen } : type)),
    }
    const statements = async (limit: number) => {
      const seen: string[] = []
      const counted: Queryable = {
        ...db,
        rows: (text, values) => {
          seen.push(text)
          return db.rows(text, values)
        },
      }
      const asked = openQueues({ db: counted, profileFor: async () => profile })
      const { tasks } = await asked.page(asking, { assignees: [intake] }, { limit, now })
      assert.equal(tasks.length, limit)
      return seen
    }
    const [one, seven] = [await statements(1), await statements(7)]
    assert.ok(seven.some((text) => text.includes('left join snapshots')))
    assert.equal(seven.length, one.length)
  })

  for (const sort of ['priority', 'docket', 'age', 'deadline'] as const) {
    for (const isReversed of [false, true]) {
      it(`is walked page by page by ${sort}${isReversed ? ', the other way round' : ''}`, async () => {
        const query = { assignees: [intake], sort, isReversed }
        const whole = (await page(query)).tasks.map(({ id }) => id)
        const walked = (await walk(query, 2)).map(({ id }) => id)
        assert.equal(whole.length, 7)
        assert.deepEqual(walked, whole)
        const reversed = (await page({ ...query, isReversed: !isReversed })).tasks.map(({ id }) => id)
        assert.deepEqual(reversed.toReversed(), whole)
      })
    }
  }

  it('of several holders is one list in one order', async () => {
    const { caseId } = (await page({ assignees: [intake] })).tasks[3]!
    await desk.assign(caseId, 'intake', 'mem_ada')
    const both = (await walk({ assignees: ['me', intake], sort: 'docket' }, 3)).map(
      ({ docketNumber }) => docketNumber,
    )
    assert.equal(both.length, 7)
    assert.equal(both[3], '200301-20')
    assert.equal(await count({ assignees: [intake] }), 6)
    assert.equal(await count({ assignees: ['me'] }), 1)
    const mine = (await page({ assignees: ['me'] })).tasks[0]
    assert.deepEqual(mine?.assignee, { kind: 'person', id: 'mem_ada', name: 'mem_ada' })
  })

  it('is narrowed by type, status, docket, age and deadline', async () => {
    const [first] = (await page({ assignees: [intake] })).tasks
    await desk.docket(first!.caseId, 'directReview')
    assert.equal(await count({ types: ['distribution'] }), 1)
    assert.equal(await count({ types: ['distribution'], dockets: ['directReview'] }), 1)
    assert.equal(await count({ types: ['distribution'], dockets: ['hearing'] }), 0)
    assert.equal(await count({ types: ['intake'], statuses: ['inProgress'] }), 0)
    assert.equal(await count({ types: ['intake'], leastAgeDays: 5 }), 6)
    assert.equal(await count({ types: ['intake'], leastAgeDays: 6 }), 0)
    assert.equal(await count({ types: ['intake'], caseTypes: ['appeal'] }), 6)
    assert.equal(await count({ types: ['intake'], caseTypes: ['remand'] }), 0)
    assert.equal(await count({ types: ['intake'], isAdvanced: true }), 0)
    assert.equal(await count({ types: ['intake'], isAdvanced: false, isCourtRemand: false }), 6)
    assert.equal(await count({ types: ['intake'], isOverdue: true }), 0)
    assert.equal(await count({ types: ['intake'], isOverdue: false }), 6)
    assert.equal(await count({ statuses: ['onHold'], types: ['appeal'] }), 7)
    assert.equal(await count({ assignees: ['myTeams'], types: ['intake', 'letter'] }), 5)
  })

  it('does not count a task on hold as overdue, however long ago it was due', async () => {
    const caseId = await desk.open({ receiptDate: '2025-01-01', docketNumber: '250101-1' })
    const taskId = `task_${caseId}`
    await desk.command(caseId, { type: 'routeMail', mailType: 'changeOfAddress', newTaskId: taskId })
    const later = new Date(noon.getTime() + 60 * dayMs)
    const late = async (isOverdue: boolean) => {
      const query = { types: ['changeOfAddress'], isOverdue }
      const { tasks } = await queues.page(asking, query, { now: later })
      return tasks.map((task) => [task.status, task.isOverdue])
    }
    assert.deepEqual(await late(true), [['assigned', true]])
    assert.deepEqual(await late(false), [])
    const until = new Date(later.getTime() + dayMs).toISOString()
    await desk.command(caseId, { type: 'holdTask', taskId, until, why: 'Waiting.', timerId: 'timer_late' })
    assert.deepEqual(await late(true), [])
    assert.deepEqual(await late(false), [['onHold', false]])
  })

  it('of closed tasks has the last closed first', async () => {
    const [next] = (await page({ assignees: [intake] })).tasks
    const later = new Date(noon.getTime() + dayMs)
    const command = { type: 'docket' as const, docket: 'hearing', findings: [], mayOverride: false }
    await desk.command(next!.caseId, command, requestBy(alice, later))
    const closed = await walk({ assignees: [intake], statuses: ['completed'] }, 1)
    assert.deepEqual(
      closed.map(({ docketNumber, closedAt }) => [docketNumber, closedAt]),
      [
        ['200102-8', later.toISOString()],
        ['191231-2', noon.toISOString()],
      ],
    )
    assert.equal(await count({ statuses: ['completed', 'cancelled'], types: ['intake'] }), 2)
    await refused({ statuses: ['completed', 'assigned'] }, /either open ones/)
    await refused({ statuses: ['completed'], sort: 'age' }, /sort must be closed for closed tasks/)
    await refused({ sort: 'closed' }, /sort must be closed for closed tasks/)
  })

  it('goes on only from a place of its own', async () => {
    const { next } = await page({ assignees: [intake] }, { limit: 1 })
    assert.ok(next)
    await refused({ assignees: [intake], sort: 'age' }, /with the same sort/, next)
    for (const after of [
      '',
      'x',
      cursorOf([]),
      cursorOf(['priority', false, [9, 'a'], 'task_1']),
      cursorOf(['priority', false, [1], 'task_1']),
      cursorOf(['priority', false, [1, 'a\0'], 'task_1']),
      cursorOf(['priority', false, [1, 'a'], 7]),
    ])
      await refused({ assignees: [intake] }, /with the same sort/, after)
    await refused({ sort: 'age' }, /with the same sort/, cursorOf(['age', false, [2 ** 60], 'task_1']))
    const atTheEnd = cursorOf(['deadline', false, ['infinity'], 'zzz'])
    assert.deepEqual((await page({ assignees: [intake], sort: 'deadline' }, { after: atTheEnd })).tasks, [])
  })

  it('leaves out what is too sensitive for whoever asks', async () => {
    const nobody = { ...asking, mostSensitivity: -1 }
    assert.deepEqual((await queues.page(nobody, { types: ['intake'] }, { now })).tasks, [])
    assert.equal((await queues.count(nobody, { types: ['intake'] }, now)).tasks, 0)
  })

  it('is the same after its table was made anew', async () => {
    const rows = () => db.rows(`select * from queue_entries order by case_id, task_id`)
    const before = await rows()
    await rebuild(db, allProjections)
    assert.ok(before.length > 10)
    assert.deepEqual(await rows(), before)
  })
})
