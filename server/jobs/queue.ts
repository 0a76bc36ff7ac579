import { setTimeout as sleep } from 'node:timers/promises'
import { type JobHelpers, Logger, type Runner, run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import type { WorkFor } from '../app/engine/execute.ts'
import { settleMs } from '../app/finish-purges.ts'
import { sealingJob } from '../app/seal-decision.ts'
import { type Queryable, surviveLostConnections } from '../store/db.ts'
import type { ChainedEvent } from '../store/events.ts'
import { addJobs } from '../store/jobs.ts'

/** What can be asked of the background, and with what. */
export type Jobs = {
  applyProfile: Record<string, never>
  distribute: { runId: string }
  readTexts: { caseId: string }
  followCitations: { caseId: string }
  reassign: { reassignmentId: string }
  recogniseTexts: { caseId: string }
  runImport: { importId: string }
  sealDecision: { caseId: string; workProductId: string }
  spreadParty: { partyId: string }
  openLinkedCase: { caseId: string; linkedCaseId: string }
  finishPurges: Record<string, never>
  beginWork: Record<string, never>
  fireTimers: Record<string, never>
  synthesise: { seed: string; index: number; pages: number }
  tidy: Record<string, never>
}

export type JobName = keyof Jobs
export type Task<Name extends JobName> = (payload: Jobs[Name], signal: AbortSignal) => Promise<void>
/** What no process must do is left out, and stays queued for one that does it. */
export type Tasks = { [Name in Exclude<JobName, OwnLane>]: Task<Name> } & { [Name in OwnLane]?: Task<Name> }

/** Takes hours and can wait: done one at a time in each process, beside the other work and never before it. */
type OwnLane = 'recogniseTexts'

/** One job for a key: asked again while it waits, it stays one; asked again while it runs, it runs once more. */
export function enqueue<Name extends JobName>(tx: Queryable, name: Name, key: string, payload: Jobs[Name]) {
  return addJobs(tx, [{ name, key, payload }])
}

/** The work that events ask for. */
export const workFor: WorkFor = (events) => [
  ...jobsFor('beginWork', bringsCasesWithoutWork(events) ? ['all'] : [], () => ({})),
  ...jobsFor(
    'readTexts',
    events.filter(({ type }) => bringsPages.has(type)).map(({ caseId }) => caseId),
    (caseId) => ({ caseId }),
  ),
  ...jobsFor(
    'followCitations',
    events.filter(({ type }) => type === 'workProduct.recalled').map(({ caseId }) => caseId),
    (caseId) => ({ caseId }),
  ),
  ...jobsFor(
    'spreadParty',
    events.filter(changesParty).map(({ subject }) => subject),
    (partyId) => ({ partyId }),
  ),
  ...events.flatMap(openLinkedCase),
  ...events
    .filter(({ type }) => type === 'workProduct.signed')
    .map(({ caseId, subject }) => sealingJob({ caseId, workProductId: subject })),
  ...events.filter(({ type }) => type === 'case.purged').map(finishPurge),
]

/** The case that goes on with another is opened at once by whoever links them, and here where that was cut off. */
function openLinkedCase({ type, caseId, data }: ChainedEvent) {
  if (type !== 'case.linked' || data?.direction !== 'to') return []
  const payload = { caseId, linkedCaseId: data.caseId }
  return [{ name: 'openLinkedCase' as const, key: data.caseId, payload }]
}

function finishPurge({ recordedAt }: ChainedEvent) {
  const runAt = new Date(Date.parse(recordedAt) + settleMs)
  return { name: 'finishPurges' as const, key: 'all', payload: {}, runAt }
}

function jobsFor<Name extends JobName>(name: Name, keys: string[], payloadOf: (key: string) => Jobs[Name]) {
  return [...new Set(keys)].map((key) => ({ name, key, payload: payloadOf(key) }))
}

/**
 * On the case where somebody changed it; a power of attorney ends on each by itself. A party that was loaded is on one
 * case only: its id is of its row.
 */
function changesParty({ type, data }: ChainedEvent): boolean {
  const { origin, alias, change } = (data ?? {}) as { origin?: unknown; alias?: unknown; change?: unknown }
  return ofParties.has(type) && origin === undefined && alias === undefined && change !== 'ended'
}

const ofParties = new Set<string>(['party.recorded', 'party.representationChanged', 'party.merged'])

/** A case that is opened alone has its first tasks at once; those of a bulk load have none. */
function bringsCasesWithoutWork(events: readonly ChainedEvent[]): boolean {
  return hasAny(events, 'case.opened') && !hasAny(events, 'task.opened')
}

function hasAny(events: readonly ChainedEvent[], type: ChainedEvent['type']): boolean {
  return events.some((event) => event.type === type)
}

const bringsPages = new Set<string>([
  'document.filed',
  'document.revised',
  'document.divided',
  'document.admitted',
])

const crontab = `7 * * * * tidy ?jobKey=tidy
* * * * * fireTimers ?jobKey=fireTimers`

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
  const { recogniseTexts, ...others } = tasks
  const lanes = [
    { tasks: others, concurrency, crontab },
    ...(recogniseTexts ? [{ tasks: { recogniseTexts }, concurrency: 1 }] : []),
  ]
  const most = lanes.reduce((sum, lane) => sum + lane.concurrency + 2, 0)
  const pool = new pg.Pool({ connectionString: url, max: most, application_name: 'portico-jobs' })
  surviveLostConnections(pool)
  const taskListOf = (some: Partial<Tasks>) =>
    Object.fromEntries(
      Object.entries(some).map(([name, task]) => [
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

  const runners = new Set<Runner>()
  const runOnce = async ({ tasks: some, ...lane }: (typeof lanes)[number]) => {
    const runner = await run({
      pgPool: pool,
      taskList: taskListOf(some),
      ...lane,
      pollInterval: 1000,
      noHandleSignals: true,
      // Without a batch nobody waits for a job's completion, and its failure would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(() => () => {}),
    })
    runners.add(runner)
    if (stopping.signal.aborted) await runner.stop()
    await runner.promise.finally(() => runners.delete(runner))
  }
  const runUntilStopped = async (lane: (typeof lanes)[number]) => {
    while (!stopping.signal.aborted) {
      await runOnce(lane).catch((error) => {
        if (!stopping.signal.aborted) onFailure('workers', error)
      })
      await sleep(restartMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  await releaseAbandoned(pool).catch(async (error) => {
    await pool.end()
    throw error
  })
  const releasing = setInterval(() => void releaseAbandoned(pool).catch(() => {}), holdMs)
  const running = lanes.map(runUntilStopped)

  return {
    async stop() {
      stopping.abort()
      clearInterval(releasing)
      await Promise.all([...runners].map((runner) => runner.stop().catch(() => {})))
      await Promise.all(running)
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
