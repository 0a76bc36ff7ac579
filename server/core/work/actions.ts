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

/** Who may work on tasks. */
export type Worker = {
  id: string
  kind?: Actor['kind']
  roles: readonly string[]
  teams: readonly string[]
}
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
 * the work and hands it on; those whom the profile calls its supervisors, and administrators, also take it or end it.
 */
export function actionsOn(task: Shown, worker: Worker, { profile }: Pick<Context, 'profile'>): TaskAction[] {
  const holds = isHolder(task, worker, profile)
  const supervises = isSupervisor(task.type, worker, profile)
  if ((!holds && !supervises) || !mayWork(worker.roles, profile)) return []
  const mayDo = !isIntegration(worker) || !isOfPersons(task.type, profile)
  const isAllowed: Partial<Record<TaskAction, boolean>> = {
    start: holds && mayDo,
    complete: mayDo && holdOf(task, worker, profile) === 'own',
    cancel: supervises,
  }
  return possibleOn(task, { profile }).filter((action) => isAllowed[action] ?? true)
}

/** What a supervisor may do in the place of the person who holds the task, with a reason. */
export function overridesOn(
  task: Shown,
  worker: Worker,
  { profile }: Pick<Context, 'profile'>,
): TaskAction[] {
  if (holdOf(task, worker, profile) !== 'supervised' || !mayWork(worker.roles, profile)) return []
  if (isIntegration(worker) && isOfPersons(task.type, profile)) return []
  return possibleOn(task, { profile }).filter((action) => action === 'complete')
}

export type Hold = 'own' | 'supervised' | 'another'

/**
 * Whose a task is, seen by somebody: their own or their team's, that of another person whom they supervise, or another's.
 * What waits with a team belongs to its supervisors too.
 */
export function holdOf(task: Pick<Shown, 'type' | 'assignee'>, worker: Worker, profile: Profile): Hold {
  if (isHolder(task, worker, profile)) return 'own'
  if (!isSupervisor(task.type, worker, profile)) return 'another'
  return task.assignee?.kind === 'person' ? 'supervised' : 'own'
}

/** Who has a task, and who may act in their place, for a refusal. */
export function heldSentence(
  { type, assignee }: Pick<Shown, 'type' | 'assignee'>,
  { profile, caller }: Pick<Context, 'profile' | 'caller'>,
): { held: string; supervisors: string } {
  const { label = type, supervisors = [] } = taskTypeOf({ profile }, type) ?? {}
  const who = assignee ? `is held by ${holderFor(assignee, caller)}` : 'is held by nobody'
  const named = profile.roles.filter(
    ({ name, isAdministrator }) => isAdministrator || supervisors.includes(name),
  )
  return { held: `“${label}” ${who}`, supervisors: named.map((role) => role.label).join(', ') }
}

function holderFor({ kind, name }: Assignee, caller: Context['caller']): string {
  if (kind === 'team') return `the team ${name}`
  return caller?.isParty ? anotherPerson : name
}

export function isHolder(
  { type, assignee }: Pick<Shown, 'type' | 'assignee'>,
  worker: Worker,
  profile: Profile,
): boolean {
  if (!assignee) return false
  if (assignee.kind === 'person') return assignee.id === worker.id
  return worker.teams.includes(assignee.id) && mayHave(type, worker, profile)
}

/** Whoever supervises a task gives it to any team; its holder, back to that of its type or to one of their own. */
export function mayGiveTo(type: string, { kind, id }: Assignee, worker: Worker, profile: Profile): boolean {
  if (kind === 'person' || isSupervisor(type, worker, profile)) return true
  return taskTypeOf({ profile }, type)?.team === id || worker.teams.includes(id)
}

export function isSupervisor(type: string, { roles }: Worker, profile: Profile): boolean {
  const { supervisors = [] } = taskTypeOf({ profile }, type) ?? {}
  return isAdministrator(roles, profile) || roles.some((role) => supervisors.includes(role))
}

/**
 * Whether somebody may be given a task of a type: one of their roles has an action that the type names. What only persons
 * do is for no account of another system.
 */
export function mayHave(
  type: string,
  { roles, kind }: Pick<Worker, 'roles' | 'kind'>,
  profile: Profile,
): boolean {
  if (isIntegration({ kind }) && isOfPersons(type, profile)) return false
  const needs = neededFor(type, profile)
  if (isAdministrator(roles, profile)) return true
  return profile.roles.some(
    ({ name, may }) => roles.includes(name) && needs.some((action) => may.includes(action)),
  )
}

export const neededFor = (type: string, profile: Profile): readonly string[] =>
  taskTypeOf({ profile }, type)?.needs ?? ['workTasks']

/** Whether doing a task of a type takes judgment. */
export function isOfPersons(type: string, profile: Profile): boolean {
  return neededFor(type, profile).every((action) => ofPersons.some((task) => task === action))
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
