import type { Actor } from '@portico/contract/envelope'
import type { EventType, PorticoEvent } from '@portico/contract/events'
import type { Queryable } from '../db.ts'
import { sensitivityAtPurge } from './erase.ts'

/** A row's data is null where the payload was erased by law. */
export type StoredEvent = PorticoEvent & { subject: string; dataHash: Buffer }

export type EventsRead = { after?: number; types?: readonly EventType[] | undefined; limit: number }

const columns = `position, case_id as "caseId", sequence, id, type, subject, at, recorded_at as "recordedAt", actor,
  on_behalf_of as "onBehalfOf", data, data_hash as "dataHash", causation_id as "causationId",
  correlation_id as "correlationId", encode(hash, 'hex') as hash`

/** Within a case no late commit is possible: its row is locked from the first statement to the commit. */
export async function readCaseEvents(
  db: Queryable,
  caseId: string,
  read: EventsRead & { ceiling?: number },
): Promise<StoredEvent[]> {
  const rows = await db.rows<EventRow>(
    `select ${columns} from events
     where case_id = $1 and position > $2 and ($3::text[] is null or type = any($3))
       and ($5::bigint is null or position <= $5)
     order by sequence limit $4`,
    [caseId, read.after ?? 0, read.types ?? null, read.limit, read.ceiling ?? null],
  )
  return rows.map(fromRow)
}

/** What happened last in a case, the latest first; without what was erased. */
export async function latestEvents(
  db: Queryable,
  caseId: string,
  { types, limit }: { types: readonly string[]; limit: number },
): Promise<StoredEvent[]> {
  const rows = await db.rows<EventRow>(
    `select ${columns} from events where case_id = $1 and type = any($2) and data is not null
     order by sequence desc limit $3`,
    [caseId, types, limit],
  )
  return rows.map(fromRow)
}

/** What happened in the case to one thing. */
export async function readSubjectEvents(
  db: Queryable,
  caseId: string,
  subject: string,
  read: Omit<EventsRead, 'types'>,
): Promise<StoredEvent[]> {
  const rows = await db.rows<EventRow>(
    `select ${columns} from events where case_id = $1 and subject = $2 and position > $3
     order by sequence limit $4`,
    [caseId, subject, read.after ?? 0, read.limit],
  )
  return rows.map(fromRow)
}

/**
 * Up to a ceiling from `eventCeiling`, so that a reader at a position never misses what commits late. With `upTo`,
 * without the events of cases above that sensitivity.
 */
export async function readAllEvents(
  db: Queryable,
  read: EventsRead & { ceiling: number; upTo?: number },
): Promise<StoredEvent[]> {
  const rows = await db.rows<EventRow>(
    `select ${columns} from events
     where position > $1 and position <= $2 and ($3::text[] is null or type = any($3))
       and ($5::int is null or not exists (
         select from case_work w where w.case_id = events.case_id and w.sensitivity > $5)
         and not exists (
           select from case_streams s where s.case_id = events.case_id and s.purged_at is not null
             and ${sensitivityAtPurge('s.case_id', 's.version')} > $5))
     order by position limit $4`,
    [read.after ?? 0, read.ceiling, read.types ?? null, read.limit, read.upTo ?? null],
  )
  return rows.map(fromRow)
}

/** What has happened to some cases, by kind of event. */
export async function eventsOfCases(
  db: Queryable,
  caseIds: readonly string[],
  types: readonly string[],
): Promise<StoredEvent[]> {
  if (caseIds.length === 0 || types.length === 0) return []
  const rows = await db.rows<EventRow>(
    `select ${columns} from events where case_id = any($1) and type = any($2) and data is not null`,
    [caseIds, types],
  )
  return rows.map(fromRow)
}

export type EventRow = {
  position: number
  caseId: string
  sequence: number
  id: string
  type: EventType
  subject: string
  at: Date
  recordedAt: Date
  actor: Actor
  onBehalfOf: Actor | null
  data: unknown
  dataHash: Buffer
  causationId: string | null
  correlationId: string
  hash: string
}

export function fromRow({ onBehalfOf, causationId, at, recordedAt, ...row }: EventRow): StoredEvent {
  return {
    ...row,
    at: at.toISOString(),
    recordedAt: recordedAt.toISOString(),
    ...(onBehalfOf ? { onBehalfOf } : {}),
    ...(causationId ? { causationId } : {}),
  } as StoredEvent
}

/** Every event, case by case in order: what proves the chains. */
export async function* readChains(
  db: Queryable,
  caseId?: string,
  pageSize = 1000,
): AsyncGenerator<StoredEvent[]> {
  let last: StoredEvent | undefined
  do {
    const rows: EventRow[] = await db.rows(
      `select ${columns} from events
       where (case_id, sequence) > ($1, $2) and ($3::text is null or case_id = $3)
       order by case_id, sequence limit $4`,
      [last?.caseId ?? caseId ?? '', last?.sequence ?? 0, caseId ?? null, pageSize],
    )
    const events = rows.map(fromRow)
    if (events.length > 0) yield events
    last = events.length === pageSize ? events.at(-1) : undefined
  } while (last)
}
