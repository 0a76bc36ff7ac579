import { isIntegration, type MemberKind } from '@portico/contract/envelope'
import type { Profile } from '@portico/contract/profile'
import type { Permissions } from '../../auth/can.ts'
import { type Context, type Reaction, Refusal, reaction, workerIn } from '../../core/kernel/decider.ts'
import { dayOf } from '../../core/time/moments.ts'
import { isEligible, isForPersons } from '../../core/work/actions.ts'
import { taskTypeOf } from '../../core/work/draft.ts'
import { work } from '../../core/work/work.ts'
import { findCaseAccess } from '../../projections/case-access.ts'
import { conflictIn, conflictsOf, tiesOf } from '../../projections/conflicts.ts'
import type { Queryable } from '../../store/db.ts'
import type { ChainedEvent } from '../../store/events/append.ts'

type MayRead = Permissions['mayRead']
type Given = { caseId: string; taskId: string; type: string; personId: string }

/**
 * Checks every new assignee. A person named in the request who may not have the task is refused, with the reason. A
 * task that a rule assigned to somebody ineligible or departed goes to the team of its type, and so does what somebody
 * holds on a case that becomes too sensitive for them. Assignees are locked, so that deactivating them waits for the
 * transaction.
 */
export async function settleAssignees(
  tx: Queryable,
  events: readonly ChainedEvent[],
  { context, asked, mayRead }: { context: Context; asked: object; mayRead?: MayRead | undefined },
): Promise<Reaction[]> {
  const given = events.flatMap((event): Given[] => {
    if (event.type !== 'task.opened' && event.type !== 'task.assigned') return []
    const { taskId, type, assignee } = event.data
    return assignee?.kind === 'person' ? [{ caseId: event.caseId, taskId, type, personId: assignee.id }] : []
  })
  const lost = mayRead ? await lostToSensitivity(tx, events, { mayRead, today: dayOf(context.at) }) : []
  if (given.length === 0) return lost
  const people = await membersOf(tx, given)
  const named = namedBy(asked)
  const released: Reaction[] = []
  for (const task of given) {
    const member = people.find(({ id }) => id === task.personId)
    if (!member) continue
    const why = await reasonAgainst(tx, member, task, { context, mayRead })
    if (why === undefined) continue
    if (named.includes(member.id) && !member.hasLeft) throw new NotForThem(why)
    const { caseId, taskId, personId } = task
    released.push(reaction(work, { type: 'releaseTask', caseId, taskId, personId, why }))
  }
  return [...lost, ...released]
}

/** What those hold who may not see the case any more, now that it is more sensitive. */
async function lostToSensitivity(
  tx: Queryable,
  events: readonly ChainedEvent[],
  { mayRead, today }: { mayRead: MayRead; today: string },
): Promise<Reaction[]> {
  const raised = events.findLast(({ type }) => type === 'case.sensitivitySet')
  if (raised?.type !== 'case.sensitivitySet' || raised.data.level <= raised.data.from) return []
  const { caseId, data } = raised
  const held = await tx.rows<Given>(
    `select case_id as "caseId", task_id as "taskId", type, assignee_id as "personId" from tasks
     where case_id = $1 and closed_at is null and assignee_kind = 'person' order by task_id`,
    [caseId],
  )
  const access = held.length > 0 ? await findCaseAccess(tx, caseId, today) : undefined
  if (!access) return []
  const people = await membersOf(tx, held)
  return held.flatMap(({ type: _, ...task }) => {
    const member = people.find(({ id }) => id === task.personId)
    if (!member || mayRead(member, { id: caseId, ...access, sensitivity: data.level })) return []
    return [reaction(work, { type: 'releaseTask', ...task, why: unseenBy(member) })]
  })
}

/** Why a member may not have a task any more that is theirs, if so. */
export async function reasonLost(
  tx: Queryable,
  { caseId, taskId, personId }: Omit<Given, 'type'>,
  around: { context: Pick<Context, 'profile' | 'at'>; mayRead: MayRead },
): Promise<string | undefined> {
  const [held] = await tx.rows<Given>(
    `select case_id as "caseId", task_id as "taskId", type, assignee_id as "personId" from tasks
     where case_id = $1 and task_id = $2 and closed_at is null and assignee_kind = 'person' and assignee_id = $3`,
    [caseId, taskId, personId],
  )
  const [member] = held ? await membersOf(tx, [held]) : []
  return held && member && reasonAgainst(tx, member, held, around)
}

/** Locked, so that a change of them waits for the transaction. */
const membersOf = (tx: Queryable, given: readonly Given[]): Promise<MemberRow[]> =>
  tx.rows<MemberRow>(
    `select id, username, email, display_name as "displayName", kind, roles, clearance, deactivated_at is not null as "hasLeft"
     from members where id = any($1) order by id for share`,
    [given.map(({ personId }) => personId)],
  )

const unseenBy = ({ username }: MemberRow) => `${username} may not see this case.`

/** Commands that decide a case without naming a task. */
export const decisive: readonly string[] = [
  'decideIssue',
  'decideIssues',
  'undecideIssue',
  'judgeInstruction',
  'draft',
  'save',
  'acceptProposals',
  'rejectProposals',
  'submit',
  'return',
  'sign',
]

/**
 * A member with a conflict of interest neither starts nor ends a task on the case, whoever has it, nor decides the
 * case.
 */
export async function refuseInterested(
  tx: Queryable,
  { command, context }: { command: { caseId: string; type: string }; context: Context },
): Promise<void> {
  const { taskId } = command as { taskId?: string }
  const { caller, at, profile } = context
  const isOfTask = taskId !== undefined && ['startTask', 'completeTask'].includes(command.type)
  if (!caller || !(isOfTask || decisive.includes(command.type))) return
  const [row] = await tx.rows<MemberRow & { type: string | null }>(
    `select m.id, m.username, m.email, m.display_name as "displayName", t.type
     from members m left join tasks t on t.case_id = $2 and t.task_id = $3 where m.id = $1`,
    [workerIn(context).id, command.caseId, isOfTask ? taskId : null],
  )
  if (!row || (isOfTask && row.type === null)) return
  const today = dayOf(at)
  const [conflict] = await conflictsOf(
    tx,
    row,
    { caseIds: [command.caseId], taskType: row.type, today },
    profile,
  )
  if (!conflict) return
  throw new NotForThem(
    row.type === null
      ? `${row.username} cannot decide this case: ${conflict.why}`
      : sentence(row, row.type, conflict.why, profile),
  )
}

/** Whether a conflict of interest keeps the caller from deciding the case. */
export async function isInterested(tx: Queryable, caseId: string, context: Context): Promise<boolean> {
  try {
    await refuseInterested(tx, { command: { caseId, type: 'sign' }, context })
    return false
  } catch (error) {
    if (error instanceof NotForThem) return true
    throw error
  }
}

/** The task types of these cases that a conflict of interest bars the member from. */
export async function interestsIn(
  tx: Queryable,
  asked: { caseIds: readonly string[]; memberId: string; at: Date; profile: Profile },
): Promise<(caseId: string, taskType: string) => boolean> {
  const { caseIds, memberId, at, profile } = asked
  const [member] = await tx.rows<MemberRow>(
    `select id, email, display_name as "displayName" from members where id = $1`,
    [memberId],
  )
  const today = dayOf(at)
  const ties = member ? await tiesOf(tx, member, { caseIds, today }, profile) : []
  return (caseId, taskType) =>
    ties.some((tie) => tie.caseId === caseId && conflictIn(tie, taskType, profile) !== undefined)
}

/** Those of the cases that the member may not decide. */
export async function conflictedCases(
  tx: Queryable,
  memberId: string,
  { caseIds, today, profile }: { caseIds: readonly string[]; today: string; profile: Profile },
): Promise<Set<string>> {
  const [member] = await tx.rows<MemberRow>(
    `select id, email, display_name as "displayName" from members where id = $1`,
    [memberId],
  )
  const found = new Set<string>()
  for (const taskType of member ? profile.distribution.waitingTypes : []) {
    const conflicts = await conflictsOf(tx, member as MemberRow, { caseIds, taskType, today }, profile)
    for (const { caseId } of conflicts) found.add(caseId)
  }
  return found
}

/** The assignee may not have the task. */
export class NotForThem extends Refusal {
  constructor(sentence: string) {
    super('stateForbids', sentence)
  }
}

/** Why somebody may not have a task of a type on a case; undefined if they may. */
export async function whyNotFor(
  tx: Queryable,
  { caseId, personId, type }: { caseId: string; personId: string; type: string },
  among: { context: Pick<Context, 'profile' | 'at'>; mayRead?: MayRead | undefined },
): Promise<string | undefined> {
  const [member] = await tx.rows<MemberRow>(
    `select id, username, email, display_name as "displayName", kind, roles, clearance, deactivated_at is not null as "hasLeft"
     from members where id = $1 for share`,
    [personId],
  )
  if (!member) return 'Whoever signed is no member any more.'
  return reasonAgainst(tx, member, { caseId, taskId: '', type, personId }, among)
}

async function reasonAgainst(
  tx: Queryable,
  member: MemberRow,
  { caseId, type }: Given,
  { context, mayRead }: { context: Pick<Context, 'profile' | 'at'>; mayRead?: MayRead | undefined },
): Promise<string | undefined> {
  const { profile, at } = context
  const today = dayOf(at)
  const { username } = member
  if (member.hasLeft) return `${username} has left.`
  const { needs = ['workTasks'], label = type } = taskTypeOf({ profile }, type) ?? {}
  if (isIntegration(member) && isForPersons(type, profile))
    return `${username} cannot have “${label}”: it requires judgment, and ${username} is an account of another system.`
  if (!isEligible(type, member, profile))
    return `${username} cannot have “${label}”: none of their roles may ${needs.join(' or ')}.`
  const access = mayRead && (await findCaseAccess(tx, caseId, today))
  if (access && !mayRead(member, { id: caseId, ...access })) return unseenBy(member)
  const [conflict] = await conflictsOf(tx, member, { caseIds: [caseId], taskType: type, today }, profile)
  return conflict && sentence(member, type, conflict.why, profile)
}

function sentence({ username }: MemberRow, type: string, why: string, profile: Profile): string {
  return `${username} cannot have “${taskTypeOf({ profile }, type)?.label ?? type}”: ${why}`
}

/** The person named by a command. */
function namedBy(command: { assignee?: { id: string }; person?: { id: string } }): string[] {
  const { assignee, person } = command
  return [assignee, person].flatMap((one) => (one ? [one.id] : []))
}

type MemberRow = {
  id: string
  username: string
  email: string | null
  displayName: string
  kind: MemberKind
  roles: string[]
  clearance: number
  hasLeft: boolean
}
