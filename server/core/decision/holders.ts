import type { Action } from '@portico/contract/actions'
import type { Profile } from '@portico/contract/profile'
import type { Assignee } from '@portico/contract/tasks'
import type { WorkProductStatus } from '@portico/contract/work-products'
import { type Context, type Fact, Refusal, workerIn } from '../kernel/decider.ts'
import {
  actionsNeeded,
  type Hold,
  holderWords,
  holdOf,
  isHolder,
  isSupervisor,
  type Worker,
} from '../work/actions.ts'
import type { HeldTask } from '../work/held-tasks.ts'
import { overrideUsed } from '../work/override.ts'

const writing: readonly Action[] = ['draft']
const reviewing: readonly Action[] = ['signDecisions', 'reviewDrafts']
const releasing: readonly Action[] = ['releaseDecisions']

/** The held tasks of the case, and the caller; the service itself acts without a caller. */
export type Acting = { tasks: readonly HeldTask[]; context: Context }

/**
 * Refuses anyone but the holder of the work product: of the drafting or review task while it is a draft, of the review task
 * while it is in review. If no such task is open, anyone may write.
 */
export function refuseUnlessHolder({ tasks, context }: Acting, status: WorkProductStatus, verb: string) {
  const worker = workerOf(context)
  if (!worker) return
  const { profile } = context
  const governing = tasksGoverning(tasks, status, profile)
  const [task] = governing
  if (!task || holdOfTasks(governing, worker, profile) === 'own') return
  const { held } = holderWords(task, context)
  throw new Refusal('forbidden', `${held}: only they can ${verb} the work product now.`)
}

/** Submitting and returning may also be done by a supervisor of the task, with a reason. */
export function overrideFor(
  acting: Acting,
  {
    action,
    workProductId,
    override,
  }: { action: 'submit' | 'return'; workProductId: string; override?: string | undefined },
): Fact[] {
  const { tasks, context } = acting
  const worker = workerOf(context)
  const { profile } = context
  const governing = tasksGoverning(tasks, action === 'submit' ? 'draft' : 'inReview', profile)
  const [task] = governing
  if (!worker || !task) return []
  const hold = holdOfTasks(governing, worker, profile)
  if (hold === 'own') return []
  const { held, supervisors } = holderWords(task, context)
  if (hold === 'another')
    throw new Refusal(
      'forbidden',
      `${held}: only they can ${action} the work product, or a supervisor of the task who gives a reason in override (${supervisors}).`,
    )
  if (override === undefined)
    throw new Refusal(
      'forbidden',
      `${held}: to ${action} the work product in their place, give a reason in override.`,
    )
  const overriddenTask =
    governing.find((heldTask) => holdOf(heldTask, worker, profile) === 'supervised') ??
    heldByPerson(governing)
  return [overrideUsed({ action, task: overriddenTask, workProductId, why: override })]
}

/** Only one person can sign: a review assigned to a team must first be assigned to one of its members. */
export function signatureOverride(
  { tasks, context }: Acting,
  { override, mayOverride = false }: { override?: string | undefined; mayOverride?: boolean | undefined },
): { task?: HeldTask; why: string } | undefined {
  const worker = workerOf(context)
  if (!worker) return undefined
  const { profile } = context
  const reviews = tasksNeeding(tasks, reviewing, profile)
  if (reviews.some(({ assignee }) => assignee?.kind === 'person' && assignee.id === worker.id))
    return undefined
  const [task] = reviews
  if (override !== undefined && mayOverride) return { ...(task ? { task } : {}), why: override.trim() }
  const held = task ? holderWords(task, context).held : 'Nobody holds the review of this work product'
  const isOwnTeams = task?.assignee?.kind === 'team' && holdOf(task, worker, profile) === 'own'
  if (mayOverride)
    throw new Refusal('forbidden', `${held}: to sign in their place, give a reason in override.`)
  throw new Refusal(
    'forbidden',
    isOwnTeams
      ? `${held}: assign it to yourself before you sign.`
      : `${held}: only the member who holds it can sign. Anyone else needs the action \`signForOthers\`, and a reason in override.`,
  )
}

/**
 * Issues are decided by those who write or review the decision, and by anyone if nobody does: undefined for them. A
 * supervisor of either task may act in their place, with a reason.
 */
export function decidingOverride(
  { tasks, context }: Acting,
  { verb, override }: { verb: string; override?: string | undefined },
): { task: HeldTask; why: string } | undefined {
  const worker = workerOf(context)
  if (!worker) return undefined
  const { profile } = context
  const { governing, task } = governingTasks(tasks, profile)
  const hold = holdOfTasks(governing, worker, profile)
  if (!task || hold === 'own') return undefined
  const { held, supervisors } = holderWords(task, context)
  if (hold === 'another')
    throw new Refusal(
      'forbidden',
      `${held}: only those who write or review the decision can ${verb}, or a supervisor of the task who gives a reason in override (${supervisors}).`,
    )
  if (override === undefined)
    throw new Refusal('forbidden', `${held}: to ${verb} in their place, give a reason in override.`)
  return { task, why: override.trim() }
}

/** Without the possibility of an override. */
export function refuseUnlessDecider({ tasks, context }: Acting, verb: string) {
  const worker = workerOf(context)
  if (!worker) return
  const { profile } = context
  const { governing, task } = governingTasks(tasks, profile)
  if (!task || holdOfTasks(governing, worker, profile) === 'own') return
  const { held } = holderWords(task, context)
  throw new Refusal('forbidden', `${held}: only those who write or review the decision can ${verb}.`)
}

/** The assignee responsible for the issues: a person before a team, the writer before the reviewer. */
export function decidersOf(tasks: readonly HeldTask[], profile: Profile): Assignee | null {
  return governingTasks(tasks, profile).task?.assignee ?? null
}

function governingTasks(tasks: readonly HeldTask[], profile: Profile) {
  const governing = tasksGoverning(tasks, 'draft', profile)
  return { governing, task: heldByPerson(governing) ?? governing[0] }
}

/**
 * The relation of a worker to the tasks that govern one thing together. A supervisor counts as holder of a team's task
 * while no other person holds one of the tasks.
 */
function holdOfTasks(tasks: readonly HeldTask[], worker: Worker, profile: Profile): Hold {
  if (tasks.some((task) => isHolder(task, worker, profile))) return 'own'
  if (!tasks.some(({ type }) => isSupervisor(type, worker, profile))) return 'another'
  return heldByPerson(tasks) ? 'supervised' : 'own'
}

const heldByPerson = (tasks: readonly HeldTask[]) => tasks.find(({ assignee }) => assignee?.kind === 'person')

/** While a releasing task such as a quality review is open, only its holder may release. */
export function refuseUnlessReleaser({ tasks, context }: Acting) {
  const worker = workerOf(context)
  if (!worker) return
  const { profile } = context
  const open = tasksNeeding(tasks, releasing, profile)
  const [task] = open
  if (!task || open.some((heldTask) => holdOf(heldTask, worker, profile) === 'own')) return
  throw new Refusal(
    'forbidden',
    `${holderWords(task, context).held}: only they can release the decision now.`,
  )
}

/** The assignee of the task that governs the work product. */
export function holderIn(
  tasks: readonly HeldTask[],
  status: WorkProductStatus,
  profile: Profile,
): Assignee | null {
  const open =
    status === 'signed' ? tasksNeeding(tasks, releasing, profile) : tasksGoverning(tasks, status, profile)
  return open[0]?.assignee ?? null
}

/** The tasks that govern a draft, or a work product in review; the first takes precedence. */
function tasksGoverning(tasks: readonly HeldTask[], status: WorkProductStatus, profile: Profile): HeldTask[] {
  const actions = { draft: [writing, reviewing], inReview: [reviewing] }[status as string] ?? []
  return actions.flatMap((group) => tasksNeeding(tasks, group, profile))
}

function tasksNeeding(tasks: readonly HeldTask[], actions: readonly Action[], profile: Profile): HeldTask[] {
  return tasks.filter(({ type }) =>
    actionsNeeded(type, profile).some((name) => actions.some((action) => action === name)),
  )
}

function workerOf(context: Context): Worker | undefined {
  const { caller } = context
  return caller && { ...workerIn(context), ...caller }
}
