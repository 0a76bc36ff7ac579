import { setTimeout as sleep } from 'node:timers/promises'
import type { RowType } from '@portico/contract/manifest'
import type { CaseFacts } from '../../auth/can.ts'
import type { Closed } from '../../core/closed-case.ts'
import { chainStart } from '../../core/kernel/chain.ts'
import { dayOf } from '../../core/time/moments.ts'
import { findCaseAccesses } from '../../projections/case-access.ts'
import type { Projection } from '../../projections/projection.ts'
import { type Database, type Queryable, violatedConstraint } from '../../store/db.ts'
import { type Head, lockCases, shareProjections } from '../../store/events/stream.ts'
import { createCommit, type WorkFor } from '../engine/commit.ts'
import type { ProfileFor } from '../engine/execute.ts'
import { erasures, reactions } from '../rules.ts'
import { type Authors, learnAuthors } from './authors.ts'
import { openBatchStates, type StateMemory } from './batch-states.ts'
import { type BatchRow, decideBatch, nameOf } from './decide-batch.ts'
import { advanceImport, type BatchOutcome, findImport, lockImport } from './import-record.ts'
import type { ImporterFor } from './importer.ts'
import { findFailed, findThings, type KnownThing, nameKey } from './known-things.ts'
import type { Place } from './read-batches.ts'
import { parentOf, stateFor, type Tried } from './row-work.ts'

export type LoadableBatch = { rows: BatchRow[]; start: Place; end: Place }

/** What one run of an import remembers between batches. */
export type RunMemory = {
  states: StateMemory
  authors: Authors
  /** What a dry run would have created. */
  rehearsed: Map<string, KnownThing>
  /** When the time worked was last counted. */
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

/** False if the import is no longer at this batch: it was paused, or another worker has gone on. */
export type LoadBatch = (importId: string, batch: LoadableBatch, memory: RunMemory) => Promise<boolean>

const tries = 5

/**
 * Loads a batch in one transaction: events, tables, queued jobs and the progress of the import. So after any
 * interruption the data and the progress agree.
 */
export function createLoadBatch(options: {
  db: Database
  projections: readonly Projection[]
  workFor: WorkFor
  profileFor: ProfileFor
  importerFor: ImporterFor
  clock: () => Date
}): LoadBatch {
  const { db, profileFor, importerFor, clock } = options
  const commit = createCommit({ ...options, erasuresBy: erasures })

  /** Undefined if the import is no longer here; otherwise what to remember after the commit. */
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
      const caseIds = [...new Set(onKnown.map(({ parent }) => parent.caseId))]
      const seenIds = [...new Set([...things.values()].map(({ caseId }) => caseId))]
      const now = clock()
      const [heads, importer, accesses] = await Promise.all([
        headsOf(tx, memory, caseIds),
        importerFor(tx, record.actor),
        findCaseAccesses(tx, seenIds, dayOf(now)),
      ])
      const states = openBatchStates(tx, memory.states, {
        existing: new Map([...heads].map(([caseId, { version }]) => [caseId, version])),
        firsts: onKnown.map(({ tried, parent }) => stateFor(tried, parent)),
      })
      const isAllowed = ({ caseId: id }: KnownThing, isAllowedOn: (facts: CaseFacts) => boolean) => {
        const access = accesses.get(id)
        return access !== undefined && isAllowedOn({ id, ...access })
      }
      const around = {
        tx,
        things,
        failed,
        authors: memory.authors,
        states,
        reactions,
        headOf: (caseId: string) => heads.get(caseId) ?? missing(caseId),
        newHead: (caseId: string) => ({ caseId, version: 0, hash: chainStart, isNew: true }),
        mayClaim: importer.mayClaim,
        closed: (thing: KnownThing) => closedBy(accesses.get(thing.caseId)),
        maySee: (thing: KnownThing) => isAllowed(thing, importer.maySee),
        mayWrite: (type: RowType, thing: KnownThing) =>
          isAllowed(thing, (facts) => importer.mayWrite(type, facts)),
      }
      const decided = await decideBatch(record, batch.rows, around, { now, profile })
      const { changes, made } = decided
      const nowMs = performance.now()
      const outcome: BatchOutcome = {
        bytesRead: batch.end.offset,
        linesRead: batch.end.line,
        skipped: decided.skipped,
        loaded: decided.loaded,
        errors: decided.errors,
        workedMs: nowMs - memory.countedMs,
      }
      return async (tx) => {
        const advance = (tx: Queryable) => advanceImport(tx, importId, outcome)
        if (record.dryRun) await advance(tx)
        else await commit(tx, changes, { also: advance })
        return () => {
          memory.countedMs = nowMs
          states.keep()
          if (record.dryRun) for (const [key, thing] of made) memory.rehearsed.set(key, thing)
        }
      }
    })

  /** What a concurrent writer created is found by the retry. */
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

function closedBy(access?: { isClosed: boolean; isSubstituted: boolean }): Closed {
  if (!access?.isClosed) return false
  return access.isSubstituted ? 'substituted' : 'closed'
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
  return violatedConstraint(error) !== undefined || (error as { code?: string }).code === deadlock
}
