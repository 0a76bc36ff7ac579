import type { Alias, Brought } from '@portico/contract/events'
import { derivedId } from '../ids.ts'
import { Refusal } from '../kernel.ts'
import { type Draft, endTask, openTask, taskTypeOf, teamAssignee, workflowOf } from './draft.ts'

type Opening = { id: string; at: string; data: { brought?: Brought } }

/** Takes up a case where it stood elsewhere: closed, or on its docket. No rule begins anything with it. */
export function bring(draft: Draft, opening: Opening) {
  const { caseId, context } = draft
  const { docket, docketDate, closed } = opening.data.brought ?? {}
  const { root } = workflowOf(context, draft.state.caseType)
  const rootId = derivedId('task', opening, 'brought root')
  if (!closed) openTask(draft, { taskId: rootId, type: root })
  if (docket !== undefined) {
    const date = docketDate ?? draft.state.receiptDate ?? opening.at.slice(0, 10)
    const data = { docket, docketDate: date, findings: [], isBrought: true as const }
    draft.add({ type: 'case.docketed', subject: caseId, data })
  }
  if (closed) {
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
  const step = type.isExclusive
    ? state.tasks.find((task) => taskTypeOf(context, task.type)?.isExclusive)
    : undefined
  const assignee = team === undefined ? undefined : teamAssignee(context, team)
  if (step) endTask(draft, step, { as: 'cancelled', why: 'The case stood elsewhere when it was brought.' })
  const parent = draft.state.tasks.findLast(({ type: its }) =>
    taskTypeOf(context, its)?.children?.includes(taskType),
  )
  openTask(draft, { taskId, type: taskType, parentId: parent?.id ?? state.rootId, assignee, ...more })
}
