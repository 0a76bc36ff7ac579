import type { MailRoute, MailType } from '@portico/contract/profile/correspondence'
import { Refusal } from '../kernel/decider.ts'
import { namesOf, unknownWord } from '../kernel/known-words.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import type { Arrival } from '../time/filed-on.ts'
import { pendingSession } from './deadlines.ts'
import { type Draft, isMail, outlives, taskTypeOf, teamAssignee } from './draft.ts'
import { openTask } from './open-task.ts'
import { timelinessOf } from './reckon.ts'
import { isPending, type WorkState } from './state.ts'

export type MailPiece = {
  mailType: string
  documentId?: string
  /** The subject, if it is not the document. */
  about?: string
  sessionId?: string
  newTaskId: string
  instructions?: string
  /** When and how it arrived, if known. */
  arrival?: Arrival
}
export type MailCondition = NonNullable<MailRoute['when']>

const conditions: Record<MailCondition, (state: WorkState) => boolean> = {
  sessionPending: hasPendingSession,
  caseClosed: ({ isClosed }) => isClosed,
  dispatched: ({ workProduct }) => workProduct?.status === 'released',
}

/** The session that a condition refers to. */
const sessionOfCondition: Partial<Record<MailCondition, (state: WorkState) => string | undefined>> = {
  sessionPending: pendingSession,
}

/** Opens the task for a piece of mail, assigned by the first matching route. */
export function routeMail(draft: Draft, piece: MailPiece) {
  const { mailType, documentId, newTaskId, about = documentId, arrival } = piece
  const { context, caseId } = draft
  const { mailTypes } = context.profile
  const type = mailTypes.find(({ name }) => name === mailType)
  if (!type) throw new Refusal('invalid', unknownWord('mail type', mailType, namesOf(mailTypes)))
  if (draft.state.isClosed && !type.allowedOnClosed) {
    throw new Refusal('stateForbids', `The case is closed: “${type.label}” is not accepted on a closed case.`)
  }
  const parentId = parentFor(draft, type)
  if (parentId === undefined)
    throw new Refusal('stateForbids', 'Mail cannot be routed: no work has begun on this case yet.')
  const conditionsHeld = conditionsOf(draft.state)
  const route = firstRoute(type.routes, conditionsHeld)
  if (!route) throw new Error(`the mail type ${mailType} has no matching route`)
  const timeliness =
    type.judgedBy === undefined || !arrival
      ? undefined
      : timelinessOf(draft.state, context, type.judgedBy, arrival)
  const text = [piece.instructions, timeliness?.why].filter((part) => part !== undefined).join('\n\n')
  const instructions = text || undefined
  const data = {
    mailType,
    ...(documentId === undefined ? {} : { documentId }),
    taskId: newTaskId,
    ...(route.when === undefined ? {} : { because: route.when }),
    team: route.team,
    conditions: conditionsHeld,
    ...(arrival
      ? withoutUndefined({
          receiptDate: arrival.receivedOn,
          channel: arrival.channel,
          postmarkDate: arrival.postmark,
        })
      : {}),
    ...(timeliness ? { timeliness } : {}),
  }
  draft.add({ type: 'mail.routed', subject: documentId ?? caseId, data })
  const last = route.toLastAssignee ? draft.state.lastHolder : null
  const assignee = last ?? teamAssignee(context, route.team)
  const { sessionId = route.when && sessionOfCondition[route.when]?.(draft.state) } = piece
  openTask(draft, {
    ...{ taskId: newTaskId, type: type.taskType, parentId, about, sessionId, assignee, instructions },
  })
}

/** Refuses to close a case with open mail, unless the profile lets that mail outlive the case. */
export function refuseOpenMail(draft: Draft) {
  const { state, context } = draft
  const openMail = state.tasks.filter((task) => isMail(draft, task) && !outlives(draft, task))
  if (openMail.length === 0) return
  const labels = [...new Set(openMail.map(({ type }) => `“${taskTypeOf(context, type)?.label ?? type}”`))]
  const [is, it] = openMail.length === 1 ? ['is', 'it'] : ['are', 'them']
  throw new Refusal(
    'stateForbids',
    `${labels.join(', ')} ${is} still open: complete ${it} first, because mail must be answered before a case ends.`,
  )
}

/** Mail that blocks distribution is opened under the distribution task, which then waits for it. */
export function parentFor({ state, context }: Draft, { blocksDistribution }: MailType): string | undefined {
  const { taskType } = context.profile.distribution
  const blocked = blocksDistribution ? state.tasks.findLast(({ type }) => type === taskType) : undefined
  return blocked?.id ?? state.rootId ?? undefined
}

export function firstRoute(
  routes: readonly MailRoute[],
  held: readonly MailCondition[],
): MailRoute | undefined {
  return routes.find(({ when }) => when === undefined || held.includes(when))
}

/** The conditions of routes that hold for a case. */
export function conditionsOf(state: WorkState): MailCondition[] {
  return (Object.keys(conditions) as MailCondition[]).filter((condition) => conditions[condition](state))
}

function hasPendingSession({ sessions, tasks }: WorkState): boolean {
  return Object.entries(sessions).some(([id, status]) => {
    // After a no-show, a session stays pending while a task about it is open.
    if (status === 'noShow') return tasks.some(({ about }) => about === id)
    return isPending(status)
  })
}
