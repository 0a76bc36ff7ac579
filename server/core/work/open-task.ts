import type { Alias } from '@portico/contract/envelope'
import type { Assignee } from '@portico/contract/tasks'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { dueOf, warnBefore } from './deadlines.ts'
import {
  type Draft,
  hold,
  holdTimer,
  stopTimers,
  taskTypeOf,
  teamAssignee,
  waitingForChildren,
} from './draft.ts'

export type NewTask = {
  taskId: string
  type: string
  parentId?: string
  about?: string | undefined
  /** The session that it concerns, if that is not its subject. */
  sessionId?: string | undefined
  assignee?: Assignee | undefined
  instructions?: string | undefined
  /** Overrides the default of its type. */
  deadline?: string | undefined
  deadlineWhy?: string | undefined
  alias?: Alias | undefined
  /** The closed task that it replaces. */
  continues?: { id: string; isMail: boolean } | undefined
  /** When the replaced task was opened. */
  since?: string | undefined
}

/** Opens a task and puts its parent on hold. */
export function openTask(draft: Draft, task: NewTask) {
  const { taskId, type, parentId, about, instructions, alias, continues, since } = task
  const { context } = draft
  const { team } = taskTypeOf(context, type) ?? {}
  const assignee = task.assignee ?? (team === undefined ? undefined : teamAssignee(context, team))
  const sessionId = task.sessionId === about ? undefined : task.sessionId
  const due = dueOf(draft, task)
  draft.add({
    type: 'task.opened',
    subject: taskId,
    data: {
      taskId,
      type,
      ...withoutUndefined({ parentId, about, sessionId, assignee, instructions }),
      ...due,
      ...withoutUndefined({ alias, continues: continues?.id }),
      ...(continues?.isMail ? { isMail: true as const } : {}),
      ...withoutUndefined({ since }),
    },
  })
  if (due.deadline !== undefined) warnBefore(draft, { id: taskId, type, deadline: due.deadline })
  const parent = draft.state.tasks.find(({ id }) => id === parentId)
  if (!parent) return
  // The parent no longer waits for a date but for its children.
  stopTimers(draft, ({ taskId, name }) => taskId === parent.id && name === holdTimer)
  if (parent.status !== 'onHold' || parent.heldUntil !== undefined) hold(draft, parent, waitingForChildren)
}
