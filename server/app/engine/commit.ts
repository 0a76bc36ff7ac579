import {
  applyProjections,
  keepOfErased,
  onlyStatement,
  type Projection,
} from '../../projections/projection.ts'
import { otherKeys } from '../../projections/same-person.ts'
import { type BookingChange, changeBookings } from '../../store/bookings.ts'
import type { Queryable } from '../../store/db.ts'
import {
  append,
  appendIfUnchanged,
  type CaseEvents,
  type ChainedEvent,
  type Known,
} from '../../store/events/append.ts'
import { eraseCase } from '../../store/events/erase.ts'
import { saveSnapshot } from '../../store/events/load.ts'
import type { StoredEvent } from '../../store/events/read.ts'
import { addJobs, type Job } from '../../store/jobs.ts'
import { type Moot, mootObligations } from '../../store/obligations/moot.ts'
import { addObligations, type NewObligation } from '../../store/obligations/owe.ts'
import { type KeptAnswer, keepAnswer } from './answers.ts'
import type { FoldedState } from './decide-and-react.ts'

/** What events ask for after their transaction, and write down in it: jobs of ours, and what is owed to other systems. */
export type Work = {
  jobs: readonly Job[]
  obligations: readonly NewObligation[]
  /** What need not be sent any more. */
  moot?: readonly Moot[]
  /** What is taken and given back in the calendars that are kept here. */
  bookings?: readonly BookingChange[]
}
export type WorkFor = (events: readonly ChainedEvent[]) => Work

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
    answers?: readonly KeptAnswer[]
    /** Where the cases were decided on without being locked: they are at their heads still, or nothing is written. */
    known?: Known
    /** What else is written with the events. */
    also?: ((tx: Queryable, isNews: boolean) => Promise<unknown>) | undefined
  },
) => Promise<StoredEvent[]>

const snapshotEvery = 100
const lengthPerEvent = 500

/** A large state costs more to save than some more events to read. */
function isGrown({ unsaved, savedLength = 0 }: FoldedState): boolean {
  return unsaved >= Math.max(snapshotEvery, savedLength / lengthPerEvent)
}

/** The one place that writes events, and with them all that follows from them, at the end of a transaction. */
export function createCommit({ projections, workFor, erasuresBy }: EventRules): Commit {
  return async (tx, changes, { answers = [], also, known } = {}) => {
    const events = changes.flatMap((change) => change.events)
    const grown = changes.flatMap(({ folded }) => folded.filter(isGrown))
    // What was decided apart asks for its own work: how much one brings says nothing of the others.
    const works = known ? changes.map((change) => workFor(change.events)) : [workFor(events)]
    const [first, ...more] = events
    const along = known && first && more.length === 0 ? onlyStatement(projections, first) : undefined
    const appended = known && appendIfUnchanged(tx, changes, known, along)
    const jobs = works.flatMap((work) => work.jobs)
    const obligations = works.flatMap((work) => work.obligations)
    const moot = works.flatMap((work) => work.moot ?? [])
    const bookings = works.flatMap((work) => work.bookings ?? [])
    // In this order: what is erased is written before, and what is known of the erasure itself after.
    const beside = [
      !along && applyProjections(tx, projections, events),
      ...grown.map((one) => save(tx, one)),
      ...erasuresBy(events).flatMap(({ caseId, upTo, at }) => [
        ...keepOfErased(tx, projections, caseId),
        eraseCase(tx, caseId, upTo, at),
      ]),
      bookings.length > 0 && changeBookings(tx, bookings, otherKeys),
      jobs.length > 0 && addJobs(tx, jobs),
      obligations.length > 0 && addObligations(tx, obligations),
      moot.length > 0 && mootObligations(tx, moot),
      ...answers.map((answer) => keepAnswer(tx, answer)),
      also?.(tx, events.length > 0),
    ]
    const [stored] = await Promise.all([appended ?? append(tx, changes), ...beside.filter((one) => one)])
    for (const one of grown) one.unsaved = 0
    return stored
  }
}

function save(tx: Queryable, one: FoldedState): Promise<unknown> {
  const state = JSON.stringify(one.state)
  one.savedLength = state.length
  return saveSnapshot(tx, one.key, one.version, state)
}
