import { createHash } from 'node:crypto'
import type { ImportError } from '@portico/contract/imports'
import type { RowType } from '@portico/contract/manifest'
import type { Profile } from '@portico/contract/profile'
import { type Closed, refuseOnClosed } from '../../core/closed-case.ts'
import { type Call, Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import type { Queryable } from '../../store/db.ts'
import type { ChainedEvent } from '../../store/events/append.ts'
import type { Head } from '../../store/events/stream.ts'
import type { CaseChange } from '../engine/commit.ts'
import { decideAndReact, type Reactions, nameOf as stateName } from '../engine/decide-and-react.ts'
import type { NewEventId } from '../engine/execute.ts'
import type { Authors } from './authors.ts'
import type { BatchStates } from './batch-states.ts'
import type { ImportRecord } from './import-record.ts'
import type { KnownThing, ThingName } from './known-things.ts'
import type { RowName } from './read-row.ts'
import { happened, parentOf, type RowWork, type Tried, thingId, workOf } from './row-work.ts'
import { openThingsOfBatch } from './things-of-batch.ts'

/** A row as far as it has come: to be tried, or failed already. */
export type BatchRow = RowName & { end: number } & ({ tried: Tried } | { fault: string })

/** What is here of all that the rows name. */
export type Surroundings = {
  tx: Queryable
  things: ReadonlyMap<string, KnownThing>
  /** Rows of this import that failed before, by what they would have made. */
  failed: ReadonlyMap<string, { line: number }>
  authors: Authors
  states: BatchStates
  reactions: Reactions
  /** The head of a case that was there before this batch. */
  headOf(caseId: string): Head
  newHead(caseId: string): Head
  mayClaim(source: string): boolean
  closed(thing: KnownThing): Closed
  maySee(thing: KnownThing): boolean
  mayWrite(type: RowType, thing: KnownThing): boolean
}

export type Decided = {
  changes: CaseChange[]
  made: Map<string, KnownThing>
  errors: ImportError[]
  skipped: number
  loaded: Partial<Record<RowType, number>>
}

/** Row by row, each whole or not at all, with all that follows from it; what one makes, those behind it find. */
export async function decideBatch(
  record: Pick<ImportRecord, 'id' | 'actor' | 'createdAt'>,
  rows: readonly BatchRow[],
  around: Surroundings,
  { now, profile }: { now: Date; profile: Profile },
): Promise<Decided> {
  const things = openThingsOfBatch(record, around)
  const errors: ImportError[] = []
  const loaded: Decided['loaded'] = {}
  const cases = new Map<string, { before: Head; head: Head; events: ChainedEvent[] }>()
  let skipped = 0

  for (const row of rows) {
    try {
      const type = await tryRow(row)
      if (type === undefined) skipped += 1
      else loaded[type] = (loaded[type] ?? 0) + 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { line, type, source, externalId } = row
      const name = { ...(type === undefined ? {} : { type }), ...(source === undefined ? {} : { source }) }
      errors.push({
        line,
        ...name,
        ...(externalId === undefined ? {} : { externalId }),
        error: error.message,
      })
      things.noteFailed(row)
    }
  }
  const changes = [...cases].map(([caseId, { before, events }]) => ({
    head: before,
    events,
    folded: around.states.foldedOf(caseId),
  }))
  return { changes, made: things.made, errors, skipped, loaded }

  /** The type of what was loaded; undefined where it was here already. */
  async function tryRow(row: BatchRow): Promise<RowType | undefined> {
    if ('fault' in row) throw new Refusal('invalid', row.fault)
    const { tried, line } = row
    const { type } = tried.row
    const causationId = `${record.id}#${line}`
    const name = nameOf(tried)
    if (name && !around.mayClaim(name.source)) throw things.notTheirs(name)
    const here = name && things.find(name)
    if (here) {
      things.refuseToSkip(here, name)
      return undefined
    }
    const parentName = parentOf(tried)
    const parent = parentName && things.writable(parentName, type)
    const { at, onBehalfOf } = happened(tried, around.authors, record.createdAt)
    if (at > now)
      throw new Refusal('invalid', `Its time, ${at.toISOString()}, is in the future: it must be in the past.`)
    const id = name ? thingId(name.kind, name.source, name.externalId, at) : ''
    const work = workOf(tried, id, parent, { at, authors: around.authors, profile })
    // What an import tells of its own cases is their history, also of those that are closed.
    const closed = parent && !things.isOfThisImport(parent) && around.closed(parent)
    if (closed)
      refuseOnClosed(work.first.decider, work.first.command, { actor: record.actor, profile, closed })
    const call = {
      at,
      recordedAt: now,
      actor: record.actor,
      ...(onBehalfOf ? { onBehalfOf } : {}),
      correlationId: record.id,
      causationId,
    }
    if (!(await apply(work, call))) return undefined
    if (name) things.noteMade(name, { id, caseId: work.first.command.caseId, causationId })
    return type
  }

  async function apply({ first, of, opensCase }: RowWork, call: Call): Promise<boolean> {
    const { caseId } = first.command
    const known = cases.get(caseId)
    const before = opensCase ? around.newHead(caseId) : (known?.head ?? around.headOf(caseId))
    const { states, reactions, tx } = around
    const command = of
      ? of((await states.before(first.decider, stateName(first.decider, first.command))).state)
      : first.command
    const decided = await decideAndReact(
      {
        tx,
        head: before,
        context: { ...call, profile },
        newEventId: (sequence) => eventId({ caseId, sequence, at: call.at }),
        reactions,
        stateBefore: states.before,
      },
      { decider: first.decider, command },
    )
    if (decided.events.length === 0) return false
    states.follow(caseId, decided.events, decided.folded)
    const change = known ?? { before, head: before, events: [] }
    change.head = decided.head
    change.events.push(...decided.events)
    cases.set(caseId, change)
    return true
  }
}

/** What the row makes, where that has an id in the other system. */
export function nameOf({ row, source }: Tried): ThingName | undefined {
  return row.type === 'tag' ? undefined : { kind: row.type, source, externalId: row.externalId }
}

/** The place of an event in its case names it: loaded again, it is the same event. */
export const eventId: NewEventId = ({ caseId, sequence, at }) =>
  newId('evt', at, createHash('sha256').update(`${caseId} ${sequence}`).digest())
