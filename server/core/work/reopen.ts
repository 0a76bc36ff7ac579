import type { SessionKind } from '@portico/contract/sessions'
import { Refusal } from '../kernel/decider.ts'
import { derivedId } from '../kernel/ids.ts'
import { aboutOf } from './about.ts'
import { type Draft, hold, holdTimer, isMail, setTimer, taskFields, workflowOf } from './draft.ts'
import { openTask } from './open-task.ts'
import type { OpenTask, WorkState } from './state.ts'

/** The state of a case before it ended. */
export type Stood = {
  /** The event that ended the case; the new IDs are derived from it. */
  endedBy: { id: string; at: string }
  work: WorkState
  /** By task. */
  instructions: Record<string, string>
  /** The sessions that ended with the case. */
  sessions: { sessionId: string; kind: SessionKind }[]
  drafts: { workProductId: string; status: 'draft' | 'inReview' }[]
  /** The list of issues, in order. */
  issues: string[]
  /** The remands that ended with the case. */
  remands?: { remandId: string; issueIds: string[] }[]
}

/** Opens the former tasks as new ones, since closed tasks are never reopened. Tasks that outlived the case return to their parents. */
export function reopenCase(draft: Draft, { why, stood }: { why: string; stood: Stood }) {
  const { state, context, caseId } = draft
  if (!state.isClosed)
    throw new Refusal('stateForbids', 'Only a closed case can be reopened, and this case is open.')
  const cause = { id: stood.endedBy.id, at: context.at.toISOString() }
  const reopenedId = (kind: 'task' | 'timer' | 'session', id: string) =>
    derivedId(kind, cause, `reopened ${id}`)
  const { sessions, drafts, issues, work } = stood
  const data = {
    why,
    ...(sessions.length > 0
      ? {
          sessions: sessions.map(({ sessionId, kind }) => ({
            sessionId: reopenedId('session', sessionId),
            kind,
          })),
        }
      : {}),
    ...(drafts.length > 0 ? { drafts } : {}),
    ...(issues.length > 0 ? { issues } : {}),
    ...(stood.remands && stood.remands.length > 0 ? { remands: stood.remands } : {}),
    ...(work.standing
      ? { stood: { step: work.standing.step, enteredStepAt: work.standing.enteredStepAt } }
      : {}),
  }
  const outliving = state.tasks
  draft.add({ type: 'case.reopened', subject: caseId, data })
  const rootId = reopenedId('task', work.rootId ?? 'root')
  const { openedAt: since } = work.tasks.find(({ id }) => id === work.rootId) ?? {}
  openTask(draft, { taskId: rootId, type: workflowOf(context, state.caseType).root, since })

  const ids = new Map<string, string>([[work.rootId ?? '', rootId]])
  // The tasks of a session are opened when it is requested again.
  const isReopened = (task: OpenTask) =>
    task.id !== work.rootId && !sessions.some(({ sessionId }) => sessionId === aboutOf(work, task))
  const parentOf = ({ parentId }: OpenTask) => ids.get(parentId ?? '') ?? rootId
  for (const task of work.tasks.filter(isReopened)) {
    const isOpen = outliving.some(({ id }) => id === task.id)
    const taskId = isOpen ? task.id : reopenedId('task', task.id)
    ids.set(task.id, taskId)
    if (isOpen) move(draft, task.id, parentOf(task))
    else reopenTask(draft, task, { taskId, parentId: parentOf(task), stood })
  }
  for (const { id, parentId } of outliving) {
    const hasParent = ids.has(id) || outliving.some((other) => other.id === parentId)
    if (!hasParent) move(draft, id, rootId)
  }
  for (const timer of work.timers.filter(({ taskId }) => taskId === undefined)) {
    const { id, taskId: _, ...set } = timer
    setTimer(draft, { ...set, timerId: reopenedId('timer', id) })
  }

  function move(draft: Draft, id: string, parentId: string) {
    const task = draft.state.tasks.find((task) => task.id === id)
    if (!task || task.parentId === parentId) return
    draft.add({ type: 'task.moved', subject: id, data: { ...taskFields(draft, task), parentId } })
    const parent = draft.state.tasks.find((task) => task.id === parentId)
    if (parent && parent.status !== 'onHold') hold(draft, parent, 'A task under it is open.')
  }

  function reopenTask(
    draft: Draft,
    task: OpenTask,
    { taskId, parentId, stood }: { taskId: string; parentId: string; stood: Stood },
  ) {
    const { type, about, assignee, status, heldUntil, openedAt: since } = task
    // Its session is requested again and has no date yet.
    const isUnscheduled = sessions.some(({ sessionId }) => sessionId === task.sessionId)
    const sessionId = isUnscheduled ? reopenedId('session', task.sessionId ?? '') : task.sessionId
    const deadline = (isUnscheduled && task.usualDeadline) || task.deadline
    const deadlineWhy = isUnscheduled && task.usualDeadline ? task.usualWhy : task.deadlineWhy
    openTask(draft, {
      taskId,
      type,
      parentId,
      about,
      sessionId,
      assignee,
      deadline,
      deadlineWhy,
      since,
      instructions: stood.instructions[task.id],
      continues: { id: task.id, isMail: isMail({ state: stood.work, context: draft.context }, task) },
    })
    const opened = draft.state.tasks.find(({ id }) => id === taskId)
    if (!opened) return
    if (status === 'inProgress')
      draft.add({ type: 'task.started', subject: taskId, data: taskFields(draft, opened) })
    const timers = stood.work.timers.filter((timer) => timer.taskId === task.id)
    const held = timers.find(({ name }) => name === holdTimer)
    // A tolled deadline has no date.
    if (status === 'onHold' && (held || heldUntil !== undefined))
      hold(draft, opened, held?.why ?? 'It waits until then.', heldUntil)
    // Opening the task has already set the warning.
    for (const timer of timers.filter(({ name }) => name !== context.profile.deadlineWarning)) {
      const { id, taskId: _, about: __, ...set } = timer
      setTimer(draft, { ...set, timerId: reopenedId('timer', id), taskId })
    }
  }
}
