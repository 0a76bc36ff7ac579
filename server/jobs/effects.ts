import type { EventType } from '@portico/contract/events'
import type { WorkFor } from '../app/engine/commit.ts'
import { bookedBy } from '../app/sessions/calendars/booked-by.ts'
import type { ChainedEvent } from '../store/events/append.ts'
import type { Job as QueuedJob } from '../store/jobs.ts'
import { allJobs } from './all.ts'
import type { Job } from './define-job.ts'

/** The jobs that events ask for by their `on`; several events of one commit may ask for the same job. */
export function effectsOf(jobs: readonly Job[]): (events: readonly ChainedEvent[]) => QueuedJob[] {
  const wanted = new Set<EventType>(jobs.flatMap(({ on }) => on))
  return (events) => {
    const asking = events.filter(({ type }) => wanted.has(type))
    if (asking.length === 0) return []
    return jobs.flatMap((job) => {
      const found = new Map<string, QueuedJob>()
      for (const event of asking) {
        const queued = job.effect(event, events)
        if (queued) found.set(queued.key, queued)
      }
      return [...found.values()]
    })
  }
}

export const jobsFor = effectsOf(allJobs)

/** For a deployment without bindings. */
export const workFor: WorkFor = (events) => ({
  jobs: jobsFor(events),
  obligations: [],
  bookings: bookedBy(events),
})
