import type { Party } from '@portico/contract/parties'
import type { Profile } from '@portico/contract/profile'
import { partyName } from '../../core/party/names.ts'
import { reckonDeadline } from '../../core/time/deadline.ts'
import { dayIn, timeIn } from '../../core/time/local-time.ts'
import { dayLater } from '../../core/time/moments.ts'
import { termsOf } from '../../core/work/reckon.ts'
import { listIssues } from '../../projections/issues.ts'
import { listSessions } from '../../projections/sessions.ts'
import { listWorkProducts } from '../../projections/work-products.ts'
import type { Queryable } from '../../store/db.ts'
import { caseFields, wordLabel } from '../case-fields.ts'
import { longDate } from '../long-date.ts'
import { destinationOf } from './address.ts'

/** What a letter is about, beside its case. */
export type LetterAbout = {
  recipient: Party
  answerWindowDays?: number
  /** The timer that runs while its answer is awaited. */
  answerWindow?: string
  /** The session that it tells of; else the one that is scheduled last. */
  sessionId?: string
  taskId?: string
  workProductId?: string
  reason?: string
  /** Whoever writes; the letterhead where nobody in particular does. */
  sender: string
}

export type LetterFieldValues = Readonly<Record<string, string | undefined>>

/**
 * The fields of a letter, from the record as it stands. It is read by a party: the status is the one that parties are
 * told, and a decision is not mentioned before its release.
 */
export async function letterFields(
  db: Queryable,
  caseId: string,
  about: LetterAbout,
  { parties, profile, now }: { parties: readonly Party[]; profile: Profile; now: Date },
): Promise<LetterFieldValues | undefined> {
  const { timeZone } = profile.deadlines
  const today = dayIn(now, timeZone)
  const { recipient, reason, sender } = about
  const known = await caseFields(db, caseId, { parties, profile, today })
  if (!known) return undefined
  const [{ issues }, session, task, decided] = await Promise.all([
    listIssues(db, caseId),
    sessionFields(db, caseId, about.sessionId),
    about.taskId === undefined ? {} : taskFields(db, caseId, about.taskId, profile),
    decisionDate(db, caseId, about.workProductId),
  ])
  const titles = issues.map(
    ({ description, scope, issueType }) => description || scope || wordLabel(profile.issueTypes, issueType),
  )
  return {
    ...none,
    ...known.values,
    'case.receiptDate': longDate(known.values['case.receiptDate']),
    'case.status': known.partyStatus,
    'recipient.name': partyName(recipient),
    'recipient.address': destinationOf(recipient)?.lines.join('\n'),
    'sender.name': sender,
    today: longDate(today),
    answerBy: longDate(answerDay(about, today, profile)),
    reason,
    issues: titles.join('; '),
    'decision.date': decided,
    ...session,
    ...task,
  }
}

/** The last day on which an answer is in time, if the letter is mailed on the day that it bears. */
function answerDay(
  { answerWindow, answerWindowDays }: LetterAbout,
  today: string,
  profile: Profile,
): string | undefined {
  const timer = profile.timers.find(({ name }) => name === answerWindow)
  if (timer?.length)
    return reckonDeadline(termsOf(profile, { ...timer, length: timer.length }), {
      day: today,
      called: 'mailing',
    }).day
  const days = timer?.days ?? answerWindowDays
  return days === undefined ? undefined : dayLater(today, days)
}

/** Every field of a letter is known, though it may have no value. */
const none: LetterFieldValues = {
  'task.label': undefined,
  'task.deadline': undefined,
  'document.name': undefined,
  'document.receiptDate': undefined,
  'session.date': undefined,
  'session.time': undefined,
  'session.zone': undefined,
  'session.place': undefined,
  'session.kind': undefined,
  link: undefined,
}

async function sessionFields(
  db: Queryable,
  caseId: string,
  sessionId: string | undefined,
): Promise<LetterFieldValues> {
  const scheduled = (await listSessions(db, caseId)).findLast(
    ({ id, status }) => status === 'scheduled' && (sessionId === undefined || id === sessionId),
  )
  if (!scheduled?.slot) return {}
  const { startsAt, timeZone, place } = scheduled.slot
  const at = new Date(startsAt)
  return {
    'session.kind': scheduled.kind,
    'session.date': longDate(dayIn(at, timeZone)),
    'session.time': timeIn(at, timeZone),
    'session.zone': timeZone,
    'session.place': place,
  }
}

async function taskFields(
  db: Queryable,
  caseId: string,
  taskId: string,
  { taskTypes, deadlines: { timeZone } }: Profile,
): Promise<LetterFieldValues> {
  const [task] = await db.rows<{ type: string; deadline: Date | null }>(
    `select type, deadline from tasks where case_id = $1 and task_id = $2`,
    [caseId, taskId],
  )
  if (!task) return {}
  return {
    'task.label': wordLabel(taskTypes, task.type),
    'task.deadline': task.deadline ? longDate(dayIn(task.deadline, timeZone)) : undefined,
  }
}

async function decisionDate(db: Queryable, caseId: string, workProductId: string | undefined) {
  const products = await listWorkProducts(db, caseId, workProductId)
  const at = products.find(({ released, status }) => released && status !== 'recalled')?.signed?.at
  return at && longDate(at.slice(0, 10))
}
