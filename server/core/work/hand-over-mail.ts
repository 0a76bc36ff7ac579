import type { Assignee } from '@portico/contract/tasks'
import { derivedId } from '../kernel/ids.ts'
import { childrenOf, type Draft, hold, holdTimer, isMail, setTimer, stopTimers, taskFields } from './draft.ts'
import { parentFor } from './mail.ts'
import { openTask } from './open-task.ts'
import type { OpenStatus, OpenTask } from './state.ts'

/** A task handed over by the case that this one continues, with its IDs in this case. */
export type HandedTask = {
  taskId: string
  /** The ID of the task in the other case. */
  continues: string
  isMail: boolean
  type: string
  /** Another task that was handed over; mail has the usual parent of its type. */
  parentId?: string
  about?: string
  assignee?: Assignee
  deadline?: string
  deadlineWhy?: string
  instructions?: string
  status: OpenStatus
  heldUntil?: string
}

/** Hands open mail over to the continuing case, with the tasks under it, so that it is open in only one of the two. */
export function handOverMail(draft: Draft, goesOnAs: string) {
  for (const task of draft.state.tasks.filter((task) => isMail(draft, task))) handOver(draft, task, goesOnAs)
}

function handOver(draft: Draft, task: OpenTask, goesOnAs: string) {
  // It was already handed over with its parent.
  if (!draft.state.tasks.some(({ id }) => id === task.id)) return
  for (const child of childrenOf(draft.state, task.id)) handOver(draft, child, goesOnAs)
  stopTimers(draft, ({ taskId }) => taskId === task.id)
  const goesOn = { caseId: goesOnAs, taskId: idInOther(task, goesOnAs) }
  const { status, heldUntil } = task
  const state = { status, ...(heldUntil === undefined ? {} : { until: heldUntil }) }
  draft.add({
    type: 'task.handedOver',
    subject: task.id,
    data: { ...taskFields(draft, task), goesOn, ...state },
  })
}

const idInOther = ({ id, openedAt }: OpenTask, goesOnAs: string) =>
  derivedId('task', { id: goesOnAs, at: openedAt }, id)

export function takeOverMail(draft: Draft, tasks: readonly HandedTask[]) {
  for (const { status, heldUntil, isMail, continues, parentId, ...task } of tasks) {
    const { taskId } = task
    const parent = parentId ?? parentOf(draft, task.type)
    if (parent === undefined) continue
    openTask(draft, { ...task, parentId: parent, continues: { id: continues, isMail } })
    const opened = draft.state.tasks.find(({ id }) => id === taskId)
    if (!opened) continue
    if (status === 'inProgress')
      draft.add({ type: 'task.started', subject: taskId, data: taskFields(draft, opened) })
    if (status === 'onHold' && heldUntil !== undefined) {
      hold(draft, opened, 'It waits until then.', heldUntil)
      const timerId = derivedId('timer', { id: taskId, at: draft.context.at.toISOString() }, holdTimer)
      setTimer(draft, { timerId, name: holdTimer, taskId, due: heldUntil })
    }
  }
}

function parentOf(draft: Draft, taskType: string): string | undefined {
  const mailType = draft.context.profile.mailTypes.find((mailType) => mailType.taskType === taskType)
  return mailType ? parentFor(draft, mailType) : (draft.state.rootId ?? undefined)
}
