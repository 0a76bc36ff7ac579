import type { MailRoute, MailType } from '@portico/contract/profile/correspondence'
import { Refusal } from '../kernel/decider.ts'
import { namesOf, unknownWord } from '../kernel/known-words.ts'
import { type Draft, openTask, teamAssignee } from './draft.ts'
import { isPending, type WorkState } from './state.ts'

export type MailPiece = {
  mailType: string
  documentId?: string
  /** What it is about, where that is not the document. */
  about?: string
  newTaskId: string
  instructions?: string
}

/** A piece of mail opens the task of its type, assigned by the first matching route. */
export function routeMail(draft: Draft, piece: MailPiece) {
  const { mailType, documentId, newTaskId, instructions, about = documentId } = piece
  const { context, caseId } = draft
  const { mailTypes } = context.profile
  const row = mailTypes.find(({ name }) => name === mailType)
  if (!row) throw new Refusal('invalid', unknownWord('mail type', mailType, namesOf(mailTypes)))
  if (draft.state.isClosed && !row.allowedOnClosed) {
    throw new Refusal('stateForbids', `The case is closed: “${row.label}” is not accepted on a closed case.`)
  }
  const parentId = parentFor(draft, row)
  if (parentId === undefined) throw new Refusal('stateForbids', 'No work has begun on this case yet.')
  const route = row.routes.find((route) => holds(route, draft.state))
  if (!route) throw new Error(`the mail type ${mailType} has no route that holds`)
  const data = {
    mailType,
    ...(documentId === undefined ? {} : { documentId }),
    taskId: newTaskId,
    ...(route.when === undefined ? {} : { because: route.when }),
  }
  draft.add({ type: 'mail.routed', subject: documentId ?? caseId, data })
  const last = route.toLastAssignee ? draft.state.lastHolder : null
  const assignee = last ?? teamAssignee(context, route.team)
  const task = { taskId: newTaskId, type: row.taskType, parentId, about, assignee, instructions }
  openTask(draft, task)
}

/** A task that blocks distribution is opened under it, so that it waits. */
function parentFor({ state, context }: Draft, { blocksDistribution }: MailType): string | undefined {
  const { taskType } = context.profile.distribution
  const blocked = blocksDistribution ? state.tasks.findLast(({ type }) => type === taskType) : undefined
  return blocked?.id ?? state.rootId ?? undefined
}

function holds({ when }: MailRoute, { isClosed, sessions, tasks, workProduct }: WorkState): boolean {
  if (when === 'caseClosed') return isClosed
  if (when === 'dispatched') return workProduct?.status === 'released'
  if (when === undefined) return true
  return Object.entries(sessions).some(([id, status]) => {
    // After a no-show it stays pending while a task about it is open.
    if (status === 'noShow') return tasks.some(({ about }) => about === id)
    return isPending(status)
  })
}
