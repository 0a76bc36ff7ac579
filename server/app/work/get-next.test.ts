import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { Refusal } from '../../core/kernel/decider.ts'
import { requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { alice, bob } from '../../test/given.ts'
import { openWorkDesk, type WorkDesk } from '../../test/work-desk.ts'
import { createGetNext, type GetNext } from './get-next.ts'
import { openQueues } from './queues.ts'

const teams = ['intakeReview']
const caller = { roles: ['intake'], teams }
const as = (person: typeof alice) => ({ id: person.id, name: person.name, ...caller, mostSensitivity: 9 })
const team = { assignees: ['team:intakeReview'] }

describe('the next task of a queue', () => {
  let db: TestDatabase
  let desk: WorkDesk
  let next: GetNext
  before(async () => {
    db = await freshDatabase({ size: 6 })
    desk = openWorkDesk(db)
    const queues = openQueues({ db, profileFor: desk.profileFor })
    next = createGetNext({ db, execute: desk.execute, queues, profileFor: desk.profileFor })
    for (const day of [4, 2, 3, 1, 6, 5])
      await desk.open({ receiptDate: `2020-01-0${day}`, docketNumber: `20010${day}-1` })
  })
  after(() => db.close())

  const take = (person = alice, query = team, key?: string) => {
    const fingerprint = createHash('sha256').update('next').digest()
    const request = { ...requestBy(person), caller, ...(key ? { idempotency: { key, fingerprint } } : {}) }
    return next(request, as(person), query)
  }

  it('is the first in its order, and is theirs from then on', async () => {
    const task = await take()
    assert.equal(task?.docketNumber, '200101-1')
    assert.deepEqual(task?.assignee, { kind: 'person', id: alice.id, name: alice.name })
    assert.equal((await take(bob))?.docketNumber, '200102-1')
  })

  it('is another one for each of several who ask at once', async () => {
    const taken = await Promise.all([take(alice), take(bob), take(alice)])
    assert.deepEqual(taken.map((task) => task?.docketNumber).toSorted(), ['200103-1', '200104-1', '200105-1'])
  })

  it('is the same one for the same key, also when nothing waits any more', async () => {
    const first = await take(bob, team, 'once')
    assert.equal(first?.docketNumber, '200106-1')
    assert.equal((await take(bob, team, 'once'))?.id, first?.id)
    assert.equal(await take(bob), null)
  })

  it('is never what somebody else has, what waits for another team, or what is closed', async () => {
    assert.equal(await take(bob, { assignees: [`person:${alice.id}`] }), null)
    const caseId = await desk.open({ docketNumber: '200107-1' })
    await desk.docket(caseId, 'directReview')
    assert.equal(await take(bob, { assignees: ['team:distribution'] }), null)
    const closed = { statuses: ['completed' as const] }
    await assert.rejects(next({ ...requestBy(bob), caller }, as(bob), closed), Refusal)
  })
})
