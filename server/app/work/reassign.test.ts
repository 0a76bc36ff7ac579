import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { NewReassignment } from '@portico/contract/queues'
import { openPermissions } from '../../auth/can.ts'
import { custody } from '../../core/file/custody.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { defaultProfile } from '../../profile/default.ts'
import { requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { alice, noon } from '../../test/given.ts'
import { openWorkDesk, type WorkDesk } from '../../test/work-desk.ts'
import { createDeactivateMember } from './deactivate-member.ts'
import { openReassignments, type Reassignments } from './reassign.ts'

const supervisor = { roles: ['intake'], teams: [] }
const stranger = { roles: ['scheduler'], teams: [] }

const { mayRead } = openPermissions({ mode: 'deployment', roles: () => defaultProfile.roles })

describe('many tasks at once', () => {
  let db: TestDatabase
  let desk: WorkDesk
  let reassignments: Reassignments
  const cases: string[] = []
  before(async () => {
    db = await freshDatabase({ size: 6 })
    desk = openWorkDesk(db, { mayRead })
    const { execute, profileFor } = desk
    reassignments = openReassignments({ db, execute, profileFor, clock: () => noon })
    for (const id of ['mem_ada', 'mem_ben', 'mem_gone']) {
      await db.rows(
        `insert into members (id, username, username_folded, display_name, roles, created_at)
         values ($1, $1, $1, $1, '{intake}', now())`,
        [id],
      )
    }
    await db.rows(`update members set deactivated_at = now() where id = 'mem_gone'`)
    for (let number = 1; number <= 5; number++)
      cases.push(await desk.open({ docketNumber: `200101-${number}` }))
  })
  after(() => db.close())

  const start = (asked: Omit<NewReassignment, 'why'>, caller = supervisor, barredCaseIds: string[] = []) => {
    const asking = { id: alice.id, ...caller, mostSensitivity: 9, barredCaseIds }
    return reassignments.start({ ...requestBy(), caller }, asking, { ...asked, why: 'She is away.' })
  }
  const anyone = { id: 'mem_else', mostSensitivity: 9 }
  const carryOut = (id: string) => reassignments.carryOut(id, new AbortController().signal)
  const held = async (assignee: string) => {
    const rows = await db.rows<{ case_id: string }>(
      `select case_id from queue_entries where assignee = $1 order by case_id`,
      [assignee],
    )
    return rows.map(({ case_id }) => case_id)
  }

  it('go where they are sent, and those that cannot are told with the reason', async () => {
    const taskId = await desk.openTask(cases[0]!, 'intake')
    const begun = await start({
      tasks: [
        { caseId: cases[0]!, taskId },
        { caseId: cases[0]!, taskId },
        { caseId: cases[1]!, taskId: 'task_none' },
      ],
      to: { person: 'mem_ada' },
    })
    assert.deepEqual([begun.tasks, begun.moved, begun.waiting], [2, 0, 1])
    assert.deepEqual(begun.to, { kind: 'person', id: 'mem_ada', name: 'mem_ada' })
    await carryOut(begun.id)
    const done = await reassignments.find(begun.id, anyone)
    assert.deepEqual([done.moved, done.waiting, done.by, done.why], [1, 0, alice.name, 'She is away.'])
    assert.deepEqual(done.refused, [
      { caseId: cases[1], taskId: 'task_none', why: 'There is no such open task.' },
    ])
    assert.deepEqual(await held('person:mem_ada'), [cases[0]])
  })

  it('of a case where whoever asks represents a party are not there for them, also by their ids', async () => {
    const caseId = cases[1]!
    const tasks = [{ caseId, taskId: await desk.openTask(caseId, 'intake') }]
    const begun = await start({ tasks, to: { person: 'mem_ada' } }, supervisor, [caseId])
    assert.deepEqual([begun.waiting, begun.refused[0]?.why], [0, 'There is no such open task.'])
  })

  it('are found by a question, and moved once however often the work is taken up', async () => {
    const { id } = await start({ query: { assignees: ['team:intakeReview'] }, to: { person: 'mem_ben' } })
    await carryOut(id)
    await db.rows(`update reassignment_tasks set state = 'waiting' where reassignment_id = $1`, [id])
    await carryOut(id)
    const { moved, refused } = await reassignments.find(id, anyone)
    assert.deepEqual([moved, refused], [4, []])
    const [{ count } = { count: 0 }] = await db.rows<{ count: number }>(
      `select count(*)::int as count from events where type = 'task.assigned' and data->'assignee'->>'id' = 'mem_ben'`,
    )
    assert.equal(count, 4)
  })

  it('stay where whoever asks may not move them', async () => {
    const { id } = await start(
      { query: { assignees: ['person:mem_ben'] }, to: { person: 'mem_ada' } },
      stranger,
    )
    await carryOut(id)
    const { moved, refused } = await reassignments.find(id, anyone)
    assert.equal(moved, 0)
    assert.equal(refused.length, 4)
    assert.match(refused[0]!.why, /is held by .*: only its holder or a supervisor/)
    const { caseId, taskId } = refused[0]!
    const command = { type: 'setSensitivity' as const, caseId, level: 6, why: 'A colleague.' }
    await desk.execute(custody, requestBy(), command, () => null)
    assert.equal((await held('person:mem_ben')).length, 3, 'nobody keeps a case that they may not see')
    const others = await reassignments.find(id, { ...anyone, mostSensitivity: 3 })
    assert.equal(others.refused.length, 3, 'a case that is not theirs to see is not told of')
    assert.equal(others.tasks, 3, 'nor counted')
    const barred = await reassignments.find(id, { ...anyone, barredCaseIds: [caseId] })
    assert.deepEqual([barred.refused.length, barred.tasks], [3, 3], 'nor where they represent a party')

    const again = await start({ tasks: [{ caseId, taskId }], to: { person: 'mem_ada' } })
    await carryOut(again.id)
    const { refused: unseen } = await reassignments.find(again.id, anyone)
    assert.deepEqual(
      unseen.map((one) => [one.caseId, one.why]),
      [[caseId, 'mem_ada may not see this case.']],
    )
  })

  it('are not begun where it is not clear which, or to whom', async () => {
    const invalid = (sentence: RegExp) => (error: unknown) =>
      error instanceof Refusal && error.code === 'invalid' && sentence.test(error.message)
    const to = { person: 'mem_ada' }
    await assert.rejects(start({ to }), invalid(/either tasks or query/))
    await assert.rejects(start({ to, query: {}, tasks: [] }), invalid(/either tasks or query/))
    await assert.rejects(
      start({ to, query: { statuses: ['completed'] } }),
      invalid(/statuses must be open ones/),
    )
    await assert.rejects(start({ to: { person: 'mem_gone' }, query: {} }), invalid(/no longer active/))
    await assert.rejects(start({ to: { team: 'nowhere' }, query: {} }), invalid(/no team nowhere/))
    await assert.rejects(start({ to, query: { types: ['draftin'] } }), invalid(/Did you mean drafting\?/))
    await assert.rejects(reassignments.find('move_none', anyone), /no reassignment/)
  })

  it('go back to their teams before a member is shut out', async () => {
    let isShutOut = false
    const deactivateMember = createDeactivateMember({
      db,
      execute: desk.execute,
      clock: () => noon,
      deactivate: (_memberId, _by, refuse) =>
        db.transaction(async (tx) => {
          await refuse(tx)
          isShutOut = true
          await tx.rows(`update members set deactivated_at = $1 where id = 'mem_ben'`, [noon])
        }),
    })
    assert.deepEqual(await deactivateMember('mem_ben', { id: 'mem_chief', name: 'chief' }), { released: 3 })
    assert.ok(isShutOut)
    assert.deepEqual(await held('person:mem_ben'), [])
    assert.deepEqual(await held('team:intakeReview'), cases.slice(1).toSorted())
    const [event] = await db.rows<{
      data: { why: string }
      actor: { kind: string }
      behalf: { name: string }
    }>(
      `select data, actor, on_behalf_of as behalf from events where type = 'task.assigned'
       order by position desc limit 1`,
    )
    assert.deepEqual(
      [event?.data.why, event?.actor.kind, event?.behalf.name],
      ['The previous holder has left.', 'system', 'chief'],
    )
  })

  it('opened for somebody who has left are their team’s at once', async () => {
    await desk.assign(cases[1]!, 'intake', 'mem_ben')
    assert.deepEqual(await held('person:mem_ben'), [])
    const [row] = await db.rows(
      `select assignee_kind, assignee_id from tasks where case_id = $1 and type = 'intake'`,
      [cases[1]],
    )
    assert.deepEqual(row, { assignee_kind: 'team', assignee_id: 'intakeReview' })
  })
})
