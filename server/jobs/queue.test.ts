import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ChainedEvent } from '../store/events.ts'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { enqueue, startWorkers, type Tasks, workFor } from './queue.ts'

describe('the queue', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  const idle: Tasks = {
    applyProfile: async () => {},
    readTexts: async () => {},
    openLinkedCase: async () => {},
    spreadParty: async () => {},
    finishPurges: async () => {},
    beginWork: async () => {},
    fireTimers: async () => {},
    followCitations: async () => {},
    distribute: async () => {},
    reassign: async () => {},
    synthesise: async () => {},
    sealDecision: async () => {},
    runImport: async () => {},
    tidy: async () => {},
  }
  const start = (tasks: Partial<Tasks>, onFailure: (name: string) => void = () => {}) =>
    startWorkers({ url: db.url, concurrency: 2, tasks: { ...idle, ...tasks }, onFailure })

  it('work that was queued in a transaction is done once it commits, and never if it does not', async () => {
    const done: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const workers = await start({
      readTexts: async ({ caseId }) => {
        done.push(caseId)
        if (caseId === 'last') resolve()
      },
    })
    await assert.rejects(
      db.transaction(async (tx) => {
        await enqueue(tx, 'readTexts', 'lost', { caseId: 'lost' })
        throw new Error('no')
      }),
    )
    await db.transaction((tx) => enqueue(tx, 'readTexts', 'last', { caseId: 'last' }))
    await promise
    await workers.stop()
    assert.deepEqual(done, ['last'])
  })

  it('asked for again while it waits, it is done once', async () => {
    for (let count = 0; count < 5; count++) await enqueue(db, 'readTexts', 'same', { caseId: 'same' })
    let times = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    const workers = await start({
      readTexts: async ({ caseId }) => {
        if (caseId === 'same') times += 1
        else resolve()
      },
    })
    await enqueue(db, 'readTexts', 'after', { caseId: 'after' })
    await promise
    await workers.stop()
    assert.equal(times, 1)
  })

  it('work that fails is reported and tried again', async () => {
    await enqueue(db, 'readTexts', 'flaky', { caseId: 'flaky' })
    const failures: string[] = []
    let times = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    const workers = await start(
      {
        readTexts: async () => {
          times += 1
          if (times === 1) throw new Error('once')
          resolve()
        },
      },
      (name) => failures.push(name),
    )
    await promise
    await workers.stop()
    assert.deepEqual([times, failures], [2, ['readTexts']])
  })

  it('work of a process that was killed is taken over', async () => {
    await enqueue(db, 'readTexts', 'orphan', { caseId: 'orphan' })
    await db.script(
      `update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes', locked_by = 'gone', attempts = 1`,
    )
    const { promise, resolve } = Promise.withResolvers<string>()
    const workers = await start({ readTexts: async ({ caseId }) => resolve(caseId) })
    assert.equal(await promise, 'orphan')
    await workers.stop()
  })

  it('the workers survive the loss of their connections', async () => {
    const [before, after] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const workers = await start({
      readTexts: async ({ caseId }) => (caseId === 'before' ? before : after).resolve(),
    })
    await enqueue(db, 'readTexts', 'before', { caseId: 'before' })
    await before.promise
    await db.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'portico-jobs' and datname = current_database()`,
    )
    await enqueue(db, 'readTexts', 'later', { caseId: 'later' })
    await after.promise
    await workers.stop()
  })
})

describe('the work that events ask for', () => {
  it('citations follow once what held them fast is recalled', () => {
    const recalled = { type: 'workProduct.recalled', caseId: 'case_1' } as ChainedEvent
    assert.deepEqual(
      workFor([recalled, recalled]).filter(({ name }) => name === 'followCitations'),
      [{ name: 'followCitations', key: 'case_1', payload: { caseId: 'case_1' } }],
    )
  })
})
