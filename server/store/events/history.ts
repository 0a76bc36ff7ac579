import type { EventType } from '@portico/contract/events'
import type { Queryable } from '../db.ts'

const mostChanges = 100

/** What has happened to a case behind a version, and to what; undefined where that is a lot. */
export async function changesSince(
  db: Queryable,
  caseId: string,
  version: number,
): Promise<{ sequence: number; type: EventType; subject: string }[] | undefined> {
  const rows = await db.rows<{ sequence: number; type: EventType; subject: string }>(
    `select sequence, type, subject from events where case_id = $1 and sequence > $2
     order by sequence limit $3`,
    [caseId, version, mostChanges + 1],
  )
  return rows.length > mostChanges ? undefined : rows
}

/** The last of these that happened to a case. */
export async function lastOf(
  db: Queryable,
  caseId: string,
  types: readonly EventType[],
  unlessOf: readonly string[] = [],
): Promise<{ sequence: number; recordedAt: string } | undefined> {
  const [row] = await db.rows<{ sequence: number; recorded_at: Date }>(
    `select e.sequence, e.recorded_at
     from unnest($2::text[]) as t (type)
     cross join lateral (
       select sequence, recorded_at from events where case_id = $1 and type = t.type and subject <> all($3)
       order by sequence desc limit 1
     ) e
     order by e.sequence desc limit 1`,
    [caseId, types, unlessOf],
  )
  return row && { sequence: row.sequence, recordedAt: row.recorded_at.toISOString() }
}

/** How many of a case's events have lost their payload by law, and how many are not for all who see the case. */
export async function countUnshown(db: Queryable, caseId: string) {
  const [row] = await db.rows<{ erased: number; restricted: number }>(
    `select count(*) filter (where data is null)::int as erased,
       count(*) filter (where type = 'document.annotationRemoved'
         or type = 'document.annotated' and data->>'visibility' in ('private', 'team'))::int as restricted
     from events where case_id = $1`,
    [caseId],
  )
  return { erased: row?.erased ?? 0, restricted: row?.restricted ?? 0 }
}

/** The version of a case as of a position or a time; undefined where it was not there yet. */
export async function versionAsOf(
  db: Queryable,
  caseId: string,
  { position, time }: { position?: number; time?: Date },
): Promise<{ version: number; at: string } | undefined> {
  const [row] = await db.rows<{ sequence: number; recorded_at: Date }>(
    `select sequence, recorded_at from events
     where case_id = $1 and ($2::bigint is null or position <= $2) and ($3::timestamptz is null or recorded_at <= $3)
     order by sequence desc limit 1`,
    [caseId, position ?? null, time ?? null],
  )
  return row && { version: row.sequence, at: row.recorded_at.toISOString() }
}
