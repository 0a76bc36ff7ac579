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
/** The time in which the results of a runner's last jobs are stored. */
const writtenDownMs = 2000

/**
 * Runs each lane with workers of its own. A runner ends when it loses the database, and is restarted until the stop. Jobs
 * that are not listed stay queued for a process that runs them.
 */
export async function startWorkers<Parts = JobParts>(options: {
  url: string
  db: Database
  jobs: readonly Job<TObject, Parts>[]
  parts: Parts
  /** While true, jobs that take disk space are postponed. */
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
  /** Jobs that a runner could not release, because the database was away, are released like those of a dead process. */
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

/** The library releases a connection twice if it is lost while its runner stops, before the library listens to it. */
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
 * The library keeps what a runner was given until the process ends. These functions hold only the map of tasks, which is
 * cleared when the runner ends, so that the memory behind them is freed.
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
 * Resolves when none of its jobs runs and their results are stored, or cannot be: after two failures of the database the
 * promise of the library never resolves.
 */
function endOf(runner: Runner): Promise<void> {
  const left = new Promise<void>((resolve) => {
    const soon = () => setTimeout(resolve, writtenDownMs)
    runner.events.once('pool:gracefulShutdown:complete', soon)
    runner.events.once('pool:gracefulShutdown:error', soon)
  })
  // Its schedule may still be running.
  return Promise.race([runner.promise, left.then(() => void runner.stop().catch(() => {}))])
}

/** Scheduled jobs have the same key as those that events ask for, so that each waits once. */
function crontabOf<Parts>(jobs: readonly Job<TObject, Parts>[]): string {
  return jobs
    .flatMap((job) => (job.at === undefined ? [] : [{ at: job.at, ...job.queued({}) }]))
    .map(({ at, name, key }) => `${at} ${name} ?jobKey=${name}:${key}&max=12`)
    .join('\n')
}
