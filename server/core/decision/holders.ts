import type { Action } from '@portico/contract/actions'
import type { Profile } from '@portico/contract/profile'
import type { Assignee } from '@portico/contract/tasks'
import type { WorkProductStatus } from '@portico/contract/work-products'
import { type Context, type Fact, Refusal, workerIn } from '../kernel/decider.ts'
import {
  type Hold,
  heldSentence,
  holdOf,
  isHolder,
  isSupervisor,
  neededFor,
  type Worker,
} from '../work/actions.ts'
import type { HeldTask } from '../work/held-tasks.ts'
import { overrideUsed } from '../work/override.ts'

const writing: readonly Action[] = ['draft']
const reviewing: readonly Action[] = ['signDecisions', 'reviewDrafts']
const releasing: readonly Action[] = ['releaseDecisions']

/** Who acts, and on what: the service itself acts without a caller. */
export type Acting = { tasks: readonly HeldTask[]; context: Context }

/**
 * Refuses whoever does not hold the work product: while it is written, the task that its type calls for drafting or for
 * review; while it is in review, the latter. Where neither is open it is nobody's.
 */
export function refuseUnlessWriter({ tasks, context }: Acting, status: WorkProductStatus, verb: string) {
  const worker = workerOf(context)
  if (!worker) return
  const { profile } = context
  const own = tasksIn(tasks, status, profile)
  const [task] = own
  if (!task || holdOfAll(own, worker, profile) === 'own') return
  const { held } = heldSentence(task, context)
  throw new Refusal('forbidden', `${held}: only they can ${verb} the work product now.`)
}

/** The same for submitting and returning, which a supervisor of the task may do in their place, with a reason. */
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
  const own = tasksIn(tasks, action === 'submit' ? 'draft' : 'inReview', profile)
  const [task] = own
  if (!worker || !task) return []
  const hold = holdOfAll(own, worker, profile)
  if (hold === 'own') return []
  const { held, supervisors } = heldSentence(task, context)
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
  const inPlaceOf = own.find((one) => holdOf(one, worker, profile) === 'supervised') ?? heldByPerson(own)
  return [overrideUsed({ action, task: inPlaceOf, workProductId, why: override })]
}

/** A signature is that of one person: a review that waits with a team is first taken by one of them. */
export function signatureOverride(
  { tasks, context }: Acting,
  { override, mayOverride = false }: { override?: string | undefined; mayOverride?: boolean | undefined },
): { task?: HeldTask; why: string } | undefined {
  const worker = workerOf(context)
  if (!worker) return undefined
  const { profile } = context
  const reviews = tasksFor(tasks, reviewing, profile)
  if (reviews.some(({ assignee }) => assignee?.kind === 'person' && assignee.id === worker.id))
    return undefined
  const [task] = reviews
  if (override !== undefined && mayOverride) return { ...(task ? { task } : {}), why: override.trim() }
  const held = task ? heldSentence(task, context).held : 'Nobody holds the review of this work product'
  const isTheirTeams = task?.assignee?.kind === 'team' && holdOf(task, worker, profile) === 'own'
  if (mayOverride)
    throw new Refusal('forbidden', `${held}: to sign in their place, give a reason in override.`)
  throw new Refusal(
    'forbidden',
    isTheirTeams
      ? `${held}: assign it to yourself before you sign.`
      : `${held}: only the member who holds it can sign. Anyone else needs the action \`signForOthers\`, and a reason in override.`,
  )
}

/**
 * The issues of a case are decided by whoever writes or reviews the decision: undefined for them, and where nobody does.
 * A supervisor of either task acts in their place, with a reason.
 */
export function decidingOverride(
  { tasks, context }: Acting,
  { verb, override }: { verb: string; override?: string | undefined },
): { task: HeldTask; why: string } | undefined {
  const worker = workerOf(context)
  if (!worker) return undefined
  const { profile } = context
  const { governing, task } = decidedUnder(tasks, profile)
  const hold = holdOfAll(governing, worker, profile)
  if (!task || hold === 'own') return undefined
  const { held, supervisors } = heldSentence(task, context)
  if (hold === 'another')
    throw new Refusal(
      'forbidden',
      `${held}: only those who write or review the decision can ${verb}, or a supervisor of the task who gives a reason in override (${supervisors}).`,
    )
  if (override === undefined)
    throw new Refusal('forbidden', `${held}: to ${verb} in their place, give a reason in override.`)
  return { task, why: override.trim() }
}

/** The same where nobody may act in their place. */
export function refuseUnlessDecider({ tasks, context }: Acting, verb: string) {
  const worker = workerOf(context)
  if (!worker) return
  const { profile } = context
  const { governing, task } = decidedUnder(tasks, profile)
  if (!task || holdOfAll(governing, worker, profile) === 'own') return
  const { held } = heldSentence(task, context)
  throw new Refusal('forbidden', `${held}: only those who write or review the decision can ${verb}.`)
}

/** Who has the issues of the case in hand: a person before a team, and whoever writes before whoever reviews. */
export function decidersOf(tasks: readonly HeldTask[], profile: Profile): Assignee | null {
  return decidedUnder(tasks, profile).task?.assignee ?? null
}

function decidedUnder(tasks: readonly HeldTask[], profile: Profile) {
  const governing = tasksIn(tasks, 'draft', profile)
  return { governing, task: heldByPerson(governing) ?? governing[0] }
}

/**
 * Whose the tasks are that govern one thing together, seen by somebody. What waits with a team is its supervisors' only
 * while no other person holds the rest.
 */
function holdOfAll(tasks: readonly HeldTask[], worker: Worker, profile: Profile): Hold {
  if (tasks.some((one) => isHolder(one, worker, profile))) return 'own'
  if (!tasks.some(({ type }) => isSupervisor(type, worker, profile))) return 'another'
  return heldByPerson(tasks) ? 'supervised' : 'own'
}

const heldByPerson = (tasks: readonly HeldTask[]) => tasks.find(({ assignee }) => assignee?.kind === 'person')

/** While a task of release is open, such as a quality review, nobody releases past it. */
export function refuseUnlessReleaser({ tasks, context }: Acting) {
  const worker = workerOf(context)
  if (!worker) return
  const { profile } = context
  const open = tasksFor(tasks, releasing, profile)
  const [task] = open
  if (!task || open.some((one) => holdOf(one, worker, profile) === 'own')) return
  throw new Refusal(
    'forbidden',
    `${heldSentence(task, context).held}: only they can release the decision now.`,
  )
}

/** Who has the work product in hand. */
export function holderIn(
  tasks: readonly HeldTask[],
  status: WorkProductStatus,
  profile: Profile,
): Assignee | null {
  const open = status === 'signed' ? tasksFor(tasks, releasing, profile) : tasksIn(tasks, status, profile)
  return open[0]?.assignee ?? null
}

/** The tasks that a work product is in the hands of, while it is written and in review: the first governs. */
function tasksIn(tasks: readonly HeldTask[], status: WorkProductStatus, profile: Profile): HeldTask[] {
  const actions = { draft: [writing, reviewing], inReview: [reviewing] }[status as string] ?? []
  return actions.flatMap((some) => tasksFor(tasks, some, profile))
}

function tasksFor(tasks: readonly HeldTask[], actions: readonly Action[], profile: Profile): HeldTask[] {
  return tasks.filter(({ type }) =>
    neededFor(type, profile).some((name) => actions.some((one) => one === name)),
  )
}

function workerOf(context: Context): Worker | undefined {
  const { caller } = context
  return caller && { ...workerIn(context), ...caller }
}
