import type { CaseState } from '@portico/contract/cases'
import type { Profile } from '@portico/contract/profile'
import type { Closed } from '../core/closed-case.ts'
import { dayShownIn } from '../core/time/days-in-zone.ts'
import { wholeDaysSince } from '../core/time/moments.ts'
import { type DeadlineFacts, presentDeadlines } from '../core/work/case-state.ts'
import type { Queryable } from '../store/db.ts'
import { links } from './links.ts'
import { batch, type Projection } from './projection.ts'

export const caseWork: Projection = {
  name: 'caseWork',
  tables: ['case_work'],
  types: [
    'case.opened',
    'case.corrected',
    'case.docketed',
    'case.closed',
    'case.reopened',
    'case.stateChanged',
    'case.sensitivitySet',
    'case.advanced',
    'case.courtRemanded',
  ],
  statement: `
    with ${batch},
    told as (
      select case_id,
        (array_agg(data) filter (where type = 'case.opened'))[1] as opened,
        (array_agg(data->>'caseType' order by sequence desc) filter (
          where type = 'case.corrected' and data ? 'caseType'))[1] as case_type,
        (array_agg(data->>'docket' order by sequence desc) filter (
          where type in ('case.docketed', 'case.corrected') and data ? 'docket'))[1] as docket,
        (array_agg((data->>'docketDate')::date order by sequence desc) filter (
          where type in ('case.docketed', 'case.corrected') and data ? 'docketDate'))[1] as docket_date,
        (array_agg(jsonb_build_object('isClosed', type = 'case.closed',
          'at', case when type = 'case.closed' then coalesce((data->>'closedAt')::timestamptz, at) end, 'reason', data->'reason')
          order by sequence desc) filter (where type in ('case.closed', 'case.reopened')))[1] as ended,
        (array_agg(data order by sequence desc) filter (where type = 'case.stateChanged'))[1] as standing,
        (array_agg((data->>'level')::int order by sequence desc) filter (
          where type = 'case.sensitivitySet'))[1] as level,
        (array_agg(data->'advanced' order by sequence desc) filter (where type = 'case.advanced'))[1] as advanced,
        (array_agg(type = 'case.courtRemanded' order by sequence desc) filter (
          where type = 'case.courtRemanded' or data->>'isCourtRemand' = 'false'))[1] as is_remanded
      from batch group by case_id
    ),
    opened as (
      insert into case_work (case_id, case_type, docket, docket_date, is_closed, closed_at, close_reason, status,
        party_status, why, next, step, step_task_id, entered_step_at, sensitivity, advanced,
        court_remand)
      select case_id, coalesce(case_type, opened->>'caseType'), docket, docket_date,
        coalesce((ended->>'isClosed')::boolean, false), (ended->>'at')::timestamptz, ended->>'reason',
        standing->>'to', standing->>'partyTo', standing->>'why', standing->>'next', standing->>'step',
        standing->>'taskId', (standing->>'enteredStepAt')::timestamptz, 
        coalesce(level, (opened->>'sensitivity')::int, 0),
        array(select jsonb_array_elements_text(advanced)), coalesce(is_remanded, false)
      from told where opened is not null
    )
    update case_work w set
      case_type = coalesce(t.case_type, w.case_type),
      docket = coalesce(t.docket, w.docket),
      docket_date = coalesce(t.docket_date, w.docket_date),
      is_closed = coalesce((ended->>'isClosed')::boolean, w.is_closed),
      closed_at = case when ended is null then w.closed_at else (ended->>'at')::timestamptz end,
      close_reason = case when ended is null then w.close_reason else ended->>'reason' end,
      status = coalesce(standing->>'to', w.status),
      party_status = coalesce(standing->>'partyTo', w.party_status),
      why = coalesce(standing->>'why', w.why),
      next = case when standing is null then w.next else standing->>'next' end,
      step = coalesce(standing->>'step', w.step),
      step_task_id = case when standing is null then w.step_task_id else standing->>'taskId' end,
      entered_step_at = coalesce((standing->>'enteredStepAt')::timestamptz, w.entered_step_at),
      sensitivity = coalesce(t.level, w.sensitivity),
      advanced = case when t.advanced is null then w.advanced
        else array(select jsonb_array_elements_text(t.advanced)) end,
      court_remand = coalesce(is_remanded, w.court_remand)
    from told t where w.case_id = t.case_id and t.opened is null`,
}

/** Since when parties read of a case what they read at this version; undefined where no work has begun. */
export async function partyStatusSince(
  db: Queryable,
  caseId: string,
  version: number,
): Promise<Date | undefined> {
  const [row] = await db.rows<{ at: Date }>(
    `select at from events where case_id = $1 and type = 'case.stateChanged' and sequence <= $2
       and data->>'partyFrom' is distinct from data->>'partyTo'
     order by sequence desc limit 1`,
    [caseId, version],
  )
  return row?.at
}

/** Whether a case goes on as another since a substitution; `caseId` is a column with its table. */
export const isSubstituted = (caseId: `${string}.${string}`) =>
  `exists (select from links l where l.case_id = ${caseId} and l.kind = 'substitution' and l.direction = 'to')`

/** The events after which a case may be closed, or open, or go on as another. */
export const closingTypes = [...caseWork.types, ...links.types]

/** Asked while the case is locked. */
export async function closedAs(tx: Queryable, caseId: string): Promise<Closed> {
  const [row] = await tx.rows<{ closed: Closed }>(
    `select case when ${isSubstituted('w.case_id')} then 'substituted' else 'closed' end as closed
     from case_work w where w.case_id = $1 and w.is_closed`,
    [caseId],
  )
  return row?.closed ?? false
}

type StateRow = {
  status: string | null
  party_status: string | null
  why: string | null
  next: string | null
  step: string | null
  entered_step_at: Date | null
  assignee_kind: 'team' | 'person' | null
  assignee_id: string | null
  assignee_name: string | null
  deadline: Date | null
  deadline_why: string | null
  deadlines: DeadlineFacts[]
  hold_until: Date | null
  open_tasks: number
  version: number
}

/** Where a case stands; undefined where no work has begun on it. */
export async function findStanding(db: Queryable, caseId: string): Promise<Standing | undefined> {
  const [row] = await db.rows<StateRow>(
    `select w.status, w.party_status, w.why, w.next, w.step, w.entered_step_at, t.assignee_kind, t.assignee_id,
       t.assignee_name, t.deadline, t.deadline_why, o.hold_until, o.open_tasks, s.version,
       coalesce((
         select json_agg(json_build_object('name', d.deadline, 'day', d.day, 'why', d.why,
           'endsAt', nullif(d.due_at, 'infinity')) order by d.due_at, d.timer_id)
         from timers d where d.case_id = w.case_id and d.deadline is not null), '[]') as deadlines
     from case_work w join case_streams s using (case_id)
     left join tasks t on t.case_id = w.case_id and t.task_id = w.step_task_id
     cross join lateral (
       select count(*)::int as open_tasks, min(hold_until) as hold_until
       from tasks where case_id = w.case_id and closed_at is null and parent_id is not null
     ) o
     where w.case_id = $1`,
    [caseId],
  )
  if (!row?.status || !row.entered_step_at) return undefined
  return {
    status: row.status,
    partyStatus: row.party_status ?? row.status,
    why: row.why ?? '',
    next: row.next,
    step: row.step ?? '',
    enteredStepAt: row.entered_step_at,
    assignee:
      row.assignee_kind === null
        ? null
        : { kind: row.assignee_kind, id: row.assignee_id ?? '', name: row.assignee_name ?? '' },
    deadline: row.deadline,
    deadlineWhy: row.deadline_why,
    deadlines: row.deadlines,
    onHoldUntil: row.hold_until,
    openTasks: row.open_tasks,
    version: row.version,
  }
}

export type Standing = Omit<
  CaseState,
  | 'enteredStepAt'
  | 'ageInStepDays'
  | 'deadline'
  | 'deadlineDay'
  | 'deadlineWhy'
  | 'deadlines'
  | 'onHoldUntil'
  | 'next'
> & {
  enteredStepAt: Date
  deadline: Date | null
  deadlineWhy: string | null
  deadlines: DeadlineFacts[]
  onHoldUntil: Date | null
  next: string | null
}

export function asCaseState(
  { enteredStepAt, deadline, deadlineWhy, deadlines, onHoldUntil, next, ...standing }: Standing,
  { now, profile }: { now: Date; profile: Profile },
): CaseState {
  return {
    ...standing,
    deadlines: presentDeadlines(deadlines, profile),
    ...(deadlineWhy === null ? {} : { deadlineWhy }),
    ...(next === null ? {} : { next }),
    enteredStepAt: enteredStepAt.toISOString(),
    ageInStepDays: wholeDaysSince(enteredStepAt, now),
    ...(deadline === null
      ? {}
      : {
          deadline: deadline.toISOString(),
          deadlineDay: dayShownIn(deadline, profile.deadlines.timeZone),
        }),
    ...(onHoldUntil === null ? {} : { onHoldUntil: onHoldUntil.toISOString() }),
  }
}
