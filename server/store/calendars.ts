import type { Blackout, CalendarEntry, NewBlackout, NewCalendarEntry } from '@portico/contract/scheduling'
import type { Participant } from '@portico/contract/sessions'
import type { Recurring } from '../core/time/recurrence.ts'
import type { Queryable } from './db.ts'

type EntryRow = {
  id: string
  participant_kind: Participant['kind']
  participant_id: string
  effect: CalendarEntry['effect']
  starts: string
  ends: string
  time_zone: string
  repeats: string | null
  except_days: string[]
  why: string | null
  changed_at: Date
  changed_by: string
  uid: string | null
  sequence: number | null
  unclear: string | null
}

const asEntry = (row: EntryRow): CalendarEntry => ({
  id: row.id,
  participant: { kind: row.participant_kind, id: row.participant_id },
  effect: row.effect,
  starts: withoutZeroSeconds(row.starts),
  ends: withoutZeroSeconds(row.ends),
  timeZone: row.time_zone,
  ...(row.repeats === null ? {} : { repeats: row.repeats }),
  ...(row.except_days.length > 0 ? { except: row.except_days } : {}),
  ...(row.why === null ? {} : { why: row.why }),
  ...(row.uid === null ? {} : { uid: row.uid }),
  ...(row.unclear === null ? {} : { unclear: row.unclear }),
  changedAt: row.changed_at.toISOString(),
  changedBy: row.changed_by,
})

/** Only imported events have seconds. */
const withoutZeroSeconds = (local: string) => local.replace(/^(.{16}):00$/, '$1')

/** The entries of participants in any role that may overlap a range of days. */
export async function listEntries(
  db: Queryable,
  participantIds: readonly string[],
  within: { from: string; to: string } = { from: '0001-01-01', to: '9999-12-31' },
): Promise<CalendarEntry[]> {
  const rows = await db.rows<EntryRow>(
    `select * from calendar_entries
     where participant_id = any($1) and (repeats is not null or (ends >= $2 and starts <= $3))
     order by participant_id, starts, id`,
    [participantIds, within.from, `${within.to}T24`],
  )
  return rows.map(asEntry)
}

export async function findEntry(db: Queryable, id: string): Promise<CalendarEntry | undefined> {
  const [row] = await db.rows<EntryRow>(`select * from calendar_entries where id = $1`, [id])
  return row && asEntry(row)
}

/** Adds an entry, or replaces the one with its ID. */
export async function keepEntry(
  tx: Queryable,
  id: string,
  entry: NewCalendarEntry,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  const { participant, effect, starts, ends, timeZone, repeats, except, why } = entry
  await tx.rows(
    `insert into calendar_entries (id, participant_kind, participant_id, effect, starts, ends, time_zone, repeats,
       except_days, why, changed_at, changed_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (id) do update set participant_kind = $2, participant_id = $3, effect = $4, starts = $5, ends = $6,
       time_zone = $7, repeats = $8, except_days = $9, why = $10, changed_at = $11, changed_by = $12,
       unclear = null`,
    [
      id,
      participant.kind,
      participant.id,
      effect,
      starts,
      ends,
      timeZone,
      repeats ?? null,
      except ?? [],
      why ?? null,
      at,
      by,
    ],
  )
}

/** Serializes changes to a calendar. */
export const lockCalendar = (tx: Queryable, participantId: string) =>
  tx.rows(`select pg_advisory_xact_lock(hashtextextended($1, 2097))`, [participantId])

export async function countEntries(tx: Queryable, participantId: string): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(
    `select count(*)::int as count from calendar_entries where participant_id = $1`,
    [participantId],
  )
  return row?.count ?? 0
}

/** The known state of an imported event; cancelled ones are remembered. */
export type KnownUid = { sequence: number; isGone: boolean; repeats: boolean }

export async function knownUids(tx: Queryable, participantId: string): Promise<Map<string, KnownUid>> {
  const rows = await tx.rows<KnownUid & { uid: string }>(
    `select uid, max(sequence) as sequence, false as "isGone", bool_or(repeats is not null) as repeats
     from calendar_entries where participant_id = $1 and uid is not null group by uid
     union all
     select uid, sequence, true, false from removed_calendar_events g where participant_id = $1
       and not exists (select from calendar_entries e where e.participant_id = g.participant_id and e.uid = g.uid)`,
    [participantId],
  )
  return new Map(rows.map(({ uid, ...known }) => [uid, known]))
}

/** Remembers removals, so that an older report cannot restore an event. */
export async function rememberRemoved(
  tx: Queryable,
  participantId: string,
  removed: readonly { uid: string; sequence: number }[],
): Promise<void> {
  await tx.rows(
    `insert into removed_calendar_events (participant_id, uid, sequence)
     select $1, uid, sequence from jsonb_to_recordset($2) as r (uid text, sequence int)
     on conflict (participant_id, uid) do update set sequence = excluded.sequence`,
    [participantId, JSON.stringify(removed)],
  )
}

export type ImportedEntry = {
  id: string
  uid: string
  sequence: number
  busy: Recurring
  why: string | undefined
  unclear: string | undefined
}

/** Replaces the entries of some imported events, and adds entries to others. */
export async function replaceImported(
  tx: Queryable,
  { kind, id: participantId }: Participant,
  {
    uids,
    entries,
    at,
    by,
  }: { uids: readonly string[]; entries: readonly ImportedEntry[]; at: Date; by: string },
): Promise<void> {
  await tx.rows(`delete from calendar_entries where participant_id = $1 and uid = any($2)`, [
    participantId,
    uids,
  ])
  const rows = entries.map(({ busy: { starts, ends, timeZone: zone, repeats, except = [] }, ...of }) => ({
    ...of,
    ...{ starts, ends, zone, repeats, excepted: except },
  }))
  await tx.rows(
    `insert into calendar_entries
     select id, $2, $3, 'busy', starts, ends, zone, repeats, array(select jsonb_array_elements_text(excepted)), why, $4, $5,
       uid, sequence, unclear
     from jsonb_to_recordset($1) as r (id text, starts text, ends text, zone text, repeats text, excepted jsonb, why text,
       uid text, sequence int, unclear text)
     where not exists (select from calendar_entries e where e.participant_id = $3 and e.uid = r.uid
       and (e.starts, e.ends, e.time_zone) = (r.starts, r.ends, r.zone) and e.repeats is not distinct from r.repeats)`,
    [JSON.stringify(rows), kind, participantId, at, by],
  )
}

export async function removeEntry(db: Queryable, id: string): Promise<boolean> {
  return (await db.rows(`delete from calendar_entries where id = $1 returning 1`, [id])).length > 0
}

type BlackoutRow = {
  id: string
  from: string
  to: string
  kind: Participant['kind'] | null
  participant_id: string | null
  why: string
  added_at: Date
  added_by: string
}

/** The blackouts that overlap a range of days. */
export async function listBlackouts(
  db: Queryable,
  { from = '0001-01-01', to = '9999-12-31' }: { from?: string | undefined; to?: string | undefined },
): Promise<Blackout[]> {
  const rows = await db.rows<BlackoutRow>(
    `select id, first_day::text as "from", last_day::text as "to", participant_kind as kind, participant_id, why,
       added_at, added_by
     from blackouts where last_day >= $1 and first_day <= $2 order by first_day, id`,
    [from, to],
  )
  return rows.map((row) => ({
    id: row.id,
    from: row.from,
    to: row.to,
    ...(row.kind !== null && row.participant_id !== null
      ? { participant: { kind: row.kind, id: row.participant_id } }
      : {}),
    why: row.why,
    addedAt: row.added_at.toISOString(),
    addedBy: row.added_by,
  }))
}

export async function addBlackout(
  tx: Queryable,
  id: string,
  { from, to = from, participant, why }: NewBlackout,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  await tx.rows(`insert into blackouts values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`, [
    id,
    from,
    to,
    participant?.kind ?? null,
    participant?.id ?? null,
    why,
    at,
    by,
  ])
}

export async function removeBlackout(db: Queryable, id: string): Promise<boolean> {
  return (await db.rows(`delete from blackouts where id = $1 returning 1`, [id])).length > 0
}
