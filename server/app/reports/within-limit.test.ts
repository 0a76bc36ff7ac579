import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { openLimit, ReportAbandoned } from './within-limit.ts'

describe('a report whose reader has left', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase({ size: 3 })
  })
  after(() => db.close())

  it('is cancelled, or leaves the queue: others have its place', async () => {
    const withinLimit = openLimit(db, { limitMs: 600_000, mostAtOnce: 1 })
    const reader = new AbortController()
    const forEver = () =>
      withinLimit('long', (tx) => tx.rows(`select pg_sleep(600), 'abandoned'`), reader.signal)
    const left = Promise.allSettled([forEver(), forEver(), forEver()])
    const next = withinLimit('next', (tx) => tx.rows<{ one: number }>(`select 1 as one`))
    await until(async () => {
      const [row] = await db.rows<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and state = 'active' and query like '%''abandoned''%' and pid <> pg_backend_pid()`,
      )
      return row?.count === 1
    })
    reader.abort()
    assert.deepEqual(await next, [{ one: 1 }])
    for (const one of await left)
      assert.ok(one.status === 'rejected' && one.reason instanceof ReportAbandoned)
    await assert.rejects(forEver(), ReportAbandoned)
    assert.deepEqual(await withinLimit('after', (tx) => tx.rows(`select 2 as two`)), [{ two: 2 }])
  })
})
