import { hash } from 'node:crypto'
import type { Ending } from '@portico/contract/endings'
import type { Issue } from '@portico/contract/issues'
import type { Profile } from '@portico/contract/profile'
import { type Recorded, Refusal } from './kernel/decider.ts'
import { taskTypeOf } from './work/draft.ts'

/** What a command ends, according to the events that it and its consequences would write. */
export type Ended = {
  closes?: { reason: string; isDecided: boolean }
  issues: { id: string; as: 'withdrawn' | 'ineligible' | 'moved' }[]
  tasks: string[]
  /** The tasks that continue in another case. */
  moved?: string[]
  sessions: string[]
  drafts: string[]
  /** Remands that are no longer awaited. */
  remands: string[]
}

/** What a command obviously ends, and its sender need not be shown. */
export type Named = {
  /** Tasks, issues, sessions and drafts, each with the tasks about it. */
  ids?: readonly string[]
  /** The current step of the case. */
  isOfStep?: boolean
  /** The case with its step. */
  isOfCase?: boolean
  /** A report of something that has already happened elsewhere is never refused. */
  isFact?: boolean
}

type OfIds<Key extends string> = Record<Key, string>
const ids = (...named: string[]): Named => ({ ids: named })

/** What each command names, by the name of its route. */
export const namedBy = {
  completeTask: ({ taskId }: OfIds<'taskId'>) => ids(taskId),
  cancelTask: ({ taskId }: OfIds<'taskId'>) => ids(taskId),
  docketCase: (): Named => ({}),
  refuseDocketing: (): Named => ({ isOfCase: true }),
  linkCase: ({ issueIds }: { issueIds: string[] }) => ids(...issueIds),
  endSession: ({ sessionId }: OfIds<'sessionId'>) => ids(sessionId),
  removeIssue: ({ issueId }: OfIds<'issueId'>) => ids(issueId),
  submitWorkProduct: (): Named => ({}),
  signWorkProduct: (): Named => ({}),
  discardWorkProduct: ({ workProductId }: OfIds<'workProductId'>) => ids(workProductId),
  recallWorkProduct: (): Named => ({ isOfStep: true }),
  retryLetter: ({ letterId }: OfIds<'letterId'>) => ids(letterId),
  receiptLetter: ({ letterId }: OfIds<'letterId'>): Named => ({ ids: [letterId], isFact: true }),
  settleConflict: ({ partyId }: OfIds<'partyId'>) => ids(partyId),
  reportEffectuation: (): Named => ({ isFact: true }),
}

type ListedIssue = Pick<Issue, 'id' | 'issueType' | 'description' | 'signedIn'>

/** Whatever may end in a case. */
export type Standing = {
  tasks: readonly (Pick<Ending['tasks'][number], 'id' | 'type' | 'status' | 'assignee'> & {
    about?: string
  })[]
  /** The issues on the list. */
  issues: readonly ListedIssue[]
  /** The issues removed from the list. */
  past: readonly ListedIssue[]
  sessions: Ending['sessions']
  /** The letters that a closed case no longer sends. */
  letters: Ending['letters']
  holds: Ending['holds']
}

/** Without what the command itself names. */
export function endedBy(events: readonly Recorded[], named: readonly string[] = []): Ended {
  const ended: Ended = { issues: [], tasks: [], sessions: [], drafts: [], remands: [] }
  for (const event of events) {
    switch (event.type) {
      case 'case.closed':
        ended.closes = { reason: event.data.reason, isDecided: event.data.workProductId !== undefined }
        break
      case 'issue.removed':
        ended.issues.push({ id: event.data.issueId, as: event.data.how })
        break
      case 'task.handedOver':
        ended.tasks.push(event.data.taskId)
        ended.moved = [...(ended.moved ?? []), event.data.taskId]
        break
      case 'task.cancelled':
        if (!named.includes(event.data.taskId)) ended.tasks.push(event.data.taskId)
        break
      case 'session.withdrawn':
        ended.sessions.push(event.data.sessionId)
        break
      case 'remand.ended':
        ended.remands.push(event.data.remandId)
        break
      case 'workProduct.discarded':
        ended.drafts.push(event.data.workProductId)
        break
    }
  }
  return ended
}

/** What would end, as presented to the sender, with the hash of the presentation. */
export function endingOf(
  ended: Ended,
  { tasks, issues, past, sessions, letters, holds }: Standing,
  { profile, named }: { profile: Profile; named: Named },
): Ending {
  const { closes } = ended
  const leaving = new Map(ended.issues.map(({ id, as }) => [id, as]))
  const reason = profile.closeReasons.find(({ name }) => name === closes?.reason)
  const content = {
    ...(closes ? { case: { reason: closes.reason, label: reason?.label ?? closes.reason } } : {}),
    issues: [...issues, ...past].flatMap((issue) => {
      const { id, issueType, description, signedIn } = issue
      const as = leaving.get(id)
      const staysUndecided = closes && !signedIn && issues.includes(issue)
      if (!as && !staysUndecided) return []
      return [{ id, issueType, ...(description ? { description } : {}), as: as ?? ('undecided' as const) }]
    }),
    tasks: tasks
      .filter(({ id }) => ended.tasks.includes(id))
      .map(({ id, type, status, assignee }) => {
        const as = ended.moved?.includes(id) ? { as: 'moved' as const } : {}
        return { id, type, label: taskTypeOf({ profile }, type)?.label ?? type, status, assignee, ...as }
      }),
    sessions: sessions.filter(({ id }) => ended.sessions.includes(id)),
    drafts: ended.drafts.map((id) => ({ id, status: 'discarded' })),
    ...(ended.remands.length > 0 ? { remands: ended.remands.map((id) => ({ id })) } : {}),
    letters: closes ? letters : [],
    holds: closes ? holds : [],
  }
  const { ids = [], isOfCase = false, isOfStep = isOfCase } = named
  const isNamed = ({ id }: { id: string }) => ids.includes(id)
  const subjectOfTask = new Map(tasks.map(({ id, about }) => [id, about]))
  const isExpected = ({ id, type }: Ending['tasks'][number]) =>
    ids.includes(subjectOfTask.get(id) ?? '') ||
    (isOfStep && taskTypeOf({ profile }, type)?.isExclusive === true)
  const { case: _, issues: leavingIssues, tasks: cancelled, ...others } = content
  const closesUndecided = closes !== undefined && !closes.isDecided
  const isRequired =
    (!isOfCase && (closesUndecided || !leavingIssues.every(isNamed))) ||
    !cancelled.every((task) => task.as === 'moved' || isExpected(task)) ||
    !Object.values(others).every((list) => list.every(isNamed))
  return { hash: hash('sha256', JSON.stringify(content)), isRequired, ...content }
}

/** A command ends only what its sender has seen. */
export function refuseUnseen(ending: Ending, seen: string | undefined) {
  if (seen === undefined && ending.isRequired) {
    throw new Refusal(
      'stateForbids',
      `This would end ${summaryOf(ending)}. Confirm by sending as ends the hash that POST /cases/{id}/endings returns.`,
    )
  }
  if (seen !== undefined && seen !== ending.hash) {
    throw new Refusal(
      'conflict',
      'What this would end has changed since you looked: request POST /cases/{id}/endings again.',
    )
  }
}

function summaryOf(ending: Ending): string {
  const counted = (['issues', 'tasks', 'sessions', 'drafts', 'remands', 'letters', 'holds'] as const).flatMap(
    (kind) => {
      const { length } = ending[kind] ?? []
      return length === 0 ? [] : [`${length} ${length === 1 ? kind.slice(0, -1) : kind}`]
    },
  )
  return [...(ending.case ? ['the case'] : []), ...counted].join(', ')
}
