import { setTimeout as sleep } from 'node:timers/promises'
import { type JobHelpers, Logger, type Runner, run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import type { WorkFor } from '../app/execute.ts'
import { type Queryable, surviveLostConnections } from '../store/db.ts'
import { addJobs } from '../store/jobs.ts'

/** What can be asked of the background, and with what. */
export type Jobs = {
  readTexts: { caseId: string }
  synthesise: { seed: string; index: number; pages: number }
  tidy: Record<string, never>
}

export type JobName = keyof Jobs
export type Tasks = { [Name in JobName]: (payload: Jobs[Name], signal: AbortSignal) => Promise<void> }

/** One job for a key: asked again while it waits, it stays one; asked again while it runs, it runs once more. */
export function enqueue<Name extends JobName>(tx: Queryable, name: Name, key: string, payload: Jobs[Name]) {
  return addJobs(tx, [{ name, key, payload }])
}

/** The work that events ask for. */
export const workFor: WorkFor = (events) => {
  const cases = new Set(events.filter(({ type }) => type === 'document.filed').map(({ caseId }) => caseId))
  return [...cases].map((caseId) => ({ name: 'readTexts', key: caseId, payload: { caseId } }))
}

export type Workers = { stop(): Promise<void> }

const restartMs = 1000

/** The runner ends when the database goes; here it begins anew until it is told to stop. */
export async function startWorkers(options: {
  url: string
  tasks: Tasks
  concurrency: number
  onFailure: (name: string, error: unknown) => void
}): Promise<Workers> {
  const { url, tasks, concurrency, onFailure } = options
  const stopping = new AbortController()
  const pool = new pg.Pool({ connectionString: url, max: concurrency + 2, application_name: 'portico-jobs' })
  surviveLostConnections(pool)
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, { job }: JobHelpers) => {
        const holding = setInterval(() => void hold(pool, job).catch(() => {}), holdMs)
        try {
          await task(payload as never, stopping.signal)
        } catch (error) {
          if (!stopping.signal.aborted) onFailure(name, error)
          throw error
        } finally {
          clearInterval(holding)
        }
      },
    ]),
  ) as TaskList

  let runner: Runner | undefined
  const runOnce = async () => {
    runner = await run({
      pgPool: pool,
      taskList,
      concurrency,
      pollInterval: 1000,
      noHandleSignals: true,
      crontab: '7 * * * * tidy ?jobKey=tidy',
      logger: new Logger(() => () => {}),
    })
    if (stopping.signal.aborted) await runner.stop()
    await runner.promise
  }
  const runUntilStopped = async () => {
    while (!stopping.signal.aborted) {
      await runOnce().catch((error) => {
        if (!stopping.signal.aborted) onFailure('workers', error)
      })
      runner = undefined
      await sleep(restartMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  await releaseAbandoned(pool).catch(async (error) => {
    await pool.end()
    throw error
  })
  const releasing = setInterval(() => void releaseAbandoned(pool).catch(() => {}), holdMs)
  const running = runUntilStopped()

  return {
    async stop() {
      stopping.abort()
      clearInterval(releasing)
      await runner?.stop().catch(() => {})
      await running
      await pool.end()
    },
  }
}

/** A job whose process was killed is given back by the library after four hours; here, after a minute of silence. */
const holdMs = 15_000

/** Only while it is still ours: one that was taken over is another worker's to hold. */
function hold(pool: pg.Pool, { id, locked_by }: JobHelpers['job']) {
  return pool.query(
    `update graphile_worker._private_jobs set locked_at = now() where id = $1 and locked_by = $2`,
    [id, locked_by],
  )
}

function releaseAbandoned(pool: pg.Pool) {
  return pool.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null
     where locked_at < now() - interval '1 minute'`,
  )
}
