import { applyProjections, type Projection } from '../../projections/projection.ts'
import type { Queryable } from '../../store/db.ts'
import {
  append,
  type CaseEvents,
  type ChainedEvent,
  eraseCase,
  type StoredEvent,
  saveSnapshot,
} from '../../store/events.ts'
import { addJobs, type Job } from '../../store/jobs.ts'
import { type KeptAnswer, keepAnswer } from './answers.ts'
import type { FoldedState } from './decide-and-react.ts'

/** The work that events ask for; it is queued in their own transaction. */
export type WorkFor = (events: readonly ChainedEvent[]) => Job[]

/** What is known of a case up to one of its events is erased, but for the hashes of its payloads: its chain still holds. */
export type Erasure = { caseId: string; upTo: number; at: Date }
export type ErasuresBy = (events: readonly ChainedEvent[]) => Erasure[]

/** What the engine is told of events: it knows none of them by name. */
export type EventRules = {
  projections: readonly Projection[]
  workFor: WorkFor
  erasuresBy: ErasuresBy
}

/** What was decided on one case: its events, and the states that they were decided on. */
export type CaseChange = CaseEvents & { folded: readonly FoldedState[] }

export type Commit = (
  tx: Queryable,
  changes: readonly CaseChange[],
  beside?: {
    answer?: KeptAnswer | undefined
    /** What else is written with the events. */
    also?: (tx: Queryable) => Promise<unknown>
  },
) => Promise<StoredEvent[]>

const snapshotEvery = 100

/** The one place that writes events, and with them all that follows from them, at the end of a transaction. */
export function createCommit({ projections, workFor, erasuresBy }: EventRules): Commit {
  return async (tx, changes, { answer, also } = {}) => {
    const events = changes.flatMap((change) => change.events)
    const grown = changes.flatMap(({ folded }) => folded.filter(({ unsaved }) => unsaved >= snapshotEvery))
    // In this order: what is erased is written before, and what is known of the erasure itself after.
    const [, , , , , , stored] = await Promise.all([
      applyProjections(tx, projections, events),
      Promise.all(grown.map(({ key, version, state }) => saveSnapshot(tx, key, version, state))),
      Promise.all(erasuresBy(events).map(({ caseId, upTo, at }) => eraseCase(tx, caseId, upTo, at))),
      addJobs(tx, workFor(events)),
      answer && keepAnswer(tx, answer),
      also?.(tx),
      append(tx, changes),
    ])
    for (const one of grown) one.unsaved = 0
    return stored
  }
}
