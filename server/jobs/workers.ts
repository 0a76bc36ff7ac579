import { setTimeout as sleep } from 'node:timers/promises'
import { type JobHelpers, Logger, type Runner, run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import type { TObject } from 'typebox'
import { type Database, surviveLostConnections } from '../store/db.ts'
import { forgetWorkers, keepWorkersAlive, releaseAbandoned } from '../store/jobs.ts'
import { type Job, type Lane, lanes } from './define-job.ts'
import type { JobParts } from './job-parts.ts'

export type Workers = { stop(): Promise<void> }

const restartMs = 1000
const aliveMs = 15_000
/** So long the ends of the last jobs of a runner may take to be written down. */
const writtenDownMs = 2000

/**
 * Runs each lane by workers of its own. A runner ends when the database goes; here it begins anew until it is told to
 * stop. A job that is left out stays queued for a process that does it.
 */
export async function startWorkers<Parts = JobParts>(options: {
  url: string
  db: Database
  jobs: readonly Job<TObject, Parts>[]
  parts: Parts
  /** While it is, what takes much space is put off. */
  isShortOfSpace?: () => boolean
  putOffMs?: number
  onFailure: (name: string, error: unknown) => void
}): Promise<Workers> {
  const { url, db, jobs, parts, onFailure, isShortOfSpace = () => false, putOffMs = 15_000 } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (Object.keys(lanes) as Lane[])
    .map((lane) => ({ ...lanes[lane], jobs: jobs.filter((job) => job.lane === lane) }))
    .filter(({ jobs }) => jobs.length > 0)
  const most = running.reduce((sum, { workers }) => sum + workers + 2, 0)
  const pool = new WorkersPool({ connectionString: url, max: most, application_name: 'portico-jobs' })
  surviveLostConnections(pool)

  const alive = new Set<string>()
  const sayAlive = async (workerId: string | null, own: Set<string>) => {
    if (workerId === null || own.has(workerId)) return
    own.add(workerId)
    alive.add(workerId)
    await keepWorkersAlive(db, [workerId])
  }
  /** What a runner could not give back, because the database took nothing when it ended, is given back like that of the dead. */
  const sayEnded = async (own: Set<string>) => {
    for (const workerId of own) alive.delete(workerId)
    await forgetWorkers(db, [...own]).catch(() => {})
  }
  const look = async () => {
    if (alive.size > 0) await keepWorkersAlive(db, [...alive])
    await releaseAbandoned(db)
  }

  const taskOf =
    (job: Job<TObject, Parts>, own: Set<string>): Task =>
    async (payload, { job: { locked_by } }) => {
      try {
        await sayAlive(locked_by, own)
        if (job.takesSpace && isShortOfSpace()) return await job.putOff(db, payload, putOffMs)
        await job.run(payload, { db, parts, signal })
      } catch (error) {
        if (!signal.aborted) onFailure(job.name, error)
        throw error
      }
    }

  const runners = new Set<Runner>()
  const runOnce = async ({ workers, jobs: some }: (typeof running)[number]) => {
    const own = new Set<string>()
    const tasks = new Map(some.map((job) => [job.name, taskOf(job, own)]))
    const runner = await run({
      pgPool: pool,
      taskList: listOf(tasks),
      concurrency: workers,
      crontab: crontabOf(some),
      pollInterval: 1000,
      noHandleSignals: true,
      // Without a batch nobody waits for a job's completion, and its failure would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: silent,
    })
    runners.add(runner)
    const ended = endOf(runner)
    if (signal.aborted) void runner.stop().catch(() => {})
    await ended.finally(() => {
      runners.delete(runner)
      tasks.clear()
      return sayEnded(own)
    })
  }
  const runUntilStopped = async (lane: (typeof running)[number]) => {
    while (!signal.aborted) {
      await runOnce(lane).catch((error) => {
        if (!signal.aborted) onFailure('workers', error)
      })
      await sleep(restartMs, undefined, { signal }).catch(() => {})
    }
  }
  await releaseAbandoned(db).catch(async (error) => {
    await pool.end()
    throw error
  })
  const looking = setInterval(() => void look().catch(() => {}), aliveMs)
  const ended = running.map(runUntilStopped)

  return {
    async stop() {
      stopping.abort()
      clearInterval(looking)
      for (const runner of runners) void runner.stop().catch(() => {})
      await Promise.all(ended)
      await forgetWorkers(db, [...alive]).catch(() => {})
      await pool.end()
    },
  }
}

/** The library gives a connection back twice that is lost before it listens while its runner stops: here once is enough. */
class WorkersPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: OnConnection): void
  override connect(callback?: OnConnection) {
    if (!callback) return super.connect()
    super.connect((error, client, release) => {
      if (!client) return callback(error, client, release)
      let isBack = false
      callback(error, client, (reason) => {
        if (!isBack) release(reason)
        isBack = true
      })
    })
  }
}

type OnConnection = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (reason?: boolean | Error) => void,
) => void

type Task = (payload: unknown, helpers: JobHelpers) => Promise<void>

const silent = new Logger(() => () => {})

/**
 * What a runner was given the library keeps for as long as the process runs. These functions hold nothing but the tasks,
 * which are cleared when it has ended: so the memory of all that they need is free again.
 */
function listOf(tasks: Map<string, Task>): TaskList {
  const taskNamed =
    (name: string): Task =>
    async (payload, helpers) => {
      const task = tasks.get(name)
      if (!task) throw new Error(`the workers of ${name} have ended`)
      await task(payload, helpers)
    }
  return Object.fromEntries([...tasks.keys()].map((name) => [name, taskNamed(name)])) as TaskList
}

/**
 * When none of its jobs runs any more, and their ends are written down, or could not be: of a runner to which the database
 * has said no twice, the library waits for ever for its own promise.
 */
function endOf(runner: Runner): Promise<void> {
  const left = new Promise<void>((resolve) => {
    const soon = () => setTimeout(resolve, writtenDownMs)
    runner.events.once('pool:gracefulShutdown:complete', soon)
    runner.events.once('pool:gracefulShutdown:error', soon)
  })
  // Its schedule may still run.
  return Promise.race([runner.promise, left.then(() => void runner.stop().catch(() => {}))])
}

/** Under the key that it has when it is asked for, so that it waits once. */
function crontabOf<Parts>(jobs: readonly Job<TObject, Parts>[]): string {
  return jobs
    .flatMap((job) => (job.at === undefined ? [] : [{ at: job.at, ...job.queued({}) }]))
    .map(({ at, name, key }) => `${at} ${name} ?jobKey=${name}:${key}&max=12`)
    .join('\n')
}
