import type { Brought } from '@portico/contract/cases'
import type { Alias } from '@portico/contract/envelope'
import { Refusal } from '../kernel/decider.ts'
import { derivedId } from '../kernel/ids.ts'
import {
  type Draft,
  endTask,
  hold,
  holdTimer,
  setTimer,
  taskFields,
  taskTypeOf,
  teamAssignee,
  workflowOf,
} from './draft.ts'
import { openTask } from './open-task.ts'
import { dependsOnLateEvents, opensAtOnce, parentTypesOf, stepsThatOpen } from './opened-by.ts'

type Opening = { id: string; at: string; data: { brought?: Brought } }

/** Resumes an imported case where it left off: closed, or on its docket. No rule is triggered. */
export function bring(draft: Draft, opening: Opening) {
  const { caseId, context } = draft
  const { docket, docketDate, closed } = opening.data.brought ?? {}
  const { root } = workflowOf(context, draft.state.caseType)
  const rootId = derivedId('task', opening, 'brought root')
  openTask(draft, { taskId: rootId, type: root })
  if (docket !== undefined) {
    const date = docketDate ?? draft.state.receiptDate ?? opening.at.slice(0, 10)
    const data = { docket, docketDate: date, findings: [], isBrought: true as const }
    draft.add({ type: 'case.docketed', subject: caseId, data })
  }
  const opened = draft.state.tasks.find(({ id }) => id === rootId)
  if (closed && opened) {
    // As on any closed case, later tasks are opened under the root.
    draft.add({ type: 'task.completed', subject: rootId, data: taskFields(draft, opened) })
    draft.add({ type: 'case.closed', subject: caseId, data: { ...closed, isBrought: true } })
    return
  }
  const { taskType } = context.profile.distribution
  openTask(draft, { taskId: derivedId('task', opening, 'brought'), type: taskType, parentId: rootId })
}

export type BroughtTask = {
  taskId: string
  taskType: string
  team?: string
  instructions?: string
  deadline?: string
  alias: Alias
}

/**
 * Opens a task that was open in another system. An exclusive step replaces the current one. Its parent is an open task
 * that may have such children, otherwise the root.
 */
export function bringTask(draft: Draft, { taskId, taskType, team, ...details }: BroughtTask) {
  const { context, state } = draft
  const type = taskTypeOf(context, taskType)
  if (!type) throw new Refusal('invalid', `There is no task type ${taskType} in the profile.`)
  if (team !== undefined && !context.profile.teams.some(({ name }) => name === team))
    throw new Refusal('invalid', `There is no team ${team} in the profile.`)
  if (state.isClosed || state.rootId === null)
    throw new Refusal('stateForbids', 'The case is closed: it cannot have open tasks.')
  if (state.tasks.some((task) => task.type === taskType && task.about === undefined))
    throw new Refusal('conflict', `The case already has an open task of the type ${taskType}.`)
  const workflow = workflowOf(context, state.caseType)
  if (dependsOnLateEvents(workflow, taskType))
    throw new Refusal(
      'stateForbids',
      `“${type.label}” depends on a session or a signed decision and is opened automatically, so it cannot be loaded.`,
    )
  if (type.isExclusive && state.docket === null && !opensAtOnce(workflow, taskType))
    throw new Refusal(
      'stateForbids',
      `“${type.label}” comes after docketing: the row of its case must have docket.`,
    )
  const step = type.isExclusive
    ? state.tasks.find((task) => taskTypeOf(context, task.type)?.isExclusive)
    : undefined
  const assignee = team === undefined ? undefined : teamAssignee(context, team)
  if (step) endTask(draft, step, { as: 'cancelled', why: 'The case was at another step when it was loaded.' })
  const parentId = parentFor(draft, taskType)
  const deadlineWhy = details.deadline === undefined ? undefined : 'It was loaded with this date.'
  openTask(draft, { taskId, type: taskType, parentId, assignee, ...details, deadlineWhy })
  const isHeld = stepsThatOpen(workflow, taskType).some(({ holdFor, holdDays }) => holdFor ?? holdDays)
  const task = draft.state.tasks.find(({ id }) => id === taskId)
  if (!isHeld || !task || details.deadline === undefined) return
  hold(draft, task, 'It waits until then.', details.deadline)
  const timerId = derivedId('timer', { id: taskId, at: context.at.toISOString() }, holdTimer)
  setTimer(draft, { timerId, name: holdTimer, taskId, due: details.deadline })
}

/** The parent under which rules or people would open the task, so that the right tasks wait for it. */
function parentFor({ context, state }: Draft, taskType: string): string {
  const { profile } = context
  const parentTypes = profile.taskTypes.filter(({ children }) => children?.includes(taskType))
  const blocks = profile.mailTypes.some((row) => row.taskType === taskType && row.blocksDistribution)
  const candidates = [
    ...parentTypes.map(({ name }) => name),
    ...parentTypesOf(workflowOf(context, state.caseType), taskType),
    ...(blocks ? [profile.distribution.taskType] : []),
  ]
  const parent = state.tasks.findLast(({ type }) => candidates.includes(type))
  if (parent) return parent.id
  if (parentTypes.length > 0) {
    const label = taskTypeOf(context, taskType)?.label ?? taskType
    const labels = parentTypes.map(({ name }) => name).join(', ')
    throw new Refusal(
      'stateForbids',
      `“${label}” belongs under another task, which must be loaded first (${labels}).`,
    )
  }
  return state.rootId ?? ''
}
