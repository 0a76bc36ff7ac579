import { derivedId } from '../kernel/ids.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { longDay } from '../time/calendar-days.ts'
import { startOfDayIn } from '../time/days-in-zone.ts'
import { reckonDeadline } from '../time/deadline.ts'
import { daysEarlier, earliest, hourMs, msBetween, msEarlier } from '../time/moments.ts'
import { type Draft, named, setTimer, stopTimers, taskTypeOf } from './draft.ts'
import { dayOfBoard, dueByType, termsOf, timerOf } from './reckon.ts'
import { isPending, type OpenTask, type WorkState } from './state.ts'

type Concerned = { about?: string | undefined; sessionId?: string | undefined; parentId?: string | undefined }

/** When a task is due, and when it would be if it concerned no session. */
export type Due = { deadline?: string; deadlineWhy?: string; usualDeadline?: string; usualWhy?: string }

/** By its type, but before the session that it concerns. One that was given is kept. */
export function dueOf(
  draft: Draft,
  task: Concerned & { type: string; deadline?: string | undefined; deadlineWhy?: string | undefined },
): Due {
  const { context, state } = draft
  if (task.deadline !== undefined)
    return { deadline: task.deadline, ...withoutUndefined({ deadlineWhy: task.deadlineWhy }) }
  const usual = dueByType(context, taskTypeOf(context, task.type) ?? {})
  if (!usual) return {}
  const sessionId = sessionConcerned(state, task)
  const deadline = beforeSession(draft, sessionId, usual.deadline)
  if (deadline === usual.deadline) return usual
  const deadlineWhy = beforeSessionWords(draft, sessionId)
  return { deadline, deadlineWhy, usualDeadline: usual.deadline, usualWhy: usual.deadlineWhy }
}

/** The session that a task concerns: its own, or that of the nearest task above it. */
export function sessionConcerned({ sessions, tasks }: WorkState, task: Concerned): string | undefined {
  let at: Concerned | undefined = task
  while (at) {
    const { about = '', sessionId, parentId }: Concerned = at
    if (sessionId !== undefined) return sessionId
    if (Object.hasOwn(sessions, about)) return about
    at = tasks.find(({ id }) => id === parentId)
  }
  return undefined
}

/** The session of an event that is about something else, as a letter is that tells of its date. */
export function sessionIn({ sessions }: WorkState, data: unknown): string | undefined {
  const { sessionId, about } = (data ?? {}) as { sessionId?: unknown; about?: unknown }
  return [sessionId, about].find((id): id is string => typeof id === 'string' && Object.hasOwn(sessions, id))
}

/** The session that mail is about which comes while one is pending: the next that has a date. */
export function pendingSession({ sessions, sessionStarts }: WorkState): string | undefined {
  const pending = Object.keys(sessions).filter((id) => isPending(sessions[id] ?? ''))
  const dated = pending.filter((id) => sessions[id] === 'scheduled' && sessionStarts[id] !== undefined)
  const inOrder = dated.toSorted((a, b) => msBetween(sessionStarts[b] ?? '', sessionStarts[a] ?? ''))
  return inOrder[0] ?? pending[0]
}

/** A session has another date, or none: what is to be done about it is due by the new one. */
export function followSession(draft: Draft, sessionId: string) {
  const { tasks } = draft.state
  for (const task of tasks.filter((task) => sessionConcerned(draft.state, task) === sessionId)) {
    const { deadline: was, usualDeadline: usual = was } = task
    if (was === undefined || usual === undefined) continue
    const deadline = beforeSession(draft, sessionId, usual)
    if (deadline === was) continue
    const why =
      draft.state.sessions[sessionId] === 'scheduled'
        ? 'The session it concerns has another date.'
        : 'The session it concerns has no date any more.'
    const usualWhy = task.usualDeadline === undefined ? task.deadlineWhy : task.usualWhy
    const deadlineWhy = deadline === usual ? usualWhy : beforeSessionWords(draft, sessionId)
    const data = { ...named(draft, task), deadline, was, why, ...withoutUndefined({ deadlineWhy }) }
    draft.add({ type: 'task.deadlineMoved', subject: task.id, data })
    warnBefore(draft, { ...task, deadline })
  }
}

/** What is to be done about a session that is to come is due before it: a day, or where that is past an hour. */
function beforeSession({ state, context: { at } }: Draft, sessionId = '', usual: string): string {
  const startsAt = state.sessions[sessionId] === 'scheduled' ? state.sessionStarts[sessionId] : undefined
  if (startsAt === undefined || Date.parse(startsAt) <= at.getTime()) return usual
  const [latest = startsAt] = [daysEarlier(startsAt, 1), msEarlier(startsAt, hourMs)].filter(
    (moment) => moment > at,
  )
  return earliest(latest, usual).toISOString()
}

function beforeSessionWords({ state, context }: Draft, sessionId = ''): string {
  const startsAt = state.sessionStarts[sessionId] ?? ''
  return `Before the session that it concerns, on ${longDay(dayOfBoard(context, startsAt))}.`
}

/** A task opened close to its deadline needs no warning. */
export function warnBefore(
  draft: Draft,
  { id: taskId, type, deadline }: Pick<OpenTask, 'id' | 'type'> & { deadline: string },
) {
  const { profile, at } = draft.context
  const { deadlineWarning: name } = profile
  stopTimers(draft, (timer) => timer.taskId === taskId && timer.name === name)
  const due = warnedOn(draft, type, deadline)
  if (due === undefined || due <= at) return
  const timerId = derivedId('timer', { id: taskId, at: at.toISOString() }, name)
  setTimer(draft, { timerId, name, taskId, due: due.toISOString() })
}

/** By the clock, or from the beginning of a day on, as the profile counts. */
function warnedOn({ context }: Draft, type: string, deadline: string): Date | undefined {
  const { profile } = context
  const { warnDays } = taskTypeOf(context, type) ?? {}
  const timer = timerOf(context, profile.deadlineWarning)
  if (timer?.length === undefined) {
    const days = warnDays ?? timer?.days
    return days === undefined ? undefined : daysEarlier(deadline, days)
  }
  const length = warnDays === undefined ? timer.length : { days: warnDays }
  const terms = termsOf(profile, { ...timer, length, lastDay: timer.lastDay ?? 'stays' })
  const start = { day: dayOfBoard(context, deadline), called: 'the deadline' }
  const { day } = reckonDeadline({ ...terms, runs: 'before' }, start)
  return day === undefined ? undefined : startOfDayIn(day, profile.deadlines.timeZone)
}
