import type { Profile, TaskType } from '@portico/contract/profile'
import type { Context } from '../kernel/decider.ts'
import { taskTypeOf } from './draft.ts'
import type { OpenTask } from './state.ts'

export const taskActions = [
  'start',
  'assign',
  'hold',
  'resume',
  'complete',
  'cancel',
  'instruct',
  'openChild',
] as const
export type TaskAction = (typeof taskActions)[number]

/** Who may work on tasks. */
export type Worker = { id: string; roles: readonly string[]; teams: readonly string[] }
type Shown = Pick<OpenTask, 'type' | 'status' | 'assignee' | 'parentId'> & {
  hasChildren: boolean
  heldUntil?: string | undefined
}

/** What can be done with an open task, regardless of the caller. */
export function possibleOn(task: Shown, { profile }: Pick<Context, 'profile'>): TaskAction[] {
  // The root task moves by rules alone.
  if (task.parentId === undefined) return ['instruct']
  const type = taskTypeOf({ profile }, task.type)
  const isHeld = task.status === 'onHold'
  const can: Record<TaskAction, boolean> = {
    start: task.status === 'assigned',
    assign: true,
    hold: !isHeld && type?.holdDays !== undefined,
    resume: isHeld && !task.hasChildren,
    complete: !isHeld && !type?.byRulesOnly,
    cancel: !type?.byRulesOnly,
    instruct: true,
    openChild: (type?.children?.length ?? 0) > 0,
  }
  return taskActions.filter((action) => can[action])
}

/**
 * What somebody may do with an open task. Its holder, who is the person it is assigned to or anyone of its team, does
 * the work; those whom the profile calls its supervisors, and administrators, also pass it on or end it.
 */
export function actionsOn(task: Shown, worker: Worker, { profile }: Pick<Context, 'profile'>): TaskAction[] {
  const holds = isHolder(task, worker, profile)
  const supervises = isSupervisor(taskTypeOf({ profile }, task.type), worker, profile)
  if ((!holds && !supervises) || !mayWork(worker.roles, profile)) return []
  const isAllowed: Partial<Record<TaskAction, boolean>> = {
    start: holds,
    assign: supervises || task.assignee?.kind === 'team',
    cancel: supervises,
  }
  return possibleOn(task, { profile }).filter((action) => isAllowed[action] ?? true)
}

function isHolder({ type, assignee }: Shown, { id, roles, teams }: Worker, profile: Profile): boolean {
  if (!assignee) return false
  if (assignee.kind === 'person') return assignee.id === id
  return teams.includes(assignee.id) && mayHave(type, roles, profile)
}

function isSupervisor(type: TaskType | undefined, { roles }: Worker, profile: Profile): boolean {
  return isAdministrator(roles, profile) || roles.some((role) => type?.supervisors?.includes(role))
}

/** Whether somebody with these roles may be given a task of a type: one of them has an action that the type names. */
export function mayHave(type: string, roles: readonly string[], profile: Profile): boolean {
  const { needs = ['workTasks'] } = taskTypeOf({ profile }, type) ?? {}
  if (isAdministrator(roles, profile)) return true
  return profile.roles.some(
    ({ name, may }) => roles.includes(name) && needs.some((action) => may.includes(action)),
  )
}

/** Whether these roles work on tasks at all. */
function mayWork(roles: readonly string[], profile: Profile): boolean {
  return (
    isAdministrator(roles, profile) ||
    profile.roles.some(({ name, may }) => roles.includes(name) && may.includes('workTasks'))
  )
}

function isAdministrator(roles: readonly string[], profile: Profile): boolean {
  return profile.roles.some((role) => role.isAdministrator && roles.includes(role.name))
}
