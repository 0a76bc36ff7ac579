import type { Explanation } from '@portico/contract/docket'
import type { Profile } from '@portico/contract/profile'
import { Refusal } from '../../core/kernel/decider.ts'
import { taskTypeOf, workflowOf } from '../../core/work/draft.ts'
import { standingOf } from '../../core/work/standing.ts'
import { listTasks } from '../../projections/list-tasks.ts'
import type { Queryable } from '../../store/db.ts'
import { foldedWork } from './case-state-as-of.ts'

type PathRow = {
  at: Date
  status: string
  why: string
  position: number
  cause_type: string | null
  cause_at: Date | null
  cause_by: string | null
  cause_position: number | null
}

const mostSteps = 1000

/** Explains the status of a case: what the profile requires, what it waits for, and how it got there. */
export async function explain(db: Queryable, caseId: string, profile: Profile): Promise<Explanation> {
  const [{ work }, tasks, path] = await Promise.all([
    foldedWork(db, caseId),
    listTasks(db, caseId, { open: true }),
    db.rows<PathRow>(
      `select e.at, e.data->>'to' as status, e.data->>'why' as why, e.position::float8 as position,
         c.type as cause_type, c.at as cause_at, coalesce(c.on_behalf_of->>'name', c.actor->>'name') as cause_by,
         c.position::float8 as cause_position
       from events e
       left join lateral (
         select * from events c where c.case_id = e.case_id and c.correlation_id = e.correlation_id
           and c.sequence < e.sequence order by c.sequence limit 1
       ) c on true
       where e.case_id = $1 and e.type = 'case.stateChanged' and e.data is not null
       order by e.sequence desc limit $2`,
      [caseId, mostSteps],
    ),
  ])
  if (work.rootId === null && !work.isClosed) {
    throw new Refusal('stateForbids', 'No work has begun on this case yet.')
  }
  const { status, why, rule } = standingOf(work, { profile })
  const workflow = workflowOf({ profile }, work.caseType)
  return {
    status,
    why,
    standing: { workflow: workflow.name, rule, when: workflow.standings[rule]?.when ?? {} },
    waitsFor: tasks
      .filter(({ hasChildren }) => !hasChildren)
      .map(({ id, type, status, assignee, assignedAt, onHoldUntil }) => ({
        taskId: id,
        type,
        label: taskTypeOf({ profile }, type)?.label ?? type,
        status,
        assignee,
        since: assignedAt,
        ...(onHoldUntil === undefined ? {} : { until: onHoldUntil }),
      })),
    path: path.toReversed().map((row) => ({
      at: row.at.toISOString(),
      status: row.status,
      why: row.why,
      position: row.position,
      ...(row.cause_type !== null && row.cause_at !== null
        ? {
            causedBy: {
              type: row.cause_type,
              at: row.cause_at.toISOString(),
              by: row.cause_by ?? '',
              position: row.cause_position ?? 0,
            },
          }
        : {}),
    })),
  }
}
