import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Type, { type Static } from '@portico/contract/type'
import { readQueue, releaseAbandoned } from '../store/jobs.ts'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { compileCache } from '../test/process.ts'
import { until } from '../test/until.ts'
import { defineJob, type Job, type Lane, type RunContext } from './define-job.ts'
import { startWorkers } from './workers.ts'

/** Another address of the database, whose connections say nothing more once they have asked for `words`. */
async function holdingBack(url: string, words: string) {
  const { promise: isHeld, resolve } = Promise.withResolvers<void>()
  const held: Socket[] = []
  const socketName = '.s.PGSQL.5432'
  const there = new URL(url)
  const farSocket = join(there.searchParams.get('host') ?? '', socketName)
  const folder = await mkdtemp(join(tmpdir(), 'portico-between-'))
  there.searchParams.set('host', folder)
  const server = createServer((near) => {
    const far = connect(farSocket)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
    far.on('data', (bytes) => near.write(bytes))
    near.on('data', (bytes) => {
      if (held.includes(near)) return
      if (!bytes.includes(words)) return void far.write(bytes)
      held.push(near)
      resolve()
    })
  })
  await once(server.listen(join(folder, socketName)), 'listening')
  return {
    url: String(there),
    isHeld,
    cut() {
      for (const socket of held) socket.destroy()
    },
    async close() {
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

const Payload = Type.Object({ key: Type.String() })
type Run = (payload: Static<typeof Payload>, context: RunContext<object>) => Promise<void>

const job = (name: string, lane: Lane, run: Run = async () => {}) =>
  defineJob({ name, needs: [], does: name, lane, payload: Payload, key: ({ key }) => key, run })

describe('the workers', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  const start = (jobs: Job<typeof Payload, object>[], onFailure: (name: string) => void = () => {}) =>
    startWorkers({ url: db.url, db, jobs, parts: {}, onFailure })

  it('work that was queued in a transaction is done once it commits, and never if it does not', async () => {
    const done: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const some = job('some', 'prompt', async ({ key }) => {
      done.push(key)
      if (key === 'last') resolve()
    })
    const workers = await start([some])
    await assert.rejects(
      db.transaction(async (tx) => {
        await some.enqueue(tx, { key: 'lost' })
        throw new Error('no')
      }),
    )
    await db.transaction((tx) => some.enqueue(tx, { key: 'last' }))
    await promise
    await workers.stop()
    assert.deepEqual(done, ['last'])
  })

  it('asked for again while it waits, it is done once; asked for by itself, once more', async () => {
    const done: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const some = job('same', 'prompt', async ({ key }, { again }) => {
      done.push(key)
      if (done.length === 1) await again()
      else resolve()
    })
    for (let count = 0; count < 5; count++) await some.enqueue(db, { key: 'same' })
    const workers = await start([some])
    await promise
    await workers.stop()
    assert.deepEqual(done, ['same', 'same'])
    assert.ok((await readQueue(db)).every(({ name }) => name !== 'same'))
  })

  it('work that was given up counts as failed, and a run that another waits in place of does not', async () => {
    const some = job('given-up', 'prompt', async () => {})
    await some.enqueue(db, { key: 'kept' })
    await db.rows(`select graphile_worker.add_job('given-up', payload := '{"key":"lost its key"}')`)
    await db.rows(
      `select graphile_worker.permanently_fail_jobs(array_agg(id), 'It broke off.') from graphile_worker.jobs
       where task_identifier = 'given-up'`,
    )
    assert.equal((await readQueue(db)).find(({ name }) => name === 'given-up')?.failed, 1)
  })

  it('work that fails is reported and tried again', async () => {
    const failures: string[] = []
    let times = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    const flaky = job('flaky', 'bulk', async () => {
      times += 1
      if (times === 1) throw new Error('once')
      resolve()
    })
    await flaky.enqueue(db, { key: 'flaky' })
    const workers = await start([flaky], (name) => failures.push(name))
    await promise
    await workers.stop()
    assert.deepEqual([times, failures], [2, ['flaky']])
  })

  it('what a person waits for never waits behind bulk work or recognition', async () => {
    const done = Promise.withResolvers<string>()
    const begun = new Set<string>()
    const bothBegun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const long = (name: string, lane: Lane) =>
      job(name, lane, async (_, { signal }) => {
        if (begun.add(name).size === 2) bothBegun.resolve()
        signal.addEventListener('abort', () => ended.resolve())
        await ended.promise
      })
    const [bulk, ocr] = [long('long', 'bulk'), long('recognition', 'ocr')]
    const prompt = job('short', 'prompt', async ({ key }) => done.resolve(key))
    for (const key of ['1', '2', '3', '4', '5', '6'])
      for (const some of [bulk, ocr]) await some.enqueue(db, { key })
    const workers = await start([bulk, ocr, prompt])
    await bothBegun.promise
    await prompt.enqueue(db, { key: 'now' })
    assert.equal(await done.promise, 'now')
    const waiting = Object.fromEntries((await readQueue(db)).map(({ name, waiting }) => [name, waiting]))
    assert.deepEqual([waiting.long, waiting.recognition], [5, 5])
    await workers.stop()
  })

  it('a job of a process that was killed is taken over once that has been silent for a minute', async () => {
    const taken = Promise.withResolvers<void>()
    const orphan = job('orphan', 'prompt', async () => taken.resolve())
    await orphan.enqueue(db, { key: 'all' })
    const entry = join(import.meta.dirname, '../test/faults/workers-in-child.ts')
    const child = spawn(process.execPath, [entry, db.url], {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const running = async () => (await readQueue(db)).find(({ name }) => name === 'orphan')?.running
    await releaseAbandoned(db)
    assert.equal(await running(), 1, 'it may be alive still')
    await orphan.enqueue(db, { key: 'all' })
    await releaseAbandoned(db)
    const rows = () =>
      db.rows(`select key from graphile_worker.jobs where task_identifier = 'orphan' order by key`)
    assert.deepEqual(
      await rows(),
      [{ key: 'orphan:all' }, { key: null }],
      'one waits in place of the one that runs',
    )
    await db.rows(`update job_workers set seen_at = now() - interval '61 seconds'`)
    await releaseAbandoned(db)
    assert.deepEqual(await rows(), [{ key: 'orphan:all' }], 'what was superseded is not left')
    const workers = await start([orphan])
    await taken.promise
    await workers.stop()
    assert.equal(await running(), undefined)
  })

  it('they survive the loss of their connections', async () => {
    const [before, after] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const some = job('lossy', 'prompt', async ({ key }) => (key === 'before' ? before : after).resolve())
    const workers = await start([some])
    await some.enqueue(db, { key: 'before' })
    await before.promise
    await db.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'portico-jobs' and datname = current_database()`,
    )
    await some.enqueue(db, { key: 'later' })
    await after.promise
    await workers.stop()
  })

  it('they end although the connection goes on which they were about to listen', async () => {
    const between = await holdingBack(db.url, 'LISTEN "jobs:insert"')
    const options = { url: between.url, db, jobs: [job('unheard', 'prompt')], parts: {}, onFailure() {} }
    const workers = await startWorkers(options)
    await between.isHeld
    const stopped = workers.stop()
    // Both what it asks first and what it asks when it stops are under way now.
    await nextTurn()
    between.cut()
    await stopped
    await between.close()
  })

  it('work whose end the database could not write down is given back, and other work goes on meanwhile', async () => {
    const done: string[] = []
    const refusals = async () =>
      (await db.rows(`select from generate_series(1, (select last_value from refusals))`)).length
    const some = job('unended', 'prompt', async ({ key }) => {
      const isFirst = !done.includes(key)
      if (isFirst) await until(async () => (await refusals()) >= Number(key))
      done.push(key)
      if (isFirst && key === '2') throw new Error('This one fails besides.')
    })
    await db.rows(`create sequence refusals minvalue 0`)
    await db.rows(`select nextval('refusals')`)
    await db.rows(`create function refuse_deletion() returns trigger language plpgsql as $$ begin
      perform nextval('refusals'); raise exception 'No space left on device' using errcode = '53100'; end $$`)
    await db.rows(`create trigger full_disk before delete on graphile_worker._private_jobs
      for each row execute function refuse_deletion()`)
    const workers = await start([some])
    for (const key of ['0', '1', '2']) await some.enqueue(db, { key })
    await until(() => done.length === 3)
    const held = `select from job_workers w join graphile_worker.jobs j on j.locked_by = w.worker_id
      where j.task_identifier = 'unended'`
    await until(async () => (await db.rows(held)).length === 0)
    await db.rows(`drop trigger full_disk on graphile_worker._private_jobs`)
    await some.enqueue(db, { key: '-1' })
    await until(() => done.includes('-1'))
    await db.rows(`update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes'
      where locked_at is not null`)
    await releaseAbandoned(db)
    await until(() => done.length === 7)
    await workers.stop()
  })

  it('what takes much space waits while the disk is short of it, and is done once there is enough', async () => {
    const done: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const run = async ({ key }: Static<typeof Payload>) => {
      done.push(key)
      if (key === 'large') resolve()
    }
    const shape = { needs: [], does: 'one', lane: 'bulk', payload: Payload, run } as const
    const large = defineJob({
      ...shape,
      name: 'large',
      takesSpace: true,
      key: ({ key }) => key,
    })
    const small = defineJob({ ...shape, name: 'small', key: ({ key }) => key })
    await large.enqueue(db, { key: 'large' })
    await small.enqueue(db, { key: 'small' })
    // There is space once the smaller one is done, which waited in the same lane.
    const isShortOfSpace = () => !done.includes('small')
    const options = { url: db.url, db, parts: {}, onFailure() {}, putOffMs: 200 }
    const workers = await startWorkers({ ...options, jobs: [large, small], isShortOfSpace })
    await promise
    await workers.stop()
    assert.deepEqual(done, ['small', 'large'])
  })

  it('that have ended keep nothing of what they worked with in memory', async () => {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const usedOnce = async () => {
      const parts = { much: new Uint8Array(1000) }
      const { promise, resolve } = Promise.withResolvers<void>()
      const some = job('holds', 'prompt', async () => resolve())
      const workers = await startWorkers({ url: db.url, db, jobs: [some], parts, onFailure() {} })
      await some.enqueue(db, { key: 'once' })
      await promise
      await workers.stop()
      return new WeakRef(parts)
    }
    const parts = await usedOnce()
    await until(() => {
      collect()
      return parts.deref() === undefined
    })
  })

  it('a payload of another version is refused', async () => {
    const some = job('some', 'prompt')
    const context = { db, parts: {}, signal: new AbortController().signal }
    await assert.rejects(some.run({ key: 1 }, context), /the payload of a job some is not its own/)
  })
})
