import type { EventType } from '@portico/contract/events'
import { authorOf } from '../core/kernel/decider.ts'
import type { Queryable } from '../store/db.ts'
import type { ChainedEvent } from '../store/events.ts'

/**
 * A batch of events in, tables out, by one statement: live writes, bulk load and rebuilding are the same code.
 * The statement takes the batch as `$1` and must end in the same rows however the events are cut into batches.
 */
export type Projection = {
  name: string
  tables: readonly string[]
  types: readonly EventType[]
  statement: string
}

export const batch = `batch as (
  select * from jsonb_to_recordset($1) as e (
    case_id text, sequence int, type text, at timestamptz, actor jsonb, author jsonb, data jsonb, causation_id text)
)`

export async function applyProjections(
  tx: Queryable,
  projections: readonly Projection[],
  events: readonly ChainedEvent[],
): Promise<void> {
  await Promise.all(
    projections.map(async ({ types, statement }) => {
      const wanted = events.filter((event) => types.includes(event.type) && event.data !== null)
      if (wanted.length > 0) await tx.rows(statement, [JSON.stringify(wanted.map(toRow))])
    }),
  )
}

function toRow(event: ChainedEvent) {
  const { caseId, sequence, type, at, actor, data, causationId } = event
  const author = authorOf(event)
  return { case_id: caseId, sequence, type, at, actor, author, data, causation_id: causationId }
}
