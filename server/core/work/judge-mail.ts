import { derivedId } from '../kernel/ids.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { longDay } from '../time/calendar-days.ts'
import type { Trigger } from './answers-to.ts'
import { type Draft, taskFields, teamAssignee } from './draft.ts'
import { conditionsOf, firstRoute, parentFor } from './mail.ts'
import { openTask } from './open-task.ts'
import { timelinessOf } from './reckon.ts'
import type { JudgedMail } from './state.ts'

/** Judges mail again after the date of receipt of its document was corrected. */
export function judgeDocumentAgain(
  draft: Draft,
  { documentId, receivedOn, trigger }: { documentId: string; receivedOn: string; trigger: Trigger },
) {
  for (const mail of draft.state.judged.filter((candidate) => candidate.documentId === documentId)) {
    const was = mail.arrival.receivedOn
    if (was === receivedOn) continue
    const because = `It was received on ${longDay(receivedOn)}, not on ${longDay(was)}.`
    judge(draft, { ...mail, arrival: { ...mail.arrival, receivedOn } }, { because, trigger })
  }
}

/** Judges mail again after the last day of a window has moved. */
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
  const reopened = open || timeliness.isInTime === was.isInTime ? undefined : placeOf(draft, mailType)
  const taskId = reopened ? derivedId('task', trigger, `judged ${mail.taskId}`) : mail.taskId
  draft.add({
    type: 'mail.judgedAgain',
    subject: documentId ?? draft.caseId,
    data: {
      mailType,
      ...withoutUndefined({ documentId }),
      taskId,
      ...(reopened ? { wasTaskId: mail.taskId } : {}),
      receiptDate: arrival.receivedOn,
      was,
      timeliness,
      because,
    },
  })
  const text = `${because} ${timeliness.why}`
  if (open)
    draft.add({ type: 'task.instructed', subject: open.id, data: { ...taskFields(draft, open), text } })
  if (reopened)
    openTask(draft, {
      ...reopened,
      taskId,
      about: documentId,
      instructions: `This was worked when it was judged otherwise: look at it again. ${text}`,
      continues: { id: mail.taskId, isMail: true },
    })
}

/** Where a task for this mail would be opened now; undefined if the case does not accept it. */
function placeOf(draft: Draft, mailType: string) {
  const { context, state } = draft
  const mailTypeRow = context.profile.mailTypes.find(({ name }) => name === mailType)
  if (!mailTypeRow || (state.isClosed && !mailTypeRow.allowedOnClosed)) return undefined
  const parentId = parentFor(draft, mailTypeRow)
  const route = firstRoute(mailTypeRow.routes, conditionsOf(state))
  if (parentId === undefined || !route) return undefined
  return { type: mailTypeRow.taskType, parentId, assignee: teamAssignee(context, route.team) }
}
