import type { EventType } from '@portico/contract/events'
import type { Static, TObject } from 'typebox'
import { pick } from '../core/kernel/pick.ts'
import { msLater } from '../core/time/moments.ts'
import type { Queryable } from '../store/db.ts'
import type { ChainedEvent } from '../store/events/append.ts'
import { addJobs, type Job as QueuedJob } from '../store/jobs.ts'
import type { JobParts } from './job-parts.ts'

/**
 * Each lane has workers of its own, so no lane waits for another. `prompt` is what a person waits for, in short runs;
 * `bulk` is what takes long and can wait; `ocr` takes hours.
 */
export const lanes = { prompt: { workers: 3 }, bulk: { workers: 1 }, ocr: { workers: 1 } } as const
export type Lane = keyof typeof lanes

export type RunContext<Parts> = {
  parts: Parts
  /** Aborted when the process is to stop. */
  signal: AbortSignal
  /** Queues the same work again, behind the jobs that wait already. */
  again(): Promise<void>
}

/** The payload that one event asks for, given all events of its commit; undefined if it asks for no job. */
type Effect<Payload, Type extends EventType> = (
  event: Extract<ChainedEvent, { type: Type }>,
  commit: readonly ChainedEvent[],
) => Payload | undefined

type AnyEffect<Payload> = (event: ChainedEvent, commit: readonly ChainedEvent[]) => Payload | undefined

type Declaration<Schema extends TObject, Needed extends keyof JobParts> = {
  name: string
  /** One sentence for the table of jobs. */
  does: string
  lane: Lane
  /** The parts that it uses; it is given no others. */
  needs: readonly Needed[]
  payload: Schema
  /** Jobs of one key are one job: asked for again while it waits, it runs once; while it runs, it runs again. */
  key: (payload: Static<Schema>) => string
  /** The events that ask for it; it is queued in their transaction. */
  on?: { [Type in EventType]?: Effect<Static<Schema>, Type> }
  /** The delay after its event. */
  delayMs?: number
  /** Jobs with a lower number go first in their lane; the default is 0. */
  priority?: number
  /** It waits while the disk is short of space. */
  takesSpace?: true
  /** Five fields of a crontab: it also runs at these times. */
  at?: string
  /** Queues jobs that were lost, at each start and hourly. */
  resume?: (
    parts: Pick<JobParts, Needed>,
    ask: (payload: Static<Schema>) => Promise<void>,
  ) => Promise<unknown>
  run: (payload: Static<Schema>, context: RunContext<Pick<JobParts, Needed>>) => Promise<unknown>
}

export type Job<Schema extends TObject = TObject, Parts = JobParts> = {
  name: string
  does: string
  lane: Lane
  at: string | undefined
  takesSpace: boolean
  /** The types of the events that ask for it. */
  on: readonly EventType[]
  /** The job that an event asks for, given all events of its commit. */
  effect(event: ChainedEvent, commit: readonly ChainedEvent[]): QueuedJob | undefined
  queued(payload: Static<Schema>): QueuedJob
  enqueue(tx: Queryable, payload: Static<Schema>): Promise<void>
  /** Queues it again with a delay. */
  putOff(tx: Queryable, payload: unknown, delayMs: number): Promise<void>
  resume(db: Queryable, parts: Parts): Promise<void>
  /** Rejects a payload of another shape: another version may have queued it. */
  run(payload: unknown, context: { db: Queryable; parts: Parts; signal: AbortSignal }): Promise<void>
}

/** Work that is done in the background, and everything that asks for it. */
export function defineJob<Schema extends TObject, const Needed extends keyof JobParts>(
  declaration: Declaration<Schema, Needed>,
): Job<Schema, Pick<JobParts, Needed>> {
  const { name, does, lane, at, key, needs, priority, delayMs } = declaration
  const effects = new Map(Object.entries(declaration.on ?? {})) as Map<EventType, AnyEffect<Static<Schema>>>
  const queued = (payload: Static<Schema>) => ({
    name,
    key: key(payload),
    payload,
    ...(priority === undefined ? {} : { priority }),
  })
  const enqueue = (tx: Queryable, payload: Static<Schema>) => addJobs(tx, [queued(payload)])
  return {
    name,
    does,
    lane,
    at,
    takesSpace: declaration.takesSpace === true,
    on: [...effects.keys()],
    effect(event, commit) {
      const payload = effects.get(event.type)?.(event, commit)
      if (payload === undefined) return undefined
      if (delayMs === undefined) return queued(payload)
      return { ...queued(payload), runAt: msLater(event.recordedAt, delayMs) }
    },
    queued,
    enqueue,
    async putOff(tx, payload, delayMs) {
      const runAt = msLater(new Date(), delayMs)
      await addJobs(tx, [{ ...queued(payload as Static<Schema>), runAt }])
    },
    async resume(db, parts) {
      await declaration.resume?.(pick(parts, needs), (payload) => enqueue(db, payload))
    },
    async run(payload, { db, parts, signal }) {
      if (!isOwn(declaration.payload, payload)) throw new Error(`the payload of a job ${name} is not its own`)
      const again = () => enqueue(db, payload)
      await declaration.run(payload, { parts: pick(parts, needs), signal, again })
    },
  }
}

/** Payloads are flat: strings and integers by name. */
function isOwn<Schema extends TObject>({ properties }: Schema, payload: unknown): payload is Static<Schema> {
  const given = (payload ?? {}) as Record<string, unknown>
  return Object.entries(properties).every(([name, property]) => {
    const { type } = property as { type?: unknown }
    return type === 'integer' ? Number.isInteger(given[name]) : typeof given[name] === type
  })
}
