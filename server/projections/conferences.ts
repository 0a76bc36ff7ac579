import type { Artifact, Conference, Presence, Slot } from '@portico/contract/sessions'
import { isSameTime } from '../core/session/conference.ts'
import type { Queryable } from '../store/db.ts'
import { batch, type Projection } from './projection.ts'

export const sessionConferences: Projection = {
  name: 'sessionConferences',
  tables: ['session_conferences'],
  types: [
    'session.conferenceCreated',
    'session.conferenceReady',
    'session.conferenceUnneeded',
    'session.conferenceCancelled',
  ],
  statement: `
    with ${batch}
    insert into session_conferences as known (case_id, session_id, handle, binding, created_sequence, ended_sequence,
      ready_sequence, ready_slot)
    select case_id, data->>'sessionId', data->>'handle', min(data->>'binding'),
      max(sequence) filter (where type = 'session.conferenceCreated'),
      max(sequence) filter (where type in ('session.conferenceUnneeded', 'session.conferenceCancelled')),
      max(sequence) filter (where type = 'session.conferenceReady'),
      (array_agg(data->'slot' order by sequence desc) filter (where type = 'session.conferenceReady'))[1]
    from batch group by 1, 2, 3
    on conflict (case_id, session_id, handle) do update set
      created_sequence = greatest(excluded.created_sequence, known.created_sequence),
      ended_sequence = greatest(excluded.ended_sequence, known.ended_sequence),
      ready_sequence = greatest(excluded.ready_sequence, known.ready_sequence),
      ready_slot = coalesce(excluded.ready_slot, known.ready_slot)`,
}

export const attendance: Projection = {
  name: 'attendance',
  tables: ['session_attendance'],
  types: ['session.participantJoined', 'session.participantLeft'],
  statement: `
    with ${batch}
    insert into session_attendance (case_id, sequence, session_id, at, has_joined, handle, name, participant_id, is_host)
    select case_id, sequence, data->>'sessionId', (data->>'happenedAt')::timestamptz, type = 'session.participantJoined', data->>'handle',
      data->'participant'->>'name', data->'participant'->>'id', (data->>'isHost')::boolean
    from batch`,
}

export const sessionArtifacts: Projection = {
  name: 'sessionArtifacts',
  tables: ['session_artifacts'],
  types: ['session.artifactAnnounced', 'session.artifactFiled', 'session.artifactFailed'],
  statement: `
    with ${batch},
    told as (
      select case_id, data->>'sessionId' as session_id, coalesce(data->>'handle', '') as handle,
        data->>'artifactId' as artifact_id, min(data->>'binding') as binding,
        (array_agg(data - '{sessionId,handle,binding,documentId}'::text[] order by sequence)
          filter (where type <> 'session.artifactFailed'))[1] as about,
        min(at) filter (where type = 'session.artifactAnnounced') as announced_at,
        min(data->>'documentId') as document_id,
        min(data->>'why') as why
      from batch group by 1, 2, 3, 4
    )
    insert into session_artifacts as known (case_id, session_id, handle, artifact_id, binding, about, announced_at,
      document_id, why)
    select * from told
    on conflict (case_id, session_id, handle, artifact_id) do update set
      binding = coalesce(known.binding, excluded.binding),
      about = coalesce(known.about, excluded.about),
      announced_at = coalesce(known.announced_at, excluded.announced_at),
      document_id = coalesce(known.document_id, excluded.document_id),
      why = coalesce(known.why, excluded.why)`,
}

export type CurrentConference = { handle: string; binding: string; readyFor: Slot | null }

/** The one that a session has now. */
export async function conferencesOf(db: Queryable, caseId: string): Promise<Map<string, CurrentConference>> {
  const rows = await db.rows<{ session_id: string; handle: string; binding: string; slot: Slot | null }>(
    `select session_id, handle, binding, slot from (
       select distinct on (session_id) session_id, handle, binding, ready_slot as slot, ended_sequence
       from session_conferences where case_id = $1 and created_sequence is not null
       order by session_id, created_sequence desc
     ) as newest where ended_sequence is null`,
    [caseId],
  )
  return new Map(
    rows.map(({ session_id, handle, binding, slot }) => [session_id, { handle, binding, readyFor: slot }]),
  )
}

/** Whether a session once had a conference and has none any more. */
export async function hadConference(db: Queryable, caseId: string, sessionId: string): Promise<boolean> {
  const rows = await db.rows(
    `select from session_conferences where case_id = $1 and session_id = $2 limit 1`,
    [caseId, sessionId],
  )
  return rows.length > 0
}

/** Whose conference it is or was. */
export async function findConference(
  db: Queryable,
  binding: string,
  handle: string,
): Promise<{ caseId: string; sessionId: string } | undefined> {
  const [row] = await db.rows<{ caseId: string; sessionId: string }>(
    `select case_id as "caseId", session_id as "sessionId" from session_conferences
     where binding = $1 and handle = $2 and created_sequence is not null limit 1`,
    [binding, handle],
  )
  return row
}

type ArtifactRow = {
  session_id: string
  artifact_id: string
  about: Omit<Artifact, 'artifactId' | 'name'> & { name?: string }
  document_id: string | null
  why: string | null
}
type AttendanceRow = {
  session_id: string
  at: Date
  has_joined: boolean
  handle: string
  name: string
  participant_id: string | null
  is_host: boolean | null
}
export type OfSessions = Map<
  string,
  { conference?: Conference; artifacts?: Artifact[]; attendance?: Presence[] }
>

/** What the sessions of a case have beside their date, by session. */
export async function hostedSessions(
  db: Queryable,
  caseId: string,
  slots: ReadonlyMap<string, Slot | null>,
): Promise<OfSessions> {
  const [conferences, artifacts, presences] = await Promise.all([
    conferencesOf(db, caseId),
    db.rows<ArtifactRow>(
      `select session_id, artifact_id, about, document_id, why from session_artifacts where case_id = $1
       order by about->>'startedAt', announced_at, artifact_id`,
      [caseId],
    ),
    db.rows<AttendanceRow>(
      `select session_id, at, has_joined, handle, name, participant_id, is_host from session_attendance
       where case_id = $1 order by at, sequence`,
      [caseId],
    ),
  ])
  const all: OfSessions = new Map([...slots.keys()].map((id) => [id, {}]))
  for (const [id, { handle, binding, readyFor }] of conferences) {
    const of = all.get(id)
    if (of) of.conference = { handle, binding, isReady: isSameTime(readyFor, slots.get(id) ?? null) }
  }
  for (const { session_id, artifact_id, about, document_id, why } of artifacts) {
    const of = all.get(session_id)
    if (!of) continue
    const { kind, name = kind, mediaType, speaker, startedAt, durationMs, gaps } = about
    of.artifacts ??= []
    of.artifacts.push({
      ...{ artifactId: artifact_id, kind, name, mediaType },
      ...(speaker ? { speaker } : {}),
      ...(startedAt === undefined ? {} : { startedAt }),
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(gaps === undefined ? {} : { gaps }),
      ...(document_id === null ? {} : { documentId: document_id }),
      ...(why === null || document_id !== null ? {} : { why }),
    })
  }
  for (const id of all.keys()) {
    const own = presences.filter(({ session_id }) => session_id === id)
    const of = all.get(id)
    if (of && own.length > 0) of.attendance = attendanceIn(own)
  }
  return all
}

/** A leave ends the last visit of the same person that is still open. */
function attendanceIn(rows: readonly AttendanceRow[]): Presence[] {
  const visits: (Presence & { key: string })[] = []
  for (const { at, has_joined, handle, name, participant_id, is_host } of rows) {
    const key = `${handle} ${participant_id ?? name}`
    const open = visits.findLast((visit) => visit.key === key && visit.leftAt === undefined)
    if (!has_joined) {
      if (open) open.leftAt = at.toISOString()
      continue
    }
    visits.push({
      ...{ key, name, joinedAt: at.toISOString() },
      ...(participant_id === null ? {} : { participantId: participant_id }),
      ...(is_host === null ? {} : { isHost: is_host }),
    })
  }
  return visits.map(({ key: _, ...visit }) => visit)
}
