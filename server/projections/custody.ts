import type { DueCase, LegalHold, PurgeRule, Tombstone } from '@portico/contract/custody'
import { type EventType, eventData, eventTypes } from '@portico/contract/events'
import { Sha256 } from '@portico/contract/text'
import type { Queryable } from '../store/db.ts'
import { sensitivityAtPurge } from '../store/events/erase.ts'
import { batch, doer, type Projection } from './projection.ts'

export const legalHolds: Projection = {
  name: 'legalHolds',
  tables: ['legal_holds'],
  types: ['case.legalHoldPlaced', 'case.legalHoldLifted'],
  statement: `
    with ${batch},
    lifted as (
      select case_id, data->>'holdId' as hold_id, data->>'why' as why, at, actor->>'name' as name
      from batch where type = 'case.legalHoldLifted'
    ),
    ended as (
      update legal_holds h set lifted_by = l.name, lifted_at = l.at, lifted_why = l.why
      from lifted l where h.case_id = l.case_id and h.hold_id = l.hold_id
    )
    insert into legal_holds
    select b.case_id, b.data->>'holdId', b.data->>'why', b.doer->>'name', b.at, l.name, l.at, l.why
    from (select *, ${doer} as doer from batch) b left join lifted l on l.case_id = b.case_id and l.hold_id = b.data->>'holdId'
    where b.type = 'case.legalHoldPlaced'`,
}

export const tombstones: Projection = {
  name: 'tombstones',
  tables: ['tombstones'],
  types: ['case.purged'],
  statement: `
    with ${batch}
    insert into tombstones
    select case_id, data->>'docketNumber', data->>'caseType', (data->>'closedAt')::timestamptz, at,
      actor->>'name', data->'rule', sequence - 1
    from batch`,
}

/** Which events may name bytes is read from their schemas, so that none is forgotten. */
const namesBytes = (type: EventType) =>
  JSON.stringify(eventData[type]).includes(JSON.stringify(Sha256).slice(1, -1))

export const blobUses: Projection = {
  name: 'blobUses',
  tables: ['blob_uses'],
  types: eventTypes.filter(namesBytes),
  statement: `
    with ${batch}
    insert into blob_uses (sha256, case_id)
    select distinct named, case_id from batch, hashes_in(data) as named
    on conflict do nothing`,
}

type HoldRow = {
  hold_id: string
  why: string
  placed_by: string
  placed_at: Date
  lifted_by: string | null
  lifted_at: Date | null
  lifted_why: string | null
}

/** In the order in which they were placed. */
export async function listHolds(db: Queryable, caseId: string): Promise<LegalHold[]> {
  const rows = await db.rows<HoldRow>(
    `select hold_id, why, placed_by, placed_at, lifted_by, lifted_at, lifted_why from legal_holds
     where case_id = $1 order by placed_at, hold_id`,
    [caseId],
  )
  return rows.map((row) => ({
    id: row.hold_id,
    why: row.why,
    placedBy: row.placed_by,
    placedAt: row.placed_at.toISOString(),
    ...(row.lifted_at
      ? { lifted: { by: row.lifted_by ?? '', at: row.lifted_at.toISOString(), why: row.lifted_why ?? '' } }
      : {}),
  }))
}

type TombstoneRow = {
  case_id: string
  docket_number: string
  case_type: string
  closed_at: Date
  purged_at: Date
  purged_by: string
  rule: PurgeRule
  events: number
}

const isCleared = (most: string) =>
  `(${most}::int is null or ${sensitivityAtPurge('t.case_id', 't.events + 1')} <= ${most})`

export async function findTombstone(
  db: Queryable,
  caseId: string,
  seen?: SeenCases,
): Promise<Tombstone | undefined> {
  const [row] = await db.rows<TombstoneRow>(
    `select * from tombstones t where t.case_id = $1 and ${isCleared('$2')}`,
    [caseId, seen?.mostSensitivity ?? null],
  )
  return row && tombstoneOf(row)
}

/** The newest first. */
export async function listTombstones(
  db: Queryable,
  { after, limit, seen }: { after?: string | undefined; limit: number; seen?: SeenCases },
): Promise<Tombstone[]> {
  const rows = await db.rows<TombstoneRow>(
    `select * from tombstones t
     where ($1::text is null or (purged_at, case_id) < (select purged_at, case_id from tombstones where case_id = $1))
       and ${isCleared('$3')}
     order by purged_at desc, case_id desc limit $2`,
    [after ?? null, limit, seen?.mostSensitivity ?? null],
  )
  return rows.map(tombstoneOf)
}

function tombstoneOf(row: TombstoneRow): Tombstone {
  return {
    caseId: row.case_id,
    docketNumber: row.docket_number,
    caseType: row.case_type,
    closedAt: row.closed_at.toISOString(),
    purgedAt: row.purged_at.toISOString(),
    purgedBy: row.purged_by,
    rule: row.rule,
    events: row.events,
  }
}

/** For how long cases of a type are kept once they are closed, and why. */
export type Keeping = { caseType: string; keepYears: number; why: string }

type DueRow = {
  case_id: string
  docket_number: string
  case_type: string
  closed_at: Date
  due_at: Date
  why: string
  is_held: boolean
}

/** The last case of the page before: it may be purged by then. */
export type DueCursor = Pick<DueCase, 'closedAt' | 'id'>

/** Up to which sensitivity, and without those where the reader represents somebody. */
export type SeenCases = { mostSensitivity: number; barredCaseIds: readonly string[] }

/** Closed cases whose time is over, those closed longest ago first. */
export async function listDue(
  db: Queryable,
  keeping: readonly Keeping[],
  {
    now,
    after,
    limit,
    unheld,
    seen,
  }: { now: Date; after?: DueCursor; limit: number; unheld?: boolean; seen?: SeenCases },
): Promise<DueCase[]> {
  const rows = await db.rows<DueRow>(
    `select due.case_id, c.docket_number, due.case_type, due.closed_at, due.due_at, due.why, due.is_held
     from unnest($1::text[], $2::int[], $3::text[]) as k (case_type, years, why)
     cross join lateral (
       select w.case_id, w.case_type, w.closed_at, ends.due_at, k.why, h.case_id is not null as is_held
       from case_work w
       cross join lateral (
         select (w.closed_at at time zone 'UTC' + k.years * interval '1 year') at time zone 'UTC' as due_at) ends
       left join lateral (
         select case_id from legal_holds where case_id = w.case_id and lifted_at is null limit 1
       ) h on true
       where w.case_type = k.case_type and w.is_closed and (w.closed_at, w.case_id) > ($5, $6)
         -- A year after the 29th of February ends on the 28th: a day more is read of the index than is due.
         and w.closed_at <= ($4::timestamptz at time zone 'UTC' - k.years * interval '1 year') at time zone 'UTC' + interval '1 day'
         and ends.due_at <= $4 and ($8::boolean is not true or h.case_id is null)
         and w.sensitivity <= coalesce($9::int, w.sensitivity) and w.case_id <> all ($10::text[])
       order by w.closed_at, w.case_id limit $7
     ) due
     join cases c on c.case_id = due.case_id
     order by due.closed_at, due.case_id limit $7`,
    [
      keeping.map(({ caseType }) => caseType),
      keeping.map(({ keepYears }) => keepYears),
      keeping.map(({ why }) => why),
      now,
      after?.closedAt ?? '-infinity',
      after?.id ?? '',
      limit,
      unheld ?? false,
      seen ? seen.mostSensitivity : null,
      seen?.barredCaseIds ?? [],
    ],
  )
  return rows.map((row) => ({
    id: row.case_id,
    docketNumber: row.docket_number,
    caseType: row.case_type,
    closedAt: row.closed_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    why: row.why,
    isHeld: row.is_held,
  }))
}
