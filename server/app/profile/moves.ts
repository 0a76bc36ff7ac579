import type { Profile } from '@portico/contract/profile'
import type { AdvancedCase, MovedCase, MovedTask } from '@portico/contract/profile-versions'
import { standingOf } from '../../core/work/standing.ts'
import { initialWork, type OpenTask, type Timer, type WorkState } from '../../core/work/state.ts'
import type { TeamMove } from '../../profile/moves.ts'
import type { Queryable } from '../../store/db.ts'

const pageSize = 1000

const movingTasks = `
  from tasks t join json_to_recordset($1) as m (type text, "from" text, "to" text)
    on t.type = m.type and t.assignee_id = m."from"
  where t.closed_at is null and t.assignee_kind = 'team'`

export async function countTasksToMove(tx: Queryable, moves: readonly TeamMove[]): Promise<number> {
  if (moves.length === 0) return 0
  const [row] = await tx.rows<{ count: number }>(`select count(*)::int as count ${movingTasks}`, [
    JSON.stringify(moves),
  ])
  return row?.count ?? 0
}

/** Open tasks that a team has and another is to have, page by page. */
export async function* tasksToMove(
  tx: Queryable,
  moves: readonly TeamMove[],
  limit = pageSize,
): AsyncGenerator<MovedTask[]> {
  if (moves.length === 0) return
  let last: MovedTask | undefined
  for (;;) {
    const page: MovedTask[] = await tx.rows<MovedTask>(
      `select t.case_id as "caseId", t.task_id as "taskId", t.type, m."from", m."to" ${movingTasks}
         and ($2::text is null or (t.case_id, t.task_id) > ($2, $3))
       order by t.case_id, t.task_id limit $4`,
      [JSON.stringify(moves), last?.caseId ?? null, last?.taskId ?? null, limit],
    )
    if (page.length > 0) yield page
    if (page.length < limit) return
    last = page.at(-1)
  }
}

/** Open cases and whether the age of a claimant advances them: before, and by a profile. */
export async function* casesByAge(
  tx: Queryable,
  { priority, partyRoles }: Profile,
  now: Date,
): AsyncGenerator<(AdvancedCase & { was: boolean })[]> {
  const claimants = partyRoles.filter(({ isClaimant }) => isClaimant).map(({ name }) => name)
  let after = ''
  for (;;) {
    const page: (AdvancedCase & { was: boolean })[] = await tx.rows<AdvancedCase & { was: boolean }>(
      `select w.case_id as "caseId", $3 = any(w.advanced) as was, coalesce(
         min((p.person->>'birthDate')::date)
           filter (where p.role = any($2) and p.status = 'current' and p.person->>'deathDate' is null)
           <= ($5::timestamptz at time zone 'UTC')::date - make_interval(years => $4), false) as "isAdvanced"
       from case_work w join parties p using (case_id)
       where w.case_id > $1 and not w.is_closed and p.person ? 'birthDate'
       group by w.case_id order by w.case_id limit ${pageSize}`,
      [after, claimants, priority.ageReason, priority.advancedAge, now],
    )
    if (page.length > 0) yield page
    if (page.length < pageSize) return
    after = page.at(-1)?.caseId ?? after
  }
}

type CaseRow = {
  caseId: string
  caseType: string
  docket: string | null
  isClosed: boolean
  closedBecause: string | null
  status: string
  partyStatus: string
  why: string
  rootId: string | null
  tasks: OpenTask[]
  timers: Timer[]
  workProduct: WorkState['workProduct']
  sessions: WorkState['sessions']
}

/** Cases that a profile says to stand elsewhere than they are said to now, or in other words, page by page. */
export async function* casesToMove(
  tx: Queryable,
  profile: Profile,
  by: 'status' | 'sentence',
): AsyncGenerator<MovedCase[]> {
  let after = ''
  for (;;) {
    const page = await workOfCases(tx, after)
    const moved = page.flatMap((row) => moveOf(row, profile, by))
    if (moved.length > 0) yield moved
    if (page.length < pageSize) return
    after = page.at(-1)?.caseId ?? after
  }
}

function moveOf(row: CaseRow, profile: Profile, by: 'status' | 'sentence'): MovedCase[] {
  const { caseId, status: from, partyStatus: partyFrom, why: said, ...work } = row
  const { status: to, partyStatus: partyTo, why } = standingOf({ ...initialWork, ...work }, { profile })
  const isSame = from === to && partyFrom === partyTo && (by === 'status' || why === said)
  return isSame ? [] : [{ caseId, from, to, partyFrom, partyTo }]
}

/** What a standing is told from, as the tables have it. */
function workOfCases(tx: Queryable, after: string): Promise<CaseRow[]> {
  return tx.rows<CaseRow>(
    `select w.case_id as "caseId", w.case_type as "caseType", w.docket, w.is_closed as "isClosed",
       w.close_reason as "closedBecause", w.status, coalesce(w.party_status, w.status) as "partyStatus", w.why,
       o.root_id as "rootId", coalesce(o.tasks, '[]') as tasks, coalesce(d.timers, '[]') as timers,
       p.work_product as "workProduct", coalesce(s.sessions, '{}') as sessions
     from case_work w
     left join lateral (
       select min(task_id) filter (where parent_id is null) as root_id,
         json_agg(json_build_object('id', task_id, 'type', type, 'parentId', parent_id, 'status', status)
           order by opened_at, task_id) filter (where closed_at is null) as tasks
       from tasks where case_id = w.case_id
     ) o on true
     left join lateral (
       select json_agg(json_strip_nulls(json_build_object('id', timer_id, 'name', name, 'deadline', deadline))) as timers
       from timers where case_id = w.case_id
     ) d on true
     left join lateral (
       select json_build_object('id', work_product_id, 'status',
         case when status = 'signed' and cleared_at is not null then 'cleared' else status end) as work_product
       from work_products where case_id = w.case_id order by drafted_at desc limit 1
     ) p on true
     left join lateral (
       select json_object_agg(session_id, status) as sessions from sessions where case_id = w.case_id
     ) s on true
     where w.case_id > $1 and w.status is not null
     order by w.case_id limit ${pageSize}`,
    [after],
  )
}
