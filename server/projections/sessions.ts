import type { NamedParticipant, Participant, Session, Slot } from '@portico/contract/sessions'
import type { Queryable } from '../store/db.ts'
import { hasSound } from '../store/room-chunks.ts'
import { hostedSessions } from './conferences.ts'
import { batch, type Projection } from './projection.ts'

export const sessions: Projection = {
  name: 'sessions',
  tables: ['sessions'],
  types: [
    'session.requested',
    'session.scheduled',
    'session.rescheduled',
    'session.slotsSuggested',
    'session.conflicted',
    'session.conflictCleared',
    'session.reminderDue',
    'session.held',
    'session.recordSettled',
    'session.noShow',
    'session.postponed',
    'session.withdrawn',
  ],
  statement: `
    with ${batch},
    said as (
      select case_id, data->>'sessionId' as session_id, sequence, at, type, data,
        type in ('session.slotsSuggested', 'session.conflicted', 'session.conflictCleared', 'session.reminderDue',
          'session.recordSettled') as is_remark,
        type in ('session.scheduled', 'session.rescheduled') as is_placing,
        type in ('session.postponed', 'session.withdrawn') as is_freed
      from batch
    ),
    placings as (
      select *, coalesce(max(sequence) filter (where is_placing) over (partition by case_id, session_id), 0) as placed_at
      from said
    ),
    told as (
      select case_id, session_id, (array_agg(at order by sequence))[1] as first_at,
        (array_agg(at order by sequence desc))[1] as last_at,
        (array_agg(data->>'kind' order by sequence desc) filter (where data ? 'kind'))[1] as kind,
        (array_agg(case type when 'session.rescheduled' then 'scheduled' else substr(type, 9) end
          order by sequence desc) filter (where not is_remark))[1] as status,
        coalesce((array_agg(is_freed order by sequence desc)
          filter (where not is_remark and type not in ('session.held', 'session.noShow')))[1], false) as is_freed,
        (array_agg(data->'slot' order by sequence desc) filter (where is_placing))[1] as slot,
        (array_agg(data->'participants' order by sequence desc) filter (where data ? 'participants'))[1]
          as participants,
        (array_agg(coalesce(data->'conflicts', 'null') order by sequence desc)
          filter (where type in ('session.conflicted', 'session.conflictCleared') or is_freed or is_placing))[1]
          as conflicts,
        (array_agg(coalesce(data->'slots', 'null') order by sequence desc)
          filter (where type in ('session.slotsSuggested', 'session.scheduled', 'session.withdrawn')))[1] as suggested,
        (array_agg(data->>'why' order by sequence desc) filter (where not is_remark))[1] as why,
        ((array_agg(data->>'windowEndsAt' order by sequence desc) filter (where not is_remark))[1])::timestamptz
          as window_ends_at,
        (array_agg(case when type = 'session.recordSettled' and data->>'record' = 'stored' then 'filed'
          else data->>'record' end order by sequence desc) filter (where data ? 'record'))[1] as record,
        (array_agg(data->>'withoutRecord' order by sequence desc) filter (where data ? 'withoutRecord'))[1]
          as without_record,
        count(*) filter (where not is_remark) as revisions,
        (array_agg(at order by sequence desc) filter (where is_placing))[1] as slot_since,
        coalesce(array_agg((data->>'days')::int order by sequence) filter (where type = 'session.reminderDue'
          and sequence > placed_at), '{}') as reminded,
        bool_or(type = 'session.requested') as is_new
      from placings group by case_id, session_id
    ),
    moved as (
      update sessions s set
        kind = coalesce(t.kind, s.kind),
        status = coalesce(t.status, s.status),
        slot = case when t.is_freed then null else coalesce(t.slot, s.slot) end,
        starts_at = case when not t.is_freed then coalesce((t.slot->>'startsAt')::timestamptz, s.starts_at) end,
        last_slot = coalesce(t.slot, s.last_slot),
        revision = s.revision + t.revisions,
        slot_since = coalesce(t.slot_since, s.slot_since),
        reminded = case when t.slot_since is null then s.reminded || t.reminded else t.reminded end,
        participants = coalesce(t.participants, s.participants),
        conflicts = nullif(coalesce(t.conflicts, s.conflicts), 'null'),
        suggested = nullif(coalesce(t.suggested, s.suggested), 'null'),
        window_ends_at = case when t.status is null then s.window_ends_at else t.window_ends_at end,
        why = case when t.status is null then s.why else t.why end,
        record = coalesce(t.record, s.record),
        without_record = coalesce(t.without_record, s.without_record),
        changed_at = t.last_at
      from told t where not t.is_new and s.case_id = t.case_id and s.session_id = t.session_id
    )
    insert into sessions (case_id, session_id, kind, status, slot, why, requested_at, changed_at, participants, conflicts,
      suggested, starts_at, last_slot, revision, slot_since, reminded, window_ends_at, record, without_record)
    select case_id, session_id, kind, status, case when is_freed then null else slot end, why, first_at, last_at,
      participants, nullif(conflicts, 'null'), nullif(suggested, 'null'),
      case when not is_freed then (slot->>'startsAt')::timestamptz end, slot, revisions, slot_since, reminded, window_ends_at,
      record, without_record
    from told where is_new`,
}

export type SessionRow = {
  session_id: string
  kind: Session['kind']
  status: Session['status']
  slot: Session['slot'] | null
  participants: NonNullable<Session['participants']> | null
  conflicts: NonNullable<Session['conflicts']> | null
  suggested: NonNullable<Session['suggested']> | null
  window_ends_at: Date | null
  why: string | null
  record: Session['record'] | null
  without_record: string | null
  requested_at: Date
  changed_at: Date
}

export const sessionColumns = (of: string) =>
  [
    'session_id',
    'kind',
    'status',
    'slot',
    'participants',
    'conflicts',
    'suggested',
    'window_ends_at',
    'why',
    'requested_at',
    'changed_at',
  ]
    .map((name) => `${of}.${name}`)
    .concat(`${recordNow(of)} as record`)
    .concat(
      `case when not (${isFiled(of)} or ${of}.record = 'filed') then ${of}.without_record end as without_record`,
    )
    .join(', ')

const artifactsOf = (of: string) =>
  `from session_artifacts a where a.case_id = ${of}.case_id and a.session_id = ${of}.session_id`

const isFiled = (of: string) => `exists (select ${artifactsOf(of)} and a.document_id is not null)`

/**
 * What was said of its record when it was held, and what has become of it: filed after all, or never. `filed` is what
 * somebody has put on the file by hand.
 */
const recordNow = (
  of: string,
) => `case when ${of}.record is null then null when ${isFiled(of)} or ${of}.record = 'filed' then 'stored'
  when ${of}.record = 'stored' and not exists (select ${artifactsOf(of)} and a.why is null)
    and not ${hasSound(`${of}.case_id`, `${of}.session_id`)} then 'missing'
  else ${of}.record end`

export const asSession = (row: SessionRow): Session => ({
  id: row.session_id,
  kind: row.kind,
  status: row.status,
  ...(row.slot ? { slot: row.slot } : {}),
  ...(row.participants ? { participants: row.participants } : {}),
  ...(row.conflicts ? { conflicts: row.conflicts } : {}),
  ...(row.suggested ? { suggested: row.suggested } : {}),
  ...(row.window_ends_at ? { windowEndsAt: row.window_ends_at.toISOString() } : {}),
  ...(row.record ? { record: row.record } : {}),
  ...(row.without_record === null ? {} : { withoutRecord: row.without_record }),
  ...(row.why === null ? {} : { why: row.why }),
  requestedAt: row.requested_at.toISOString(),
  changedAt: row.changed_at.toISOString(),
})

export async function listSessions(db: Queryable, caseId: string): Promise<Session[]> {
  const rows = await db.rows<SessionRow>(
    `select ${sessionColumns('s')} from sessions s where case_id = $1 order by requested_at, session_id`,
    [caseId],
  )
  if (rows.length === 0) return []
  const slots = new Map(rows.map(({ session_id, slot }) => [session_id, slot ?? null]))
  const hosted = await hostedSessions(db, caseId, slots)
  return rows.map((row) => ({ ...asSession(row), ...hosted.get(row.session_id) }))
}

/** Who takes part in a session, where that is known. */
export async function findParticipants(
  db: Queryable,
  caseId: string,
  sessionId: string,
): Promise<NamedParticipant[] | undefined> {
  const [row] = await db.rows<{ participants: NamedParticipant[] | null }>(
    `select participants from sessions where case_id = $1 and session_id = $2`,
    [caseId, sessionId],
  )
  return row?.participants ?? undefined
}

export type PlacedSession = {
  caseId: string
  sessionId: string
  slot: Slot
  participants: NamedParticipant[]
}

/** Those that are to come: of one who takes part, of a case, or all. */
export function upcomingSessions(
  db: Queryable,
  {
    who,
    caseId,
    now,
  }: { who?: { id: string; keys: readonly string[] } | undefined; caseId?: string; now: Date },
): Promise<PlacedSession[]> {
  return db.rows<PlacedSession>(
    `select case_id as "caseId", session_id as "sessionId", slot, participants from sessions
     where status = 'scheduled' and starts_at > $2 and participants is not null and ($4::text is null or case_id = $4)
       and ($1::text is null or participants @> jsonb_build_array(jsonb_build_object('id', $1))
         or session_id in (select b.session_id from bookings b where b.participant = any($3)))
     order by starts_at, session_id`,
    [who?.id ?? null, now, who?.keys ?? [], caseId ?? null],
  )
}

export type SessionInCalendar = {
  sessionId: string
  /** None of a case that not everybody may see: whoever has the address of a calendar reads it. */
  docketNumber: string | null
  /** The last one it had. */
  slot: Slot
  isCancelled: boolean
  revision: number
  changedAt: Date
}

const mostInCalendar = 5000

/** What the calendar of some who take part has: also what was cancelled since, until the day on which it would have been. */
export function sessionsInCalendar(
  db: Queryable,
  participants: readonly Participant[],
  from: Date,
): Promise<SessionInCalendar[]> {
  return db.rows<SessionInCalendar>(
    `select session_id as "sessionId", case when coalesce(w.sensitivity, 0) = 0 then docket_number end as "docketNumber",
       last_slot as slot, sessions.status in ('postponed', 'withdrawn') as "isCancelled", revision,
       changed_at as "changedAt"
     from (
       select distinct on (case_id, session_id) s.* from jsonb_array_elements($1) as one cross join lateral (
         select * from sessions where participants @> jsonb_build_array(one) offset 0) s
     ) sessions join cases using (case_id) left join case_work w using (case_id)
     where (last_slot->>'startsAt')::timestamptz >= $2
     order by (last_slot->>'startsAt')::timestamptz, session_id limit ${mostInCalendar}`,
    [JSON.stringify(participants.map(({ kind, id }) => ({ kind, id }))), from],
  )
}

export type ToRemind = { caseId: string; sessionId: string; slot: Slot; slotSince: Date; reminded: number[] }

/** Those that are to come until then. */
export function sessionsToRemind(
  db: Queryable,
  { now, until }: { now: Date; until: Date },
): Promise<ToRemind[]> {
  return db.rows<ToRemind>(
    `select case_id as "caseId", session_id as "sessionId", slot, slot_since as "slotSince", reminded from sessions
     where status = 'scheduled' and starts_at > $1 and starts_at <= $2 and slot_since is not null
     order by starts_at, session_id`,
    [now, until],
  )
}
