import { derivedId } from '../kernel/ids.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { longDay } from '../time/calendar-days.ts'
import type { Trigger } from './answers-to.ts'
import { type Draft, named, teamAssignee } from './draft.ts'
import { conditionsOf, parentFor, routeUnder } from './mail.ts'
import { openTask } from './open-task.ts'
import { timelinessOf } from './reckon.ts'
import type { JudgedMail } from './state.ts'

/** The day on which a document came was corrected: what was judged by it is judged anew. */
export function judgeDocumentAgain(
  draft: Draft,
  { documentId, receivedOn, trigger }: { documentId: string; receivedOn: string; trigger: Trigger },
) {
  for (const mail of draft.state.judged.filter((judgedMail) => judgedMail.documentId === documentId)) {
    const was = mail.arrival.receivedOn
    if (was === receivedOn) continue
    const because = `It was received on ${longDay(receivedOn)}, not on ${longDay(was)}.`
    judge(draft, { ...mail, arrival: { ...mail.arrival, receivedOn } }, { because, trigger })
  }
}

/** Windows have other days: what was judged by one of them is judged anew. */
export function judgeMailAgain(draft: Draft, trigger: Trigger) {
  for (const mail of draft.state.judged) {
    const because = 'The last day of the window was changed.'
    judge(draft, mail, { because, trigger })
  }
}

function judge(draft: Draft, mail: JudgedMail, { because, trigger }: { because: string; trigger: Trigger }) {
  const { context, state } = draft
  const { mailType, documentId, arrival, timeliness: was } = mail
  const timeliness = timelinessOf(state, context, was.deadline, arrival)
  if (!timeliness || timeliness.why === was.why) return
  const open = state.tasks.find(({ id }) => id === mail.taskId)
  const again = open || timeliness.isInTime === was.isInTime ? undefined : placeOf(draft, mailType)
  const taskId = again ? derivedId('task', trigger, `judged ${mail.taskId}`) : mail.taskId
  draft.add({
    type: 'mail.judgedAgain',
    subject: documentId ?? draft.caseId,
    data: {
      mailType,
      ...withoutUndefined({ documentId }),
      taskId,
      ...(again ? { wasTaskId: mail.taskId } : {}),
      receiptDate: arrival.receivedOn,
      was,
      timeliness,
      because,
    },
  })
  const text = `${because} ${timeliness.why}`
  if (open) draft.add({ type: 'task.instructed', subject: open.id, data: { ...named(draft, open), text } })
  if (again)
    openTask(draft, {
      ...again,
      taskId,
      about: documentId,
      instructions: `This was worked when it was judged otherwise: look at it again. ${text}`,
      continues: { id: mail.taskId, isMail: true },
    })
}

/** Where a task for this mail would be opened now; nowhere if the case takes none. */
function placeOf(draft: Draft, mailType: string) {
  const { context, state } = draft
  const row = context.profile.mailTypes.find(({ name }) => name === mailType)
  if (!row || (state.isClosed && !row.allowedOnClosed)) return undefined
  const parentId = parentFor(draft, row)
  const route = routeUnder(row.routes, conditionsOf(state))
  if (parentId === undefined || !route) return undefined
  return { type: row.taskType, parentId, assignee: teamAssignee(context, route.team) }
}
