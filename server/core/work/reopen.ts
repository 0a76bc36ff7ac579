import type { SessionKind } from '@portico/contract/sessions'
import { Refusal } from '../kernel/decider.ts'
import { derivedId } from '../kernel/ids.ts'
import { aboutOf } from './about.ts'
import { type Draft, hold, holdTimer, isMail, named, setTimer, workflowOf } from './draft.ts'
import { openTask } from './open-task.ts'
import type { OpenTask, WorkState } from './state.ts'

/** A case as it stood before it was ended. */
export type Stood = {
  /** Makes the IDs of what is opened anew: the event that ended the case. */
  endedBy: { id: string; at: string }
  work: WorkState
  /** What was said of each task. */
  instructions: Record<string, string>
  /** The sessions that ended with the case. */
  sessions: { sessionId: string; kind: SessionKind }[]
  drafts: { workProductId: string; status: 'draft' | 'inReview' }[]
  /** The list, in order. */
  issues: string[]
  /** The remands that ended with the case. */
  remands?: { remandId: string; issueIds: string[] }[]
}

/** Opens what stood as new tasks, since a closed one is never reopened. What has outlived the case goes back to its place. */
export function reopenCase(draft: Draft, { why, stood }: { why: string; stood: Stood }) {
  const { state, context, caseId } = draft
  if (!state.isClosed) throw new Refusal('stateForbids', 'The case is open: only a closed case is reopened.')
  const now = { id: stood.endedBy.id, at: context.at.toISOString() }
  const newIdOf = (kind: 'task' | 'timer' | 'session', of: string) => derivedId(kind, now, `reopened ${of}`)
  const { sessions, drafts, issues, work } = stood
  const data = {
    why,
    ...(sessions.length > 0
      ? {
          sessions: sessions.map(({ sessionId, kind }) => ({
            sessionId: newIdOf('session', sessionId),
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
  const rootId = newIdOf('task', work.rootId ?? 'root')
  const { openedAt: since } = work.tasks.find(({ id }) => id === work.rootId) ?? {}
  openTask(draft, { taskId: rootId, type: workflowOf(context, state.caseType).root, since })

  const ids = new Map<string, string>([[work.rootId ?? '', rootId]])
  // A session that is requested again brings its tasks with it.
  const comesBack = (task: OpenTask) =>
    task.id !== work.rootId && !sessions.some(({ sessionId }) => sessionId === aboutOf(work, task))
  const parentOf = ({ parentId }: OpenTask) => ids.get(parentId ?? '') ?? rootId
  for (const task of work.tasks.filter(comesBack)) {
    const isOpen = outliving.some(({ id }) => id === task.id)
    const taskId = isOpen ? task.id : newIdOf('task', task.id)
    ids.set(task.id, taskId)
    if (isOpen) move(draft, task.id, parentOf(task))
    else reopenTask(draft, task, { taskId, parentId: parentOf(task), stood })
  }
  for (const { id, parentId } of outliving) {
    const isPlaced = ids.has(id) || outliving.some((other) => other.id === parentId)
    if (!isPlaced) move(draft, id, rootId)
  }
  for (const timer of work.timers.filter(({ taskId }) => taskId === undefined)) {
    const { id, taskId: _, ...set } = timer
    setTimer(draft, { ...set, timerId: newIdOf('timer', id) })
  }

  function move(draft: Draft, id: string, parentId: string) {
    const task = draft.state.tasks.find((task) => task.id === id)
    if (!task || task.parentId === parentId) return
    draft.add({ type: 'task.moved', subject: id, data: { ...named(draft, task), parentId } })
    const parent = draft.state.tasks.find((task) => task.id === parentId)
    if (parent && parent.status !== 'onHold') hold(draft, parent, 'A task under it is open.')
  }

  function reopenTask(
    draft: Draft,
    task: OpenTask,
    { taskId, parentId, stood }: { taskId: string; parentId: string; stood: Stood },
  ) {
    const { type, about, assignee, status, heldUntil, openedAt: since } = task
    // Its session is requested again, and has no date yet.
    const isWithout = sessions.some(({ sessionId }) => sessionId === task.sessionId)
    const sessionId = isWithout ? newIdOf('session', task.sessionId ?? '') : task.sessionId
    const deadline = (isWithout && task.usualDeadline) || task.deadline
    const deadlineWhy = isWithout && task.usualDeadline ? task.usualWhy : task.deadlineWhy
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
      draft.add({ type: 'task.started', subject: taskId, data: named(draft, opened) })
    const timers = stood.work.timers.filter((timer) => timer.taskId === task.id)
    const held = timers.find(({ name }) => name === holdTimer)
    // A deadline that stands still has no date.
    if (status === 'onHold' && (held || heldUntil !== undefined))
      hold(draft, opened, held?.why ?? 'It waits until then.', heldUntil)
    // Opening it has set the warning.
    for (const timer of timers.filter(({ name }) => name !== context.profile.deadlineWarning)) {
      const { id, taskId: _, about: __, ...set } = timer
      setTimer(draft, { ...set, timerId: newIdOf('timer', id), taskId })
    }
  }
}
