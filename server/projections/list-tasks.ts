import type { Assignee, Task } from '@portico/contract/tasks'
import type { HeldTask } from '../core/work/held-tasks.ts'
import type { Queryable } from '../store/db.ts'

/** A task as its table has it; what may be done with it depends on who asks. */
export type TaskFacts = Omit<Task, 'label' | 'actions'> & { hasChildren: boolean }

export type TaskRow = {
  case_id: string
  task_id: string
  parent_id: string | null
  type: string
  about: string | null
  status: Task['status']
  assignee_kind: Assignee['kind'] | null
  assignee_id: string | null
  assignee_name: string | null
  opened_at: Date
  opened_by: { name: string }
  assigned_at: Date
  started_at: Date | null
  closed_at: Date | null
  hold_until: Date | null
  hold_why: string | null
  deadline: Date | null
  deadline_why: string | null
  outcome: string | null
  instructions: { at: string; by: string; text: string }[]
  has_children: boolean
}

/** All columns of a task `t` that people see. */
export const taskColumns = `t.*, exists (
  select from tasks c where c.case_id = t.case_id and c.parent_id = t.task_id and c.closed_at is null) as has_children`

const mostTasks = 5000

/** In the order they were opened, so that a parent stands before what is under it. */
export async function listTasks(
  db: Queryable,
  caseId: string,
  { open, taskId }: { open?: boolean | undefined; taskId?: string } = {},
): Promise<TaskFacts[]> {
  const rows = await db.rows<TaskRow>(
    `select ${taskColumns} from tasks t
     where t.case_id = $1 and ($2::boolean is null or (t.closed_at is null) = $2)
       and ($3::text is null or t.task_id = $3)
     order by t.opened_at, t.parent_id is not null, t.task_id limit $4`,
    [caseId, open ?? null, taskId ?? null, mostTasks],
  )
  return rows.map(asTask)
}

/** The open tasks of a case, for who holds what. */
export async function listHeldTasks(db: Queryable, caseId: string): Promise<HeldTask[]> {
  const open = await listTasks(db, caseId, { open: true })
  return open.map(({ id, type, assignee }) => ({ id, type, ...(assignee ? { assignee } : {}) }))
}

export function asTask(row: TaskRow): TaskFacts {
  const { assignee_kind: kind, assignee_id: id, assignee_name: name } = row
  return {
    id: row.task_id,
    caseId: row.case_id,
    type: row.type,
    ...(row.parent_id === null ? {} : { parentId: row.parent_id }),
    ...(row.about === null ? {} : { about: row.about }),
    status: row.status,
    assignee: kind === null || id === null ? null : { kind, id, name: name ?? id },
    openedAt: row.opened_at.toISOString(),
    openedBy: row.opened_by.name,
    assignedAt: row.assigned_at.toISOString(),
    ...(row.started_at === null ? {} : { startedAt: row.started_at.toISOString() }),
    ...(row.closed_at === null ? {} : { closedAt: row.closed_at.toISOString() }),
    ...(row.hold_until === null ? {} : { onHoldUntil: row.hold_until.toISOString() }),
    ...(row.hold_why === null ? {} : { onHoldWhy: row.hold_why }),
    ...(row.deadline === null ? {} : { deadline: row.deadline.toISOString() }),
    ...(row.deadline_why === null ? {} : { deadlineWhy: row.deadline_why }),
    ...(row.outcome === null ? {} : { outcome: row.outcome }),
    instructions: row.instructions.map(({ at, by, text }) => ({ at: new Date(at).toISOString(), by, text })),
    hasChildren: row.has_children,
  }
}
