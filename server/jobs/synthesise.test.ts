import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { syntheticSource } from '../app/sandbox/synthesis-order.ts'
import { externalIdOf } from '../synth/names.ts'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { casesInTheMaking, synthesise } from './synthesise.ts'

describe('synthetic cases in the making', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  it('are those whose job waits or runs, in whichever process; none once it is done or given up', async () => {
    const orders = [0, 1, 2].map((index) => ({ seed: 'one-two', index, pages: 20 + index }))
    for (const { seed, index, pages } of orders) {
      await db.rows(`insert into aliases (source, external_id, case_id) values ($1, $2, $3)`, [
        syntheticSource,
        externalIdOf(seed, index, pages),
        `case_${index}`,
      ])
      await synthesise.enqueue(db, { seed, index, pages })
    }
    await synthesise.enqueue(db, { seed: 'one-two', index: 3, pages: 9 })
    assert.deepEqual([...(await casesInTheMaking(db))].toSorted(), ['case_0', 'case_1', 'case_2'])

    const keys = orders.map((order) => `${synthesise.name}:${synthesise.queued(order).key}`)
    await db.rows(`select graphile_worker.remove_job($1)`, [keys[0]])
    await db.rows(
      `select graphile_worker.permanently_fail_jobs(array_agg(id), 'It broke off.')
       from graphile_worker.jobs where key = $1`,
      [keys[1]],
    )
    assert.deepEqual([...(await casesInTheMaking(db))], ['case_2'])
  })
})
