import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { bareDatabase, type TestDatabase } from '../test/database.ts'
import type { Database } from './db.ts'
import { migrate, newestQueueSchema, queueSchema } from './migrate.ts'
import { StartFailure } from './start-failure.ts'

describe('migrations', () => {
  let db: TestDatabase
  before(async () => {
    db = await bareDatabase()
  })
  after(() => db.close())

  it('of two processes that start at once, one brings the schema forward and the other finds it there', async () => {
    const applied = await Promise.all([migrate(db), migrate(db)])
    const [none, all] = applied.map((done) => done.applied).toSorted((a, b) => a.length - b.length)
    assert.deepEqual(none, [])
    assert.equal(all?.[0], 'events')
  })

  it('the queue has all of its own migrations, and is not loaded again to find that out', async () => {
    assert.equal(await queueSchema(db), newestQueueSchema)
  })

  it('one that came late is made up for, though later ones are there', async () => {
    await db.rows(`delete from schema_migrations where name = 'document-types'`)
    await db.rows(`alter table projections.documents drop column document_type`)
    assert.deepEqual(await migrate(db), { applied: ['document-types'] })
  })

  it('a database in another encoding than UTF-8 is refused, with what to do', async () => {
    const latin = {
      ...db,
      rows: async () => [{ version: 150_000, encoding: 'LATIN1' }],
    } as unknown as Database
    await assert.rejects(
      migrate(latin),
      (error) => error instanceof StartFailure && /UTF8; this one is in LATIN1/.test(error.message),
    )
  })

  it('a schema newer than this version is refused, with what to do', async () => {
    await db.rows(`insert into schema_migrations (number, name) values (999, 'from the future')`)
    await assert.rejects(
      migrate(db),
      (error) => error instanceof StartFailure && /schema 999.*run the newer version/.test(error.message),
    )
  })
})
