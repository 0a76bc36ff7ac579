import type { Assignee } from '@portico/contract/tasks'
import { derivedId } from '../kernel/ids.ts'
import { childrenOf, type Draft, hold, holdTimer, isMail, named, setTimer, stopTimers } from './draft.ts'
import { parentFor } from './mail.ts'
import { openTask } from './open-task.ts'
import type { OpenStatus, OpenTask } from './state.ts'

/** A task of the case that this one continues, under the IDs that it has here. */
export type HandedTask = {
  taskId: string
  /** The task of the other case. */
  continues: string
  isMail: boolean
  type: string
  /** Another task that was handed over; what arrived stands where mail of its type stands. */
  parentId?: string
  about?: string
  assignee?: Assignee
  deadline?: string
  deadlineWhy?: string
  instructions?: string
  status: OpenStatus
  heldUntil?: string
}

/** What a party sent is worked in the case that goes on, with all that was begun for it: it is open in one of the two. */
export function handOverMail(draft: Draft, goesOnAs: string) {
  for (const task of draft.state.tasks.filter((task) => isMail(draft, task))) handOver(draft, task, goesOnAs)
}

function handOver(draft: Draft, task: OpenTask, goesOnAs: string) {
  // With the task that it stood under.
  if (!draft.state.tasks.some(({ id }) => id === task.id)) return
  for (const child of childrenOf(draft.state, task.id)) handOver(draft, child, goesOnAs)
  stopTimers(draft, ({ taskId }) => taskId === task.id)
  const goesOn = { caseId: goesOnAs, taskId: nameThere(task, goesOnAs) }
  const { status, heldUntil } = task
  const stood = { status, ...(heldUntil === undefined ? {} : { until: heldUntil }) }
  draft.add({ type: 'task.handedOver', subject: task.id, data: { ...named(draft, task), goesOn, ...stood } })
}

const nameThere = ({ id, openedAt }: OpenTask, goesOnAs: string) =>
  derivedId('task', { id: goesOnAs, at: openedAt }, id)

export function takeOverMail(draft: Draft, tasks: readonly HandedTask[]) {
  for (const { status, heldUntil, isMail, continues, parentId, ...task } of tasks) {
    const { taskId } = task
    const parent = parentId ?? placeOf(draft, task.type)
    if (parent === undefined) continue
    openTask(draft, { ...task, parentId: parent, continues: { id: continues, isMail } })
    const opened = draft.state.tasks.find(({ id }) => id === taskId)
    if (!opened) continue
    if (status === 'inProgress')
      draft.add({ type: 'task.started', subject: taskId, data: named(draft, opened) })
    if (status === 'onHold' && heldUntil !== undefined) {
      hold(draft, opened, 'It waits until then.', heldUntil)
      const timerId = derivedId('timer', { id: taskId, at: draft.context.at.toISOString() }, holdTimer)
      setTimer(draft, { timerId, name: holdTimer, taskId, due: heldUntil })
    }
  }
}

function placeOf(draft: Draft, taskType: string): string | undefined {
  const row = draft.context.profile.mailTypes.find((mailType) => mailType.taskType === taskType)
  return row ? parentFor(draft, row) : (draft.state.rootId ?? undefined)
}
