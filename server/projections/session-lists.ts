import type { PersonName } from '@portico/contract/appeals'
import type { NamedParticipant, Participant, Session, SessionKind, Slot } from '@portico/contract/sessions'
import type { Queryable } from '../store/db.ts'
import { pageLimit } from '../store/page-limit.ts'
import { docketOrderOf, priorityOf } from './queue-entries.ts'
import { asSession, type SessionRow, sessionColumns } from './sessions.ts'

/** Whose cases are listed: up to a sensitivity, but for some. */
export type ListSight = { mostSensitivity: number; barredCaseIds: readonly string[] }

export type SessionTaskRow = { id: string; type: string; status: string }

export type SessionListRow = {
  caseId: string
  docketNumber: string
  veteran: PersonName
  session: Session
  revision: number
  priority: number
  docketOrder: string
  tasks: SessionTaskRow[]
}

type Row = SessionRow & Omit<SessionListRow, 'session'>

const columns = `${sessionColumns('s')}, s.case_id as "caseId", c.docket_number as "docketNumber", c.veteran, s.revision,
  ${priorityOf('w')} as priority, ${docketOrderOf('w', 'c')} as "docketOrder",
  coalesce((select jsonb_agg(jsonb_build_object('id', t.task_id, 'type', t.type, 'status', t.status) order by t.opened_at, t.task_id)
    from tasks t where t.about = s.session_id and t.case_id = s.case_id and t.closed_at is null), '[]') as tasks`
const tables = `sessions s join cases c using (case_id) join case_work w using (case_id)`

const asListed = ({
  caseId,
  docketNumber,
  veteran,
  revision,
  priority,
  docketOrder,
  tasks,
  ...row
}: Row) => ({
  ...{ caseId, docketNumber, veteran, revision, priority, docketOrder, tasks },
  session: asSession(row),
})

/** Which of some cases are still seen. */
export async function casesSeen(
  db: Queryable,
  caseIds: readonly string[],
  { mostSensitivity, barredCaseIds }: ListSight,
): Promise<Set<string>> {
  const rows = await db.rows<{ caseId: string }>(
    `select case_id as "caseId" from case_work where case_id = any($1) and sensitivity <= $2 and case_id <> all($3)`,
    [caseIds, mostSensitivity, barredCaseIds],
  )
  return new Set(rows.map(({ caseId }) => caseId))
}

/** Placed sessions, in the order of their time. */
export async function listPlacedSessions(
  db: Queryable,
  { mostSensitivity, barredCaseIds }: ListSight,
  asked: {
    from?: Date | undefined
    to?: Date | undefined
    participants?: readonly Participant[] | undefined
    isConflicted?: boolean | undefined
    after?: { startsAt: Date; sessionId: string } | undefined
    limit: number
  },
): Promise<SessionListRow[]> {
  const { from, to, participants, isConflicted, after, limit } = asked
  const values: unknown[] = [mostSensitivity, barredCaseIds]
  const given = (value: unknown) => `$${values.push(value)}`
  // Of somebody, all that they take part in is found by an index; else those of all are read in the order of their time.
  const its = participants
    ? `(select distinct on (one.case_id, one.session_id) one.*
        from jsonb_array_elements(${given(JSON.stringify(participants.map(({ kind, id }) => ({ kind, id }))))}) as who
        cross join lateral (select * from sessions where participants @> jsonb_build_array(who) offset 0) one)`
    : 'sessions'
  const conditions = [
    `s.starts_at is not null and s.status in ('scheduled', 'held', 'noShow') and s.case_id <> all($2::text[])`,
    ...(from ? [`s.starts_at >= ${given(from)}`] : []),
    ...(to ? [`s.starts_at < ${given(to)}`] : []),
    ...(isConflicted === undefined ? [] : [`s.conflicts is ${isConflicted ? 'not ' : ''}null`]),
    ...(after ? [`(s.starts_at, s.session_id) > (${given(after.startsAt)}, ${given(after.sessionId)})`] : []),
  ]
  const inTime = 'order by s.starts_at, s.session_id'
  // Those of somebody are put in order before their cases are looked up, of which a page needs but a few.
  const listed = participants
    ? `from (select s.* from ${its} s where ${conditions.join(' and ')} ${inTime} offset 0) s
         join lateral (select * from case_work where case_id = s.case_id offset 0) w on w.sensitivity <= $1
         join lateral (select * from cases where case_id = s.case_id offset 0) c on true`
    : `from sessions s join cases c using (case_id) join case_work w using (case_id)
       where ${conditions.join(' and ')} and w.sensitivity <= $1`
  const rows = await db.rows<Row>(`select ${columns} ${listed} ${inTime} limit ${pageLimit(limit)}`, values)
  return rows.slice(0, limit).map(asListed)
}

export async function findListedSession(
  db: Queryable,
  sessionId: string,
): Promise<SessionListRow | undefined> {
  const [row] = await db.rows<Row>(`select ${columns} from ${tables} where s.session_id = $1 limit 1`, [
    sessionId,
  ])
  return row && asListed(row)
}

/** Sessions that something has come between and that are to come, by rank. */
export async function listConflicted(
  db: Queryable,
  { mostSensitivity, barredCaseIds }: ListSight,
  { sessionIds, now, limit }: { sessionIds?: readonly string[] | undefined; now: Date; limit: number },
): Promise<SessionListRow[]> {
  const rows = await db.rows<Row>(
    `select ${columns} from ${tables}
     where s.conflicts is not null and s.status = 'scheduled' and s.starts_at > $3
       and w.sensitivity <= $1 and s.case_id <> all($2::text[]) and ($4::text[] is null or s.session_id = any($4))
     order by priority, "docketOrder", s.session_id limit $5`,
    [mostSensitivity, barredCaseIds, now, sessionIds ?? null, limit],
  )
  return rows.map(asListed)
}

export type WaitingPlace = { priority: number; docketOrder: string; sessionId: string }

export type WaitingRow = {
  caseId: string
  docketNumber: string
  veteran: PersonName
  docket: string | null
  docketDate: string
  advanced: string[]
  isCourtRemand: boolean
  sessionId: string
  kind: SessionKind
  status: 'requested' | 'postponed' | 'noShow'
  waitingSince: Date
  participants: NamedParticipant[] | null
  suggested: Slot[] | null
  revision: number
  priority: number
  docketOrder: string
  task: SessionTaskRow | null
}

/**
 * Those that wait to be placed, in the order of any national list. One that nobody came to waits where there is a task to
 * place it again.
 */
export async function listWaiting(
  db: Queryable,
  { mostSensitivity, barredCaseIds }: ListSight,
  asked: {
    /** The types of tasks to schedule a session. */
    taskTypes: readonly string[]
    docket?: string | undefined
    kind?: SessionKind | undefined
    after?: WaitingPlace | undefined
    limit: number
  },
): Promise<WaitingRow[]> {
  const { taskTypes, docket, kind, after, limit } = asked
  const values: unknown[] = [taskTypes, mostSensitivity, barredCaseIds]
  const given = (value: unknown) => `$${values.push(value)}`
  // Only what is asked for is in the statement, so that each has the index in whose order it is read.
  const narrowed = [
    ...(docket === undefined ? [] : [`q.docket = ${given(docket)}`]),
    ...(kind === undefined ? [] : [`q.kind = ${given(kind)}`]),
    ...(after
      ? [
          `(q.priority, q.docket_order, q.session_id) > (${given(after.priority)}::int, ${given(after.docketOrder)}, ${given(after.sessionId)})`,
        ]
      : []),
  ]
  const rows = await db.rows<WaitingRow>(
    `with page as materialized (
       select q.case_id, q.session_id, q.priority, q.docket_order from waiting_sessions q
       where ${[...narrowed, 'q.sensitivity <= $2', 'q.case_id <> all($3::text[])'].join(' and ')}
         and (not q.is_no_show or (select true ${openTask('q')} limit 1))
       order by q.priority, q.docket_order, q.session_id limit ${pageLimit(limit)}
     )
     select s.case_id as "caseId", c.docket_number as "docketNumber", c.veteran, w.docket,
       coalesce(w.docket_date, c.receipt_date)::text as "docketDate", w.advanced, w.court_remand as "isCourtRemand",
       s.session_id as "sessionId", s.kind, s.status, s.changed_at as "waitingSince", s.participants, s.suggested,
       s.revision, q.priority, q.docket_order as "docketOrder",
       (select jsonb_build_object('id', t.task_id, 'type', t.type, 'status', t.status) ${openTask('s')}
        order by t.opened_at limit 1) as task
     from page q join sessions s using (case_id, session_id) join cases c using (case_id) join case_work w using (case_id)
     order by q.priority, q.docket_order, q.session_id`,
    values,
  )
  return rows.slice(0, limit)
}

/** To schedule it, of the types that are `$1`. */
const openTask = (of: string) =>
  `from tasks t where t.about = ${of}.session_id and t.case_id = ${of}.case_id and t.closed_at is null and t.type = any($1)`
