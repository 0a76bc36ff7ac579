import { setTimeout as sleep } from 'node:timers/promises'
import { chainStart } from '../../core/chain.ts'
import { applyProjections, type Projection } from '../../projections/projection.ts'
import { brokenConstraint, type Database, type Queryable } from '../../store/db.ts'
import { appendBatch, type Head, lockCases, shareProjections } from '../../store/events.ts'
import { addJobs } from '../../store/jobs.ts'
import type { ProfileFor, WorkFor } from '../engine/execute.ts'
import { type Authors, learnAuthors } from './authors.ts'
import { loadStates, type StateMemory } from './batch-states.ts'
import { type BatchRow, decideBatch, nameOf } from './decide-batch.ts'
import { advanceImport, type BatchOutcome, findImport, lockImport } from './import-record.ts'
import { findFailed, findThings, type KnownThing, nameKey } from './known-things.ts'
import type { Place } from './read-batches.ts'
import { parentOf, type Tried } from './row-work.ts'

export type LoadableBatch = { rows: BatchRow[]; start: Place; end: Place }

/** What one run of an import knows from batch to batch. */
export type RunMemory = {
  states: StateMemory
  authors: Authors
  /** What a dry run would have made. */
  rehearsed: Map<string, KnownThing>
  /** Up to when the work is counted. */
  countedMs: number
}

export function newMemory(isRehearsal: boolean): RunMemory {
  return {
    states: { isRehearsal, states: new Map() },
    authors: new Map(),
    rehearsed: new Map(),
    countedMs: performance.now(),
  }
}

/** False where the import is not at this batch any more: it was paused, or another has loaded on. */
export type LoadBatch = (importId: string, batch: LoadableBatch, memory: RunMemory) => Promise<boolean>

const tries = 5

/**
 * Loads a batch in one transaction: events, tables, queued work, and how far the import has come. So whenever it is
 * cut off, what is there and what is said to be there are the same.
 */
export function createLoadBatch(options: {
  db: Database
  projections: readonly Projection[]
  workFor: WorkFor
  profileFor: ProfileFor
  clock: () => Date
}): LoadBatch {
  const { db, projections, workFor, profileFor, clock } = options

  /** Undefined where the import is elsewhere; otherwise what to remember once it is committed. */
  const attempt = (importId: string, batch: LoadableBatch, memory: RunMemory) =>
    db.readThenWrite<(() => void) | undefined>(async (tx) => {
      const tried = batch.rows.flatMap((row) => ('tried' in row ? [row.tried] : []))
      const names = namesIn(tried)
      const parents = tried.flatMap((row) => parentOf(row) ?? [])
      const [, profile, record, found, failed] = await Promise.all([
        shareProjections(tx),
        profileFor(tx),
        memory.states.isRehearsal ? findImport(tx, importId) : lockImport(tx, importId),
        findThings(tx, names),
        findFailed(tx, importId, parents),
        learnAuthors(tx, memory.authors, authorsIn(tried)),
      ])
      if (record?.status !== 'running' || record.bytesRead !== batch.start.offset)
        return async () => undefined

      const things = memory.states.isRehearsal ? new Map([...found, ...rehearsedOf(memory, names)]) : found
      const onKnown = tried.flatMap((row) => {
        const own = nameOf(row)
        const parent = parentOf(row)
        const known = parent && things.get(nameKey(parent))
        const isHere = own !== undefined && things.has(nameKey(own))
        return known && !isHere ? [{ tried: row, parent: known }] : []
      })
      const heads = await headsOf(tx, memory, [...new Set(onKnown.map(({ parent }) => parent.caseId))])
      const states = await loadStates(tx, memory.states, onKnown)
      const around = {
        things,
        failed,
        authors: memory.authors,
        states,
        headOf: (caseId: string) => heads.get(caseId) ?? missing(caseId),
        newHead: (caseId: string) => ({ caseId, version: 0, hash: chainStart }),
      }
      const decided = decideBatch(record, batch.rows, around, { now: clock(), profile })
      const { events, opened, made } = decided
      const nowMs = performance.now()
      const outcome: BatchOutcome = {
        bytesRead: batch.end.offset,
        linesRead: batch.end.line,
        skipped: decided.skipped,
        loaded: decided.loaded,
        errors: decided.errors,
        workedMs: nowMs - memory.countedMs,
      }
      const versions = new Map([...heads].map(([caseId, { version }]) => [caseId, version]))
      for (const { caseId, sequence } of events) versions.set(caseId, sequence)

      return async (tx) => {
        const isWritten = !record.dryRun
        await Promise.all([
          isWritten && applyProjections(tx, projections, events),
          isWritten && addJobs(tx, workFor(events)),
          advanceImport(tx, importId, outcome),
          isWritten && events.length > 0 && appendBatch(tx, events, (caseId) => opened.has(caseId)),
        ])
        return () => {
          memory.countedMs = nowMs
          states.keep((caseId) => versions.get(caseId) ?? 0)
          if (!isWritten) for (const [key, thing] of made) memory.rehearsed.set(key, thing)
        }
      }
    })

  /** What another writer did at the same moment is found at the next try, and is then here already. */
  return async (importId, batch, memory) => {
    for (let count = 1; ; count++) {
      try {
        const remember = await attempt(importId, batch, memory)
        remember?.()
        return remember !== undefined
      } catch (error) {
        if (count === tries || !isPassing(error)) throw error
        await sleep(50 * count)
      }
    }
  }
}

async function headsOf(tx: Queryable, memory: RunMemory, caseIds: string[]): Promise<Map<string, Head>> {
  if (memory.states.isRehearsal)
    return new Map(caseIds.map((caseId) => [caseId, { caseId, version: 0, hash: chainStart }]))
  return new Map((await lockCases(tx, caseIds)).map((head) => [head.caseId, head]))
}

function namesIn(tried: readonly Tried[]) {
  const names = tried.flatMap((row) => [nameOf(row) ?? [], parentOf(row) ?? []].flat())
  return [...new Map(names.map((name) => [nameKey(name), name])).values()]
}

const authorsIn = (tried: readonly Tried[]) =>
  tried.flatMap(({ row }) => (row.type !== 'case' && row.by !== undefined ? [row.by] : []))

function rehearsedOf({ rehearsed }: RunMemory, names: Parameters<typeof findThings>[1]) {
  return names.flatMap((name): [string, KnownThing][] => {
    const thing = rehearsed.get(nameKey(name))
    return thing ? [[nameKey(name), thing]] : []
  })
}

function missing(caseId: string): never {
  throw new Error(`the case ${caseId} has an alias and no stream`)
}

const deadlock = '40P01'

function isPassing(error: unknown): boolean {
  return brokenConstraint(error) !== undefined || (error as { code?: string }).code === deadlock
}
