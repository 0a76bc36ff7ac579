import { createHash } from 'node:crypto'
import type { ImportError } from '@portico/contract/imports'
import type { RowType } from '@portico/contract/manifest'
import type { Profile } from '@portico/contract/profile'
import { newId } from '../../core/ids.ts'
import { type Call, Refusal } from '../../core/kernel.ts'
import { type ChainedEvent, chain, type Head } from '../../store/events.ts'
import type { Authors } from './authors.ts'
import type { BatchStates } from './batch-states.ts'
import type { ImportRecord } from './import-record.ts'
import { type KnownThing, nameKey, type ThingKind, type ThingName } from './known-things.ts'
import type { RowName } from './read-row.ts'
import { happened, parentOf, type RowWork, type Tried, thingId, workOf } from './row-work.ts'

/** A row as far as it has come: to be tried, or failed already. */
export type BatchRow = RowName & { end: number } & ({ tried: Tried } | { fault: string })

/** What is here of all that the rows name. */
export type Surroundings = {
  things: ReadonlyMap<string, KnownThing>
  /** Rows of this import that failed before, by what they would have made. */
  failed: ReadonlyMap<string, { line: number }>
  authors: Authors
  states: BatchStates
  /** The head of a case that was there before this batch. */
  headOf(caseId: string): Head
  newHead(caseId: string): Head
}

export type Decided = {
  events: ChainedEvent[]
  made: Map<string, KnownThing>
  opened: Set<string>
  errors: ImportError[]
  skipped: number
  loaded: Partial<Record<RowType, number>>
}

/** Row by row, each whole or not at all; what one makes, those behind it find. */
export function decideBatch(
  record: Pick<ImportRecord, 'id' | 'actor' | 'createdAt'>,
  rows: readonly BatchRow[],
  around: Surroundings,
  { now, profile }: { now: Date; profile: Profile },
): Decided {
  const decided: Decided = {
    events: [],
    made: new Map(),
    opened: new Set(),
    errors: [],
    skipped: 0,
    loaded: {},
  }
  const heads = new Map<string, Head>()
  const failed = new Map(around.failed)

  for (const row of rows) {
    try {
      const type = tryRow(row)
      if (type === undefined) decided.skipped += 1
      else decided.loaded[type] = (decided.loaded[type] ?? 0) + 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { line, type, source, externalId } = row
      const name = { ...(type === undefined ? {} : { type }), ...(source === undefined ? {} : { source }) }
      decided.errors.push({
        line,
        ...name,
        ...(externalId === undefined ? {} : { externalId }),
        error: error.message,
      })
      if (type !== undefined && source !== undefined && externalId !== undefined)
        failed.set(nameKey({ kind: type as ThingKind, source, externalId }), { line })
    }
  }
  return decided

  /** The type of what was loaded; undefined where it was here already. */
  function tryRow(row: BatchRow): RowType | undefined {
    if ('fault' in row) throw new Refusal('invalid', row.fault)
    const { tried, line } = row
    const causationId = `${record.id}#${line}`
    const name = nameOf(tried)
    const here = name && find(name)
    if (here) return skip(here)
    const parentName = parentOf(tried)
    const parent = parentName && found(parentName)
    const { at, actor } = happened(tried, around.authors, { at: record.createdAt, actor: record.actor })
    if (at > now) throw new Refusal('invalid', `${at.toISOString()} lies in the future.`)
    const id = name ? thingId(name.kind, name.source, name.externalId, at) : ''
    const work = workOf(tried, id, parent, { at, authors: around.authors, profile })
    const call = { at, recordedAt: now, actor, correlationId: record.id, causationId }
    if (!apply(work, call)) return undefined
    if (name) decided.made.set(nameKey(name), { id, caseId: work.caseId, causationId })
    return tried.row.type
  }

  function apply(work: RowWork, call: Call): boolean {
    const facts = work.decide(around.states.of(work), { ...call, profile })
    if (facts.length === 0) return false
    const head = headFor(work)
    let sequence = head.version
    const events = chain(head, call, facts, () => eventId(head.caseId, ++sequence, call.at))
    const last = events.at(-1) as ChainedEvent
    heads.set(head.caseId, {
      caseId: head.caseId,
      version: last.sequence,
      hash: Buffer.from(last.hash, 'hex'),
    })
    around.states.follow(head.caseId, events)
    decided.events.push(...events)
    return true
  }

  function headFor({ caseId, opensCase }: RowWork): Head {
    if (opensCase) decided.opened.add(caseId)
    const known = heads.get(caseId)
    if (known) return known
    return opensCase ? around.newHead(caseId) : around.headOf(caseId)
  }

  function find(name: ThingName): KnownThing | undefined {
    const key = nameKey(name)
    return decided.made.get(key) ?? around.things.get(key)
  }

  function skip({ causationId }: KnownThing): undefined {
    const [importId, line] = causationId?.split('#') ?? []
    if (importId === record.id)
      throw new Refusal('invalid', `It stands twice in this manifest: first on line ${line}.`)
    return undefined
  }

  function found(name: ThingName): KnownThing {
    const thing = find(name)
    if (thing) return thing
    const why = failed.get(nameKey(name))
    const what = `${name.kind} ${name.externalId} of ${name.source}`
    throw new Refusal(
      'notFound',
      why
        ? `Its ${what} failed on line ${why.line}.`
        : `There is no ${what}, neither here nor on a line before.`,
    )
  }
}

/** What the row makes, where that has an id in the other system. */
export function nameOf({ row, source }: Tried): ThingName | undefined {
  return row.type === 'tag' ? undefined : { kind: row.type, source, externalId: row.externalId }
}

/** The place of an event in its case names it: loaded again, it is the same event. */
function eventId(caseId: string, sequence: number, at: Date): string {
  return newId('evt', at, createHash('sha256').update(`${caseId} ${sequence}`).digest())
}
