import type { LiveFeed } from '../app/engine/live.ts'
import { pagesToRecognise } from '../app/texts/recognise-texts.ts'
import { earliest, secondsBetween } from '../core/time/moments.ts'
import type { Database } from '../store/db.ts'
import { newestCommitted } from '../store/events/positions.ts'
import { type QueueState, readQueue } from '../store/jobs.ts'
import { allJobs } from './all.ts'
import { type Lane, lanes } from './define-job.ts'

type Figure = { name: string; help: string; labels?: Record<string, string>; value: number }

/** Metrics of background work, the database and live streams. */
export async function readFigures({
  db,
  live,
  listChanges,
}: {
  db: Database
  live: Pick<LiveFeed, 'ceiling' | 'watchers'>
  listChanges: { watchers(): number }
}): Promise<Figure[]> {
  const [queue, pages, ceiling, newest] = await Promise.all([
    readQueue(db),
    pagesToRecognise(db),
    live.ceiling(),
    newestCommitted(db),
  ])
  const { totalCount, idleCount, waitingCount } = db.pool
  return [
    ...(Object.keys(lanes) as Lane[]).flatMap((lane) => laneFigures(lane, queue, new Date())),
    figure('portico_recognition_pages_waiting', 'Pages waiting for OCR', pages),
    ...Object.entries({ used: totalCount - idleCount, idle: idleCount, waited: waitingCount }).map(
      ([state, value]) =>
        figure(
          'portico_database_connections',
          'Database connections of the pool, and requests waiting for one',
          value,
          {
            state,
          },
        ),
    ),
    figure(
      'portico_event_lag',
      'Events written but not yet visible to readers',
      Math.max(0, newest.position - ceiling),
    ),
    figure(
      'portico_event_streams',
      'Open live streams, of events and of changes to lists',
      live.watchers() + listChanges.watchers(),
    ),
  ]
}

function laneFigures(lane: Lane, queue: readonly QueueState[], now: Date): Figure[] {
  const names = new Set(allJobs.filter((job) => job.lane === lane).map(({ name }) => name))
  const states = queue.filter(({ name }) => names.has(name))
  const sum = (count: (state: QueueState) => number) =>
    states.reduce((total, state) => total + count(state), 0)
  const oldest = earliest(now, ...states.map((state) => state.oldest ?? now))
  const of = (name: string, help: string, value: number) => figure(name, help, value, { lane })
  return [
    of(
      'portico_jobs_waiting',
      'Waiting jobs, by lane',
      sum(({ waiting }) => waiting),
    ),
    of(
      'portico_jobs_running',
      'Running jobs, by lane',
      sum(({ running }) => running),
    ),
    of(
      'portico_jobs_failed',
      'Jobs given up after their last attempt, by lane',
      sum(({ failed }) => failed),
    ),
    of('portico_jobs_oldest_seconds', 'Age of the oldest waiting job, by lane', secondsBetween(oldest, now)),
  ]
}

const figure = (name: string, help: string, value: number, labels?: Record<string, string>): Figure => ({
  name,
  help,
  value,
  ...(labels ? { labels } : {}),
})
