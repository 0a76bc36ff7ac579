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
  /** What it is about, where that is not the document. */
  about?: string
  sessionId?: string
  newTaskId: string
  instructions?: string
  /** When and how it came, where that is known. */
  arrival?: Arrival
}
export type MailCondition = NonNullable<MailRoute['when']>

const conditions: Record<MailCondition, (state: WorkState) => boolean> = {
  sessionPending: hasPendingSession,
  caseClosed: ({ isClosed }) => isClosed,
  dispatched: ({ workProduct }) => workProduct?.status === 'released',
}

/** The session that a condition is about. */
const sessionBehind: Partial<Record<MailCondition, (state: WorkState) => string | undefined>> = {
  sessionPending: pendingSession,
}

/** A piece of mail opens the task of its type, assigned by the first matching route. */
export function routeMail(draft: Draft, piece: MailPiece) {
  const { mailType, documentId, newTaskId, about = documentId, arrival } = piece
  const { context, caseId } = draft
  const { mailTypes } = context.profile
  const row = mailTypes.find(({ name }) => name === mailType)
  if (!row) throw new Refusal('invalid', unknownWord('mail type', mailType, namesOf(mailTypes)))
  if (draft.state.isClosed && !row.allowedOnClosed) {
    throw new Refusal('stateForbids', `The case is closed: “${row.label}” is not accepted on a closed case.`)
  }
  const parentId = parentFor(draft, row)
  if (parentId === undefined) throw new Refusal('stateForbids', 'No work has begun on this case yet.')
  const held = conditionsOf(draft.state)
  const route = routeUnder(row.routes, held)
  if (!route) throw new Error(`the mail type ${mailType} has no route that holds`)
  const timeliness =
    row.judgedBy === undefined || !arrival
      ? undefined
      : timelinessOf(draft.state, context, row.judgedBy, arrival)
  const said = [piece.instructions, timeliness?.why].filter((text) => text !== undefined).join('\n\n')
  const instructions = said || undefined
  const data = {
    mailType,
    ...(documentId === undefined ? {} : { documentId }),
    taskId: newTaskId,
    ...(route.when === undefined ? {} : { because: route.when }),
    team: route.team,
    conditions: held,
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
  const { sessionId = route.when && sessionBehind[route.when]?.(draft.state) } = piece
  openTask(draft, {
    ...{ taskId: newTaskId, type: row.taskType, parentId, about, sessionId, assignee, instructions },
  })
}

/** What a party sent is worked before a case ends, unless the profile lets it outlive the case. */
export function refuseUnworkedMail(draft: Draft) {
  const { state, context } = draft
  const unworked = state.tasks.filter((task) => isMail(draft, task) && !outlives(draft, task))
  if (unworked.length === 0) return
  const labels = [...new Set(unworked.map(({ type }) => `“${taskTypeOf(context, type)?.label ?? type}”`))]
  const [is, it] = unworked.length === 1 ? ['is', 'it'] : ['are', 'them']
  throw new Refusal(
    'stateForbids',
    `${labels.join(', ')} ${is} still open: complete ${it} first, because mail is worked before a case ends.`,
  )
}

/** A task that blocks distribution is opened under it, so that it waits. */
export function parentFor({ state, context }: Draft, { blocksDistribution }: MailType): string | undefined {
  const { taskType } = context.profile.distribution
  const blocked = blocksDistribution ? state.tasks.findLast(({ type }) => type === taskType) : undefined
  return blocked?.id ?? state.rootId ?? undefined
}

/** The first route whose condition holds. */
export function routeUnder(
  routes: readonly MailRoute[],
  held: readonly MailCondition[],
): MailRoute | undefined {
  return routes.find(({ when }) => when === undefined || held.includes(when))
}

/** What holds of a case, of all that a route may depend on. */
export function conditionsOf(state: WorkState): MailCondition[] {
  return (Object.keys(conditions) as MailCondition[]).filter((condition) => conditions[condition](state))
}

function hasPendingSession({ sessions, tasks }: WorkState): boolean {
  return Object.entries(sessions).some(([id, status]) => {
    // After a no-show it stays pending while a task about it is open.
    if (status === 'noShow') return tasks.some(({ about }) => about === id)
    return isPending(status)
  })
}
