import type { Brought } from '@portico/contract/cases'
import type { Alias } from '@portico/contract/envelope'
import { Refusal } from '../kernel/decider.ts'
import { derivedId } from '../kernel/ids.ts'
import {
  type Draft,
  endTask,
  hold,
  holdTimer,
  named,
  setTimer,
  taskTypeOf,
  teamAssignee,
  workflowOf,
} from './draft.ts'
import { openTask } from './open-task.ts'
import { opensAtOnce, opensOf, parentTypesOf, standsOnMore } from './opened-by.ts'

type Opening = { id: string; at: string; data: { brought?: Brought } }

/** Resumes an imported case where it stood: closed, or on its docket. No rule is triggered. */
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
    // Later tasks go under its root, as on any closed case.
    draft.add({ type: 'task.completed', subject: rootId, data: named(draft, opened) })
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
 * A task that was open elsewhere. Of the steps of which only one is open at a time it is the one; it stands under an
 * open task that may have such a one under it, or else under the root.
 */
export function bringTask(draft: Draft, { taskId, taskType, team, ...more }: BroughtTask) {
  const { context, state } = draft
  const type = taskTypeOf(context, taskType)
  if (!type) throw new Refusal('invalid', `There is no task type ${taskType} in the profile.`)
  if (team !== undefined && !context.profile.teams.some(({ name }) => name === team))
    throw new Refusal('invalid', `There is no team ${team} in the profile.`)
  if (state.isClosed || state.rootId === null)
    throw new Refusal('stateForbids', 'The case is closed: no task of it is open.')
  if (state.tasks.some((task) => task.type === taskType && task.about === undefined))
    throw new Refusal('conflict', `The case has an open task of the type ${taskType} already.`)
  const workflow = workflowOf(context, state.caseType)
  if (standsOnMore(workflow, taskType))
    throw new Refusal(
      'stateForbids',
      `“${type.label}” depends on a session or a signed decision and is opened automatically: it cannot be loaded.`,
    )
  if (type.isExclusive && state.docket === null && !opensAtOnce(workflow, taskType))
    throw new Refusal(
      'stateForbids',
      `“${type.label}” comes after the docket: the row of its case must have docket.`,
    )
  const step = type.isExclusive
    ? state.tasks.find((task) => taskTypeOf(context, task.type)?.isExclusive)
    : undefined
  const assignee = team === undefined ? undefined : teamAssignee(context, team)
  if (step) endTask(draft, step, { as: 'cancelled', why: 'The case was at another step when it was loaded.' })
  const parentId = parentFor(draft, taskType)
  const deadlineWhy = more.deadline === undefined ? undefined : 'It was loaded with this date.'
  openTask(draft, { taskId, type: taskType, parentId, assignee, ...more, deadlineWhy })
  const waits = opensOf(workflow, taskType).some(({ holdFor, holdDays }) => holdFor ?? holdDays)
  const task = draft.state.tasks.find(({ id }) => id === taskId)
  if (!waits || !task || more.deadline === undefined) return
  hold(draft, task, 'It waits until then.', more.deadline)
  const timerId = derivedId('timer', { id: taskId, at: context.at.toISOString() }, holdTimer)
  setTimer(draft, { timerId, name: holdTimer, taskId, due: more.deadline })
}

/** Where rules or people would open it, so that what must wait for it does. */
function parentFor({ context, state }: Draft, taskType: string): string {
  const { profile } = context
  const above = profile.taskTypes.filter(({ children }) => children?.includes(taskType))
  const blocks = profile.mailTypes.some((row) => row.taskType === taskType && row.blocksDistribution)
  const under = [
    ...above.map(({ name }) => name),
    ...parentTypesOf(workflowOf(context, state.caseType), taskType),
    ...(blocks ? [profile.distribution.taskType] : []),
  ]
  const parent = state.tasks.findLast(({ type }) => under.includes(type))
  if (parent) return parent.id
  if (above.length > 0) {
    const label = taskTypeOf(context, taskType)?.label ?? taskType
    const labels = above.map(({ name }) => name).join(', ')
    throw new Refusal(
      'stateForbids',
      `“${label}” belongs under another task: load that one first (${labels}).`,
    )
  }
  return state.rootId ?? ''
}
