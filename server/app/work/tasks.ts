import { randomBytes } from 'node:crypto'
import type { Profile } from '@portico/contract/profile'
import type { Assignee, NewAssignee, RouteMail, Task } from '@portico/contract/tasks'
import { mailSuggestedBy } from '../../core/file/document-labels.ts'
import { arrivalOf } from '../../core/file/receipt-date.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { namesOf, oneOf, refuseUnknownWord } from '../../core/kernel/known-words.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { dayShownIn } from '../../core/time/days-in-zone.ts'
import type { Worker } from '../../core/work/actions.ts'
import { taskTypeOf, teamAssignee } from '../../core/work/draft.ts'
import type { Offers } from '../../core/work/offers.ts'
import { type WorkCommand, work } from '../../core/work/work.ts'
import { listTasks, type TaskFacts } from '../../projections/list-tasks.ts'
import { sameInReview } from '../../projections/same-in-review.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { Execute, ProfileFor, Request } from '../engine/execute.ts'
import { openOffers } from './offers.ts'

type Without<Command, Keys extends PropertyKey> = Command extends unknown ? Omit<Command, Keys> : never
type TaskChange = Without<
  Extract<WorkCommand, { taskId: string }>,
  'caseId' | 'taskId' | 'assignee' | 'person' | 'timerId'
> & { assignee?: NewAssignee | undefined }

export type Tasks = ReturnType<typeof openTasks>

/** Tasks, as each member may see and change them. */
export function openTasks({
  db,
  execute,
  profileFor,
  clock,
}: {
  db: Database
  execute: Execute
  profileFor: ProfileFor
  clock: () => Date
}) {
  const present = async (caseId: string, worker: Worker, wanted: { open?: boolean; taskId?: string }) =>
    consistentRead(db, async (tx) => {
      const profile = await profileFor(tx)
      const [tasks, offered] = await Promise.all([
        listTasks(tx, caseId, wanted),
        openOffers(tx, { caseId, worker, at: clock(), profile }),
      ])
      return tasks.map((facts) => presentTask(facts, offered(facts.id), profile))
    })

  const list = (caseId: string, worker: Worker, open?: boolean): Promise<Task[]> =>
    present(caseId, worker, open === undefined ? {} : { open })

  async function get(caseId: string, taskId: string, worker: Worker): Promise<Task> {
    const [task] = await present(caseId, worker, { taskId })
    if (!task) throw noSuchTask()
    return task
  }

  return {
    list,
    get,

    async change(request: Request, caseId: string, taskId: string, change: TaskChange): Promise<void> {
      const { assignee, ...given } = change
      const underLock = async (tx: Queryable, profile: Profile) => {
        if ((await listTasks(tx, caseId, { taskId })).length === 0) throw noSuchTask()
        const named = assignee && (await resolveAssignee(tx, assignee, profile))
        return commandFor({ ...given, caseId, taskId }, named, request.at)
      }
      await execute(work, request, { caseId, underLock }, () => null)
    },

    /** Returns the ID of the new task. */
    open(
      request: Request,
      caseId: string,
      given: { parentId: string; type: string; assignee?: NewAssignee; instructions?: string },
    ): Promise<string> {
      const { parentId, type, assignee, instructions } = given
      const newTaskId = newId('task', request.at, randomBytes(10))
      const underLock = async (tx: Queryable, profile: Profile): Promise<WorkCommand> => {
        if ((await listTasks(tx, caseId, { taskId: parentId })).length === 0) throw noSuchTask()
        const named = assignee && (await resolveAssignee(tx, assignee, profile))
        return {
          type: 'openTask',
          caseId,
          parentId,
          taskType: type,
          newTaskId,
          ...(named ? { assignee: named } : {}),
          ...(instructions === undefined ? {} : { instructions }),
        }
      }
      return execute(work, request, { caseId, underLock }, () => newTaskId)
    },

    /** Returns the ID of the task it opened. */
    routeMail(request: Request, caseId: string, given: RouteMail): Promise<string> {
      const { documentId, instructions } = given
      const arrival = arrivalOf(given, request.at)
      const newTaskId = newId('task', request.at, randomBytes(10))
      const underLock = async (tx: Queryable, profile: Profile): Promise<WorkCommand> => {
        const document = documentId === undefined ? undefined : await findTypeOf(tx, caseId, documentId)
        if (documentId !== undefined && !document) {
          throw new Refusal('invalid', `The document ${documentId} is not in this case.`)
        }
        const { mailType = suggestedMail(document?.type ?? undefined, profile) } = given
        const said = withoutUndefined({ documentId, instructions, arrival })
        return { type: 'routeMail', caseId, newTaskId, mailType, ...said }
      }
      return execute(work, request, { caseId, underLock }, () => newTaskId)
    },

    /** Objections found in the tables; those about dates are the decider's. */
    docket(request: Request, command: Extract<WorkCommand, { type: 'docket' }>): Promise<null> {
      const { caseId } = command
      const underLock = async (tx: Queryable, profile: Profile): Promise<WorkCommand> => {
        const claimantRoles = profile.partyRoles
          .filter(({ isClaimant }) => isClaimant)
          .map(({ name }) => name)
        const other = await sameInReview(tx, caseId, claimantRoles)
        const found = profile.ineligibility
          .filter(({ name, whenSameInReview }) => {
            const isSaid = command.findings.some(({ reason }) => reason === name)
            return other !== undefined && whenSameInReview && !isSaid
          })
          .map(({ name }) => ({ reason: name, why: `The same is in active review as ${other}.` }))
        return { ...command, findings: [...command.findings, ...found] }
      }
      return execute(work, request, { caseId, underLock }, () => null)
    },
  }
}

function presentTask({ hasChildren: _, ...facts }: TaskFacts, offers: Offers, profile: Profile): Task {
  const type = taskTypeOf({ profile }, facts.type)
  const { may, override } = offers
  const label = (name: string) => taskTypeOf({ profile }, name)?.label ?? name
  const labelled = (refused: Offers['refused'][number]) => {
    const outcome = type?.outcomes?.find(({ name }) => name === refused.outcome)
    return { ...refused, ...(outcome ? { label: outcome.label } : {}) }
  }
  const noteFor = (name?: string) => offers.notes.find(({ outcome }) => outcome === name)?.why
  const asksNote = noteFor()
  return {
    ...facts,
    ...daysOf(facts, profile),
    label: type?.label ?? facts.type,
    actions: {
      may,
      override,
      outcomes: (type?.outcomes ?? [])
        .filter(({ name }) => offers.outcomes.includes(name))
        .map(({ recalls: _, record: __, ...outcome }) =>
          noteFor(outcome.name) ? { ...outcome, needsNote: true } : outcome,
        ),
      opens: offers.opens.map((name) => ({ name, label: label(name) })),
      ...(offers.refused.length > 0 ? { refused: offers.refused.map(labelled) } : {}),
      ...(may.includes('hold') && type?.holdDays ? { holdDays: type.holdDays } : {}),
      ...(asksNote === undefined ? {} : { asksNote }),
      ...(offers.asksScope && [...may, ...offers.override].includes('complete')
        ? { asksScope: true as const }
        : {}),
    },
  }
}

function commandFor(
  given: Without<Extract<WorkCommand, { taskId: string }>, 'assignee' | 'person' | 'timerId'>,
  named: Assignee | undefined,
  at: Date,
): WorkCommand {
  switch (given.type) {
    case 'assignTask':
      if (!named) throw new Refusal('invalid', 'assignee must name a person or a team.')
      return { ...given, assignee: named }
    case 'completeTask':
      return { ...given, ...(named ? { person: named } : {}) }
    case 'holdTask':
      return { ...given, timerId: newId('timer', at, randomBytes(10)) }
    default:
      return given
  }
}

/** Locked until the transaction ends, so that an assignee cannot be deactivated meanwhile. */
export async function resolveAssignee(
  tx: Queryable,
  given: NewAssignee,
  profile: Profile,
): Promise<Assignee> {
  if ('team' in given) {
    refuseUnknownWord('team', given.team, namesOf(profile.teams))
    return teamAssignee({ profile }, given.team)
  }
  const [member] = await tx.rows<{ id: string; username: string; deactivated_at: Date | null }>(
    `select id, username, deactivated_at from members where id = $1 or username_folded = lower($1) for share`,
    [given.person],
  )
  if (!member)
    throw new Refusal(
      'invalid',
      `There is no member ${given.person.slice(0, 100)}: name one by id or username.`,
    )
  if (member.deactivated_at)
    throw new Refusal('invalid', `${member.username} is no longer active: name an active member.`)
  return { kind: 'person', id: member.id, name: member.username }
}

async function findTypeOf(tx: Queryable, caseId: string, documentId: string) {
  const [row] = await tx.rows<{ type: string | null }>(
    `select document_type as type from documents where case_id = $1 and document_id = $2`,
    [caseId, documentId],
  )
  return row
}

function suggestedMail(documentType: string | undefined, profile: Profile): string {
  const [suggested, ...others] = mailSuggestedBy(documentType, profile)
  if (suggested !== undefined && others.length === 0) return suggested
  const known = oneOf(namesOf(profile.mailTypes))
  throw new Refusal('invalid', `mailType must be ${known}: no document suggests one.`)
}

function noSuchTask(): Refusal {
  return new Refusal('notFound', 'There is no such task in this case.')
}

/** The days of its moments in the zone of the board, which is where they end. */
function daysOf(
  { deadline, onHoldUntil }: Pick<TaskFacts, 'deadline' | 'onHoldUntil'>,
  { deadlines: { timeZone } }: Profile,
) {
  const dayOf = (at: string) => dayShownIn(new Date(at), timeZone)
  return {
    ...(deadline === undefined ? {} : { deadlineDay: dayOf(deadline) }),
    ...(onHoldUntil === undefined ? {} : { onHoldDay: dayOf(onHoldUntil) }),
  }
}
