import type { EventType } from '@portico/contract/events'
import { authorOf } from '../core/kernel/decider.ts'
import type { Queryable } from '../store/db.ts'
import type { ChainedEvent, Statement } from '../store/events/append.ts'

/**
 * A batch of events in, tables out, by one statement: live writes, bulk load and rebuilding are the same code.
 * The statement takes the batch as `$1` and must end in the same rows however the events are cut into batches.
 */
export type Projection = {
  name: string
  tables: readonly string[]
  types: readonly EventType[]
  statement: string
  /**
   * How an event that comes alone is written, as most do that somebody waits for: half the work of a batch. It must end in
   * the same rows.
   */
  alone?: { readonly [Type in EventType]?: Alone<Type> }
  /** What is to be kept of a case that is erased, written before its rows go. The case is `$1`. */
  keepsOfErased?: string
}

export type Alone<Type extends EventType> = {
  statement: string
  values(event: Extract<ChainedEvent, { type: Type }>): unknown[]
}

export const batch = `batch as (
  select * from jsonb_to_recordset($1) as e (
    case_id text, sequence int, type text, at timestamptz, actor jsonb, author jsonb, data jsonb, causation_id text)
)`

/**
 * Who did what an event of the batch tells: where it repeats one of another case, whoever did it there; where a binding
 * acts for a member, that member.
 */
export const doer = `(case when causation_id ~ '^case_[^#]*#[0-9]+$' or actor->>'id' like 'binding\\_%' then author else actor end)`

/**
 * The row that a batch changes, by its key, for a `left join … on true`. Each is looked up by itself: how many rows a batch
 * has the planner only guesses, and a join by a bad guess reads the whole table.
 */
export const rowBefore = (table: string, keys: readonly string[]) =>
  `lateral (select * from ${table} where (${keys.map((key) => key.split('.')[1]).join(', ')}) = (${keys.join(', ')}) offset 0)`

export async function applyProjections(
  tx: Queryable,
  projections: readonly Projection[],
  events: readonly ChainedEvent[],
): Promise<void> {
  const byType = wantedBy(projections)
  const wanted = new Map<Projection, ChainedEvent[]>()
  for (const event of events) {
    if (event.data === null) continue
    for (const projection of byType.get(event.type) ?? []) {
      const batch = wanted.get(projection)
      if (batch) batch.push(event)
      else wanted.set(projection, [event])
    }
  }
  const inOrder = wanted.size > 1 ? projections.filter((projection) => wanted.has(projection)) : wanted.keys()
  await Promise.all([...inOrder].map((projection) => apply(tx, projection, wanted.get(projection) ?? [])))
}

/** Before a case is erased. */
export const keepOfErased = (
  tx: Queryable,
  projections: readonly Projection[],
  caseId: string,
): Promise<unknown>[] =>
  projections.flatMap(({ keepsOfErased }) => (keepsOfErased ? [tx.rows(keepsOfErased, [caseId])] : []))

function apply(tx: Queryable, projection: Projection, events: readonly ChainedEvent[]) {
  const [first, ...others] = events
  const one = first && others.length === 0 ? statementAlone(projection, first) : undefined
  if (one) return tx.rows(one.text, one.values)
  return tx.rows(projection.statement, [JSON.stringify(events.map(toRow))])
}

function statementAlone({ alone }: Projection, event: ChainedEvent): Statement | undefined {
  const one = alone?.[event.type] as Alone<EventType> | undefined
  return one && { text: one.statement, values: one.values(event) }
}

/** All that is written of an event that comes alone, where that is one statement. */
export function onlyStatement(
  projections: readonly Projection[],
  event: ChainedEvent,
): Statement | undefined {
  const [first, ...others] = wantedBy(projections).get(event.type) ?? []
  return first && others.length === 0 ? statementAlone(first, event) : undefined
}

const wantedByType = new WeakMap<readonly Projection[], Map<EventType, Projection[]>>()

function wantedBy(projections: readonly Projection[]): Map<EventType, Projection[]> {
  let byType = wantedByType.get(projections)
  if (!byType) {
    byType = new Map(
      projections
        .flatMap(({ types }) => types)
        .map((type) => [type, projections.filter(({ types }) => types.includes(type))]),
    )
    wantedByType.set(projections, byType)
  }
  return byType
}

function toRow(event: ChainedEvent) {
  const { caseId, sequence, type, at, actor, data, causationId } = event
  const author = authorOf(event)
  return { case_id: caseId, sequence, type, at, actor, author, data, causation_id: causationId }
}
