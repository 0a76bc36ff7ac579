import { ofPersons } from '@portico/contract/actions'
import { anotherPerson } from '@portico/contract/audience'
import { type Actor, isIntegration } from '@portico/contract/envelope'
import type { Profile } from '@portico/contract/profile'
import type { Assignee } from '@portico/contract/tasks'
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

export type Worker = {
  id: string
  kind?: Actor['kind']
  roles: readonly string[]
  teams: readonly string[]
}
type TaskFacts = Pick<OpenTask, 'type' | 'status' | 'assignee' | 'parentId'> & {
  hasChildren: boolean
  heldUntil?: string | undefined
}

/** What can be done with an open task, regardless of the caller. */
export function possibleActions(task: TaskFacts, { profile }: Pick<Context, 'profile'>): TaskAction[] {
  // The root task moves by rules alone.
  if (task.parentId === undefined) return ['instruct']
  const type = taskTypeOf({ profile }, task.type)
  const isHeld = task.status === 'onHold'
  const isPossible: Record<TaskAction, boolean> = {
    start: task.status === 'assigned',
    assign: true,
    hold: !isHeld && type?.holdDays !== undefined,
    resume: isHeld && !task.hasChildren,
    complete: !isHeld && !type?.byRulesOnly,
    cancel: !type?.byRulesOnly,
    instruct: true,
    openChild: (type?.children?.length ?? 0) > 0,
  }
  return taskActions.filter((action) => isPossible[action])
}

/**
 * The actions that a worker may take on an open task. Its holder, a person or any member of a team, does the work and
 * passes it on; its supervisors, and administrators, may also take it over or cancel it.
 */
export function allowedActions(
  task: TaskFacts,
  worker: Worker,
  { profile }: Pick<Context, 'profile'>,
): TaskAction[] {
  const holds = isHolder(task, worker, profile)
  const supervises = isSupervisor(task.type, worker, profile)
  if ((!holds && !supervises) || !mayWorkOnTasks(worker.roles, profile)) return []
  const mayExecute = !isIntegration(worker) || !isForPersons(task.type, profile)
  const isAllowed: Partial<Record<TaskAction, boolean>> = {
    start: holds && mayExecute,
    complete: mayExecute && holdOf(task, worker, profile) === 'own',
    cancel: supervises,
  }
  return possibleActions(task, { profile }).filter((action) => isAllowed[action] ?? true)
}

/** The actions that a supervisor may take in place of the holder, with a reason. */
export function overridableActions(
  task: TaskFacts,
  worker: Worker,
  { profile }: Pick<Context, 'profile'>,
): TaskAction[] {
  if (holdOf(task, worker, profile) !== 'supervised' || !mayWorkOnTasks(worker.roles, profile)) return []
  if (isIntegration(worker) && isForPersons(task.type, profile)) return []
  return possibleActions(task, { profile }).filter((action) => action === 'complete')
}

export type Hold = 'own' | 'supervised' | 'another'

/**
 * The relation of a worker to a task: their own or their team's, held by another person whom they supervise, or another's.
 * A task assigned to a team counts as its supervisors' own too.
 */
export function holdOf(task: Pick<TaskFacts, 'type' | 'assignee'>, worker: Worker, profile: Profile): Hold {
  if (isHolder(task, worker, profile)) return 'own'
  if (!isSupervisor(task.type, worker, profile)) return 'another'
  return task.assignee?.kind === 'person' ? 'supervised' : 'own'
}

/** The holder of a task and its supervisors, as words of a refusal. */
export function holderWords(
  { type, assignee }: Pick<TaskFacts, 'type' | 'assignee'>,
  { profile, caller }: Pick<Context, 'profile' | 'caller'>,
): { held: string; supervisors: string } {
  const { label = type, supervisors = [] } = taskTypeOf({ profile }, type) ?? {}
  const clause = assignee ? `is held by ${holderName(assignee, caller)}` : 'is held by nobody'
  const supervisorRoles = profile.roles.filter(
    ({ name, isAdministrator }) => isAdministrator || supervisors.includes(name),
  )
  return { held: `“${label}” ${clause}`, supervisors: supervisorRoles.map((role) => role.label).join(', ') }
}

function holderName({ kind, name }: Assignee, caller: Context['caller']): string {
  if (kind === 'team') return `the team ${name}`
  return caller?.isParty ? anotherPerson : name
}

export function isHolder(
  { type, assignee }: Pick<TaskFacts, 'type' | 'assignee'>,
  worker: Worker,
  profile: Profile,
): boolean {
  if (!assignee) return false
  if (assignee.kind === 'person') return assignee.id === worker.id
  return worker.teams.includes(assignee.id) && isEligible(type, worker, profile)
}

/** Supervisors may assign a task to any team; its holder, to the team of its type or one of their own. */
export function mayAssignTo(type: string, { kind, id }: Assignee, worker: Worker, profile: Profile): boolean {
  if (kind === 'person' || isSupervisor(type, worker, profile)) return true
  return taskTypeOf({ profile }, type)?.team === id || worker.teams.includes(id)
}

export function isSupervisor(type: string, { roles }: Worker, profile: Profile): boolean {
  const { supervisors = [] } = taskTypeOf({ profile }, type) ?? {}
  return isAdministrator(roles, profile) || roles.some((role) => supervisors.includes(role))
}

/**
 * Whether a worker is eligible for tasks of a type: one of their roles must have an action that the type needs. Tasks for
 * persons are never assigned to the account of another system.
 */
export function isEligible(
  type: string,
  { roles, kind }: Pick<Worker, 'roles' | 'kind'>,
  profile: Profile,
): boolean {
  if (isIntegration({ kind }) && isForPersons(type, profile)) return false
  const needs = actionsNeeded(type, profile)
  if (isAdministrator(roles, profile)) return true
  return profile.roles.some(
    ({ name, may }) => roles.includes(name) && needs.some((action) => may.includes(action)),
  )
}

export const actionsNeeded = (type: string, profile: Profile): readonly string[] =>
  taskTypeOf({ profile }, type)?.needs ?? ['workTasks']

/** Whether tasks of a type take the judgment of a person. */
export function isForPersons(type: string, profile: Profile): boolean {
  return actionsNeeded(type, profile).every((action) => ofPersons.some((task) => task === action))
}

function mayWorkOnTasks(roles: readonly string[], profile: Profile): boolean {
  return (
    isAdministrator(roles, profile) ||
    profile.roles.some(({ name, may }) => roles.includes(name) && may.includes('workTasks'))
  )
}

function isAdministrator(roles: readonly string[], profile: Profile): boolean {
  return profile.roles.some((role) => role.isAdministrator && roles.includes(role.name))
}
