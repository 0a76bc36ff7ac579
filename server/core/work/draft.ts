import type { TaskType, Workflow } from '@portico/contract/profile'
import type { Assignee, TaskChanges } from '@portico/contract/tasks'
import { type Context, type Fact, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { aboutOf } from './about.ts'
import { evolveWork, type OpenTask, type Reckoned, type Timer, type WorkState } from './state.ts'

/** A decision in progress: the facts so far, and the resulting state. */
export type Draft = {
  readonly caseId: string
  readonly context: Context
  readonly facts: Fact[]
  readonly state: WorkState
  add(fact: Fact): void
}

export function draftFrom(caseId: string, state: WorkState, context: Context): Draft {
  const facts: Fact[] = []
  let current = state
  return {
    caseId,
    context,
    facts,
    get state() {
      return current
    },
    add(fact) {
      facts.push(fact)
      current = evolveWork(current, { ...fact, at: context.at.toISOString(), actor: context.actor })
    },
  }
}

type WithProfile = Pick<Context, 'profile'>

export function taskTypeOf({ profile }: WithProfile, name: string): TaskType | undefined {
  return profile.taskTypes.find((type) => type.name === name)
}

/** Whether a task is about incoming mail. */
export function isMail({ state, context }: Pick<Draft, 'state' | 'context'>, task: OpenTask): boolean {
  if (state.mail.includes(task.id)) return true
  return task.isBrought === true && context.profile.mailTypes.some(({ taskType }) => taskType === task.type)
}

/** Whether a task stays open when the case is closed. */
export function outlives(draft: Pick<Draft, 'state' | 'context'>, task: OpenTask): boolean {
  const { context } = draft
  if (taskTypeOf(context, task.type)?.outlivesCase) return true
  return (
    isMail(draft, task) &&
    context.profile.mailTypes.some((row) => row.taskType === task.type && row.allowedOnClosed)
  )
}

/** The workflow of a case, or that of the first case type if its own is no longer in the profile. */
export function workflowOf({ profile }: WithProfile, caseType: string | null): Workflow {
  const type = profile.caseTypes.find(({ name }) => name === caseType) ?? profile.caseTypes[0]
  const workflow = profile.workflows.find(({ name }) => name === type?.workflow) ?? profile.workflows[0]
  if (!workflow) throw new Error('the profile has no workflow')
  return workflow
}

export function teamAssignee({ profile }: WithProfile, name: string): Assignee {
  const label = profile.teams.find((team) => team.name === name)?.label ?? name
  return { kind: 'team', id: name, name: label }
}

export const holdTimer = 'hold'
export const waitingForChildren = 'A task under it is open.'

export function hold(draft: Draft, task: OpenTask, why: string, until?: string) {
  const data = { ...taskFields(draft, task), why, ...(until === undefined ? {} : { until }) }
  draft.add({ type: 'task.held', subject: task.id, data })
}

/** The fields that identify a task in events. */
export function taskFields(
  { state }: Draft,
  task: OpenTask,
): { taskId: string; type: string; about?: string } {
  const about = aboutOf(state, task)
  return { taskId: task.id, type: task.type, ...(about === undefined ? {} : { about }) }
}

export type Ending =
  | {
      as: 'completed'
      outcome?: string | undefined
      note?: string | undefined
      person?: Assignee | undefined
      /** What the mail changes in the case. */
      changes?: Partial<TaskChanges> | undefined
    }
  | { as: 'cancelled'; why: string }

/**
 * Closes a task after its children, except that mail and tasks that outlive the case move up to the root. The parent
 * resumes if this was its last open child.
 */
export function endTask(draft: Draft, task: OpenTask, ending: Ending) {
  endChildren(draft, task)
  stopTimers(draft, ({ taskId }) => taskId === task.id)
  if (ending.as === 'cancelled') {
    draft.add({
      type: 'task.cancelled',
      subject: task.id,
      data: { ...taskFields(draft, task), why: ending.why },
    })
  } else {
    const { outcome, note, person, changes } = ending
    const data = {
      ...taskFields(draft, task),
      ...(outcome === undefined ? {} : { outcome }),
      ...(note === undefined ? {} : { note }),
      ...(person === undefined ? {} : { named: person }),
      ...changes,
    }
    draft.add({ type: 'task.completed', subject: task.id, data })
  }
  resumeParent(draft, task)
}

function endChildren(draft: Draft, task: OpenTask) {
  const { rootId } = draft.state
  for (const child of childrenOf(draft.state, task.id).toReversed()) {
    const stays = outlives(draft, child) || isMail(draft, child)
    if (stays && rootId && task.id !== rootId) {
      draft.add({
        type: 'task.moved',
        subject: child.id,
        data: { ...taskFields(draft, child), parentId: rootId },
      })
    } else {
      endTask(draft, child, { as: 'cancelled', why: 'The task above it was closed.' })
    }
  }
}

/** The root stays on hold until the case is closed. */
function resumeParent(draft: Draft, { parentId }: OpenTask) {
  const parent = draft.state.tasks.find(({ id }) => id === parentId)
  if (!parent || parent.id === draft.state.rootId || parent.status !== 'onHold') return
  if (childrenOf(draft.state, parent.id).length > 0) return
  const data = { ...taskFields(draft, parent), why: 'The tasks under it are closed.' }
  draft.add({ type: 'task.resumed', subject: parent.id, data })
}

export function childrenOf({ tasks }: WorkState, taskId: string): OpenTask[] {
  return tasks.filter(({ parentId }) => parentId === taskId)
}

export function setTimer(
  draft: Draft,
  timer: {
    timerId: string
    name: string
    taskId?: string | undefined
    about?: string | undefined
    due?: string | undefined
  } & Reckoned,
) {
  const { timerId: id, name, taskId, about: _, ...set } = timer
  const task = draft.state.tasks.find((task) => task.id === taskId)
  const about = task ? aboutOf(draft.state, task) : timer.about
  stopTimers(draft, (other) => other.name === name && other.taskId === taskId && other.about === about)
  const data = {
    ...timerFields({ id, name, ...withoutUndefined({ taskId, about }) }),
    ...withoutUndefined(set),
  }
  draft.add({ type: 'timer.set', subject: id, data })
}

/** The fields that identify a timer in events. */
export function timerFields({ id, name, taskId, about, deadline }: Omit<Timer, 'due'>) {
  return { timerId: id, name, ...withoutUndefined({ taskId, about, deadline }) }
}

export function stopTimers(draft: Draft, isConcerned: (timer: WorkState['timers'][number]) => boolean) {
  for (const timer of draft.state.timers.filter(isConcerned)) {
    draft.add({ type: 'timer.cancelled', subject: timer.id, data: timerFields(timer) })
  }
}

/** Refuses to end work while a recipient has neither a receipt nor an open task about the delivery. */
export function refuseOwing({ state }: Draft) {
  if (state.workProduct?.status === 'cleared') {
    throw new Refusal(
      'stateForbids',
      'The decision is being sealed and will be released in a moment: try again later.',
    )
  }
  const undelivered = state.owed.filter((id) => !state.tasks.some(({ about }) => about === id))
  if (undelivered.length === 0) return
  throw new Refusal(
    'stateForbids',
    `The decision has not been delivered to ${undelivered.length} of its recipients: record how it was sent, or that delivery failed.`,
  )
}
